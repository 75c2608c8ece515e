/* test_ah_types_print.c -- the types of blocks: rows and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_tables.h"

#include "base/an_alloc.h"
#include "sections/ah_report_data.h"

static const ty_type node = { "struct node", 24, NULL, 0 };
static const ty_type row = { "struct row", 8, NULL, 0 };
static const ty_type gone = { "struct gone", 8, NULL, 0 };

static an_frame frames[] = { { .function = "[root]" },
                             { .function = "f", .file = "a.c" },
                             { .function = "g", .file = "a.c" } };
static const uint32_t of_f[] = { 1 }, of_g[] = { 2 };

/* Bytes and blocks: allocated, at the peak, and at the end. */
#define AMOUNTS(a, n, b, m, c, k) \
   .total = { a, n }, .at_peak = { b, m }, .at_end = { c, k }

static ah_site sites[] = {
   { AMOUNTS(240, 10, 48, 2, 24, 1), .frames = of_f, .n_frames = 1 },
   { AMOUNTS(800, 100, 80, 10, 0, 0), .frames = of_f, .n_frames = 1 },
   { AMOUNTS(480, 20, 72, 3, 0, 0), .frames = of_g, .n_frames = 1 },
   { AMOUNTS(8, 1, 0, 0, 0, 0), .frames = of_g, .n_frames = 1 },
   { AMOUNTS(999, 9, 500, 5, 0, 0), .frames = of_g, .n_frames = 1 },
};

static const ty_type *const types[] = { &node, &row, &node, &gone, NULL };

static ah_profile profile = { .mode = "heap",
                              .has_lifetimes = true,
                              .frames = frames,
                              .n_frames = 3,
                              .sites = sites,
                              .n_sites = 5,
                              .totals = { { 2527, 140 }, { 1000, 20 }, { 24, 1 } } };

static const ty_type *type_of(ty_types *of, const ah_profile *from, const ah_site *site)
{
   (void)of;
   return types[site - from->sites];
}

/* JSON has data on sites. */
static const ah_report_data data;

static void open(test_heap_section *s, const ah_profile *of, ah_groups *groups,
                 unsigned is_for)
{
   ah_groups_make(groups, an_alloc_malloc(), of, type_of, NULL);
   heap_section_begin(s, of, is_for);
   s->page.data = is_for == AN_FOR_JSON ? &data : NULL;
   s->options.groups = groups;
   heap_section_open(s, ah_types_tables);
}

static void adds_up_sites(void **state)
{
   (void)state;
   test_heap_section s;
   ah_groups groups;
   open(&s, &profile, &groups, AN_FOR_PEOPLE);
   assert_int_equal(s.of.tables.of[0].n, 2); /* those of the peak */
   section_row(&s.of, 0, 0);
   section_text(&s.of, "name", "struct node");
   section_number(&s.of, "share", 12);
   section_number(&s.of, "peak_bytes", 120);
   section_number(&s.of, "peak_blocks", 5);
   section_number(&s.of, "total_bytes", 720);
   section_number(&s.of, "total_blocks", 30);
   section_number(&s.of, "end_bytes", 24);
   section_number(&s.of, "end_blocks", 1);
   section_number(&s.of, "of_sites", 2);
   section_number(&s.of, "size", 24);
   section_row(&s.of, 0, 1);
   section_text(&s.of, "name", "struct row");
   heap_section_close(&s);
   open(&s, &profile, &groups, AN_FOR_JSON);
   assert_int_equal(s.of.tables.of[0].n, 3);
   section_row(&s.of, 0, 2);
   section_text(&s.of, "name", "struct gone");
   heap_section_close(&s);
}

/* Without lives, people get none, and programs what was allocated. */
static void knows_totals_alone(void **state)
{
   (void)state;
   test_heap_section s;
   ah_groups groups;
   ah_profile without = profile;
   without.has_lifetimes = false;
   open(&s, &without, &groups, AN_FOR_JSON);
   assert_int_equal(s.of.tables.of[0].is_for, AN_FOR_PROGRAMS);
   section_row(&s.of, 0, 0);
   section_number(&s.of, "total_bytes", 720);
   section_number(&s.of, "peak_bytes", NAN);
   section_number(&s.of, "end_blocks", NAN);
   heap_section_close(&s);
}

/* The page leaves out types whose shares are all below the threshold. */
static void leaves_out_small_types(void **state)
{
   (void)state;
   test_heap_section s;
   ah_groups groups;
   ah_groups_make(&groups, an_alloc_malloc(), &profile, type_of, NULL);
   heap_section_begin(&s, &profile, AN_FOR_JSON);
   s.page.data = &data;
   s.options.groups = &groups;
   s.options.is_page = true;
   s.options.threshold = 10;
   heap_section_open(&s, ah_types_tables);
   assert_int_equal(s.of.tables.of[0].n, 2);
   heap_section_close(&s);
}

static void is_silent_without_types(void **state)
{
   (void)state;
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   heap_section_open(&s, ah_types_tables);
   assert_int_equal(s.of.tables.of[0].is_for, AN_FOR_PROGRAMS);
   assert_int_equal(s.of.tables.of[0].n, 0);
   heap_section_close(&s);
}

/* A name leaves room for the other columns. */
static void shortens_names(void **state)
{
   (void)state;
   static const ty_type large = {
      "table<std::pair<int, char>, std::less<int>, a::very::long::allocator>", 8, NULL, 0
   };
   ah_group group = { &large, (const uint32_t[]){ 0 }, 1, 48 };
   const ah_groups groups = { .groups = &group, .n = 1 };
   test_heap_section s;
   heap_section_begin(&s, &profile, AN_FOR_PEOPLE);
   s.options.groups = &groups;
   heap_section_open(&s, ah_types_tables);
   section_row(&s.of, 0, 0);
   section_text(&s.of, "name", large.name);
   an_row_make(&s.of.row, s.of.table, 0, 80);
   section_text(&s.of, "name", "table<...>");
   an_row_make(&s.of.row, s.of.table, 0, 140); /* 60 of them are for the others */
   section_text(&s.of, "name", large.name);
   heap_section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_up_sites),          cmocka_unit_test(knows_totals_alone),
      cmocka_unit_test(leaves_out_small_types), cmocka_unit_test(is_silent_without_types),
      cmocka_unit_test(shortens_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
