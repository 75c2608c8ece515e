/* test_ah_snapshots_print.c -- the snapshots of a heap profile: rows and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_tables.h"

static ah_snapshot snapshots[] = {
   { .time = 100, .overhead = 16, .stack = 5, .live = { 400, 4 } },
   { .time = 300, .overhead = 64, .stack = 7, .live = { 900, 9 }, .asked = true },
};

static ah_profile profile = {
   .mode = "heap",
   .has_lifetimes = true,
   .is_heapprof = true,
   .time_unit = "instrs",
   .snapshots = snapshots,
   .n_snapshots = 2,
   .totals = { .peak = { 1000, 10 },
               .peak_time = 200,
               .peak_overhead = 80,
               .end = { 30, 1 },
               .end_time = 500 },
};

static void check_row(test_heap_section *s, ptrdiff_t row, int64_t time, int64_t bytes,
                      long double extra, const char *why)
{
   section_row(&s->of, 0, row);
   section_number(&s->of, "time", time);
   section_number(&s->of, "bytes", bytes);
   section_number(&s->of, "extra", extra);
   section_text(&s->of, "why", why);
}

static void lists_snapshots(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_JSON);
   heap_section_open(&s, ah_snapshots_tables);
   assert_int_equal(s.of.tables.of[0].n, 2);
   section_row(&s.of, 0, 1);
   section_number(&s.of, "number", 2);
   section_number(&s.of, "time", 300);
   section_number(&s.of, "bytes", 900);
   section_number(&s.of, "blocks", 9);
   section_number(&s.of, "extra", 64);
   section_number(&s.of, "stack", 7);
   section_text(&s.of, "why", "asked");
   heap_section_close(&s);
}

/* People get the peak and the end among them, by time. */
static void has_peak_and_end(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_snapshots_tables);
   assert_int_equal(s.of.tables.of[0].n, 4);
   check_row(&s, 0, 100, 400, 16, "periodic");
   check_row(&s, 1, 200, 1000, 80, "peak");
   section_text(&s.of, "number", "peak");
   check_row(&s, 2, 300, 900, 64, "asked");
   section_number(&s.of, "number", 2);
   check_row(&s, 3, 500, 30, NAN, "end");
   heap_section_close(&s);
   ah_profile of_dhat = profile; /* which knows no overhead, and the latest peak */
   of_dhat.is_heapprof = false;
   of_dhat.totals.peak_time = 300;
   heap_section_begin(&s, &of_dhat, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_snapshots_tables);
   check_row(&s, 1, 300, 900, 64, "asked");
   check_row(&s, 2, 300, 1000, NAN, "peak");
   heap_section_close(&s);
}

/* Nothing lives: no peak, and no end. */
static void has_snapshots_alone(void **state)
{
   (void)state;
   ah_profile copies = profile;
   copies.has_lifetimes = false;
   copies.totals.peak_time = 0;
   test_heap_section s;
   heap_section_begin(&s, &copies, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_snapshots_tables);
   assert_int_equal(s.of.tables.of[0].n, 2);
   check_row(&s, 0, 100, 400, 16, "periodic");
   check_row(&s, 1, 300, 900, 64, "asked");
   assert_string_equal(s.of.tables.of[0].none, "The profile has only totals.");
   heap_section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_snapshots),
      cmocka_unit_test(has_peak_and_end),
      cmocka_unit_test(has_snapshots_alone),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
