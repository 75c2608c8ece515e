/* test_ah_regions_print.c -- the regions of a heap profile: rows and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_tables.h"

static ah_region regions[] = {
   { "load", -1, 1, { 9000, 90 }, 500, 400 },
   { "sort", -1, 3, { 800, 8 }, 700, 60 },
   { "parse", 0, 7, { 5000, 50 }, 450, 300 },
};

static ah_profile profile = { .mode = "heap",
                              .has_lifetimes = true,
                              .regions = regions,
                              .n_regions = 3,
                              .bytes_unit = "bytes",
                              .blocks_unit = "blocks" };

/* Programs get them in the order of the file, people as a tree. */
static void lists_regions(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_JSON);
   heap_section_open(&s, ah_regions_tables);
   assert_int_equal(s.of.tables.of[0].n, 3);
   section_row(&s.of, 0, 2);
   section_text(&s.of, "name", "parse");
   section_number(&s.of, "parent", 0);
   section_number(&s.of, "bytes", 5000);
   section_number(&s.of, "blocks", 50);
   section_number(&s.of, "peak", 450);
   section_number(&s.of, "growth", 300);
   section_number(&s.of, "count", 7);
   section_row(&s.of, 0, 0);
   section_number(&s.of, "parent", NAN);
   heap_section_close(&s);
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_regions_tables);
   static const struct {
      const char *name;
      size_t depth;
   } rows[] = { { "load", 0 }, { "parse", 1 }, { "sort", 0 } };
   for (int i = 0; i < 3; i++) {
      section_row(&s.of, 0, i);
      section_text(&s.of, "name", rows[i].name);
      assert_int_equal(s.of.row.depth, rows[i].depth);
   }
   assert_true(heap_section_shows(&s, "peak"));
   heap_section_close(&s);
}

/* Copies and events do not live: people get no columns for that. */
static void hides_what_is_unknown(void **state)
{
   (void)state;
   ah_profile copies = profile;
   copies.has_lifetimes = false;
   test_heap_section s;
   heap_section_begin(&s, &copies, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_regions_tables);
   assert_false(heap_section_shows(&s, "peak"));
   assert_false(heap_section_shows(&s, "growth"));
   assert_true(heap_section_shows(&s, "bytes"));
   heap_section_close(&s);
}

static void is_silent_without_regions(void **state)
{
   (void)state;
   ah_profile none = profile;
   none.n_regions = 0;
   test_heap_section s;
   heap_section_begin(&s, &none, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_regions_tables);
   assert_int_equal(s.of.tables.of[0].is_for, AN_FOR_PROGRAMS);
   assert_int_equal(s.of.tables.of[0].n, 0);
   heap_section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_regions),
      cmocka_unit_test(hides_what_is_unknown),
      cmocka_unit_test(is_silent_without_regions),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
