/* test_ah_sites_print.c -- the sites that matter most: rows and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_tables.h"

static an_frame frames[] = {
   { .function = "[root]" },
   { .function = "make", .file = "a.c", .line = 1, .text = "0x1: make (a.c:1)" },
   { .function = "f", .file = "a.c", .line = 2, .text = "0x2: f (a.c:2)" },
   { .function = "g", .file = "a.c", .line = 3, .text = "0x3: g (a.c:3)" },
   { .function = "main", .file = "a.c", .line = 4, .text = "0x4: main (a.c:4)" },
};
static const uint32_t of_f[] = { 1, 1, 2, 4 }, of_g[] = { 1, 1, 3, 4 }, of_main[] = { 4 };

static ah_rare rare = {
   .old = { 40, 2 }, .old_freed = 1, .old_lifetime = 77, .partly = { 30, 3 }
};

static ah_site sites[] = {
   { .total = { 100, 10 },
     .at_peak = { 60, 5 },
     .at_end = { 10, 1 },
     .max = { 60, 6 },
     .lifetime = 1000,
     .temporary = { 20, 2 },
     .frames = of_f,
     .n_frames = 4 },
   { .total = { 200, 20 },
     .at_peak = { 100, 10 },
     .lifetime = 400,
     .rare = &rare,
     .frames = of_g,
     .n_frames = 4 },
   { .total = { 40, 1 }, .at_peak = { 40, 1 }, .frames = of_main, .n_frames = 1 },
};

static ah_profile profile = {
   .mode = "heap",
   .has_lifetimes = true,
   .is_heapprof = true,
   .time_unit = "instrs",
   .bytes_unit = "bytes",
   .blocks_unit = "blocks",
   .frames = frames,
   .n_frames = 5,
   .sites = sites,
   .n_sites = 3,
   .totals = { .total = { 340, 31 },
               .peak = { 200, 16 },
               .end = { 10, 1 },
               .temporary = { 20, 2 } },
};

static void lists_sites(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_sites_tables);
   assert_int_equal(s.of.tables.of[0].n, 3);
   section_row(&s.of, 0, 0);
   section_number(&s.of, "share", 50);
   section_number(&s.of, "total_bytes", 200);
   section_number(&s.of, "total_blocks", 20);
   section_number(&s.of, "peak_bytes", 100);
   section_number(&s.of, "end_bytes", 0);
   /* Blocks of before a zero: they lived longer. */
   section_number(&s.of, "avg. life", -20);
   section_row(&s.of, 0, 1);
   section_number(&s.of, "share", 30);
   section_number(&s.of, "temp.", 20);
   section_number(&s.of, "avg. life", 100);
   section_number(&s.of, "max_bytes", 60);
   heap_section_close(&s);
}

/* What few sites have is a member of theirs alone. */
static void tells_programs_rare_values(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_JSON);
   heap_section_open(&s, ah_sites_tables);
   section_row(&s.of, 0, 0);
   section_number(&s.of, "old_bytes", 40);
   section_number(&s.of, "old_blocks", 2);
   section_number(&s.of, "old_freed_blocks", 1);
   section_number(&s.of, "old_freed_lifetime", 77);
   section_number(&s.of, "partly_watched_bytes", 30);
   section_number(&s.of, "partly_watched_blocks", 3);
   assert_null(s.of.row.below);
   section_row(&s.of, 0, 1);
   section_number(&s.of, "old_bytes", NAN);
   section_number(&s.of, "partly_watched_blocks", NAN);
   heap_section_close(&s);
}

/* As many frames as asked for, and up to the one that tells the path from another. */
static void shows_frames(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   s.source.full_names = true;
   heap_section_open(&s, ah_sites_tables);
   section_row(&s.of, 0, 0);
   assert_string_equal(s.of.row.below, "make (a.c:1)\nmake (a.c:1)\ng (a.c:3)\n"
                                       "main (a.c:4)\n");
   section_row(&s.of, 0, 2);
   assert_string_equal(s.of.row.below, "main (a.c:4)\n");
   heap_section_close(&s);
   ah_profile alone = profile;
   alone.n_sites = 1;
   heap_section_begin(&s, &alone, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_sites_tables);
   section_row(&s.of, 0, 0);
   assert_string_equal(s.of.row.below, "make (a.c:1)\nmake (a.c:1)\n"
                                       "... 2 more frames: --frames=0\n");
   heap_section_close(&s);
}

/* The value sorted by, unless it is always there, is in place of others. */
static void shows_what_it_is_sorted_by(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_sites_tables);
   assert_true(heap_section_shows(&s, "temp.") && heap_section_shows(&s, "avg. life"));
   assert_true(heap_section_shows(&s, "at end"));
   assert_false(heap_section_shows(&s, "reallocs"));
   heap_section_close(&s);
   ah_profile freed = profile;
   freed.totals.end.bytes = 0;
   heap_section_begin(&s, &freed, AN_FOR_PEOPLE);
   s.options.sort = AH_SORT_REALLOCS;
   heap_section_open(&s, ah_sites_tables);
   assert_true(heap_section_shows(&s, "reallocs"));
   assert_false(heap_section_shows(&s, "temp.") || heap_section_shows(&s, "avg. life"));
   assert_false(heap_section_shows(&s, "at end"));
   heap_section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_sites),
      cmocka_unit_test(tells_programs_rare_values),
      cmocka_unit_test(shows_frames),
      cmocka_unit_test(shows_what_it_is_sorted_by),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
