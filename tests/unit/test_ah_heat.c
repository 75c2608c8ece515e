/* test_ah_heat.c -- accesses to blocks by offset.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_heat.h"

enum { MOST = 2048 };

/* The heat of one site, and the view of it. */
typedef struct {
   int64_t reads[MOST], writes[MOST], sums[MOST];
   ah_heat heat;
   ah_rare rare;
   ah_site site;
   ah_profile profile;
   ah_heat_view view;
} sample;

static sample *new_sample(int64_t size_B)
{
   static sample s;
   s = (sample){
      .profile = { .is_heapprof = true, .has_accesses = true },
      .heat = { .unit_B = 1, .n = (size_t)size_B },
      .site = { .total = { 10 * size_B, 10 }, .min_size = size_B, .max_size = size_B }
   };
   return &s;
}

static void set(sample *s, size_t from, size_t to, int64_t reads, int64_t writes)
{
   for (size_t i = from; i < to; i++) {
      s->reads[i] = reads;
      s->writes[i] = writes;
      s->sums[i] = reads + writes;
   }
}

static ah_heat_set set_of(sample *s, const ty_type *type)
{
   static const uint32_t first = 0;
   s->profile.sites = &s->site;
   s->profile.n_sites = 1;
   return (ah_heat_set){ type, &first, 1, 0 };
}

static ah_heat_view *look(sample *s, const ty_type *type)
{
   s->heat.reads = s->reads;
   s->heat.writes = s->writes;
   s->heat.sum = s->sums;
   s->rare.heat = &s->heat;
   s->site.rare = &s->rare;
   assert_true(ah_heat_is_known(&s->profile, &s->site));
   ah_heat_set set = set_of(s, type);
   ah_heat_look(&s->view, an_alloc_malloc(), &s->profile, &set);
   return &s->view;
}

static void check_range(const ah_heat_view *view, size_t i, int64_t offset,
                        int64_t size_B, int64_t reads, int64_t writes)
{
   assert_true(i < view->n_ranges);
   const ah_heat_range *range = &view->ranges[i];
   assert_int_equal(range->offset, offset);
   assert_int_equal(range->size_B, size_B);
   assert_int_equal(range->reads, reads);
   assert_int_equal(range->writes, writes);
}

/* ---- Levels ---- */

static void levels(void **state)
{
   (void)state;
   assert_int_equal(ah_heat_level(0, 0), 0);
   assert_int_equal(ah_heat_level(0, 1000), 0);
   assert_int_equal(ah_heat_level(1, 1), 9);
   assert_int_equal(ah_heat_level(1024, 1024), 9);
   assert_int_equal(ah_heat_level(513, 1024), 9);
   assert_int_equal(ah_heat_level(512, 1024), 8);
   assert_int_equal(ah_heat_level(257, 1024), 8);
   assert_int_equal(ah_heat_level(256, 1024), 7);
   assert_int_equal(ah_heat_level(5, 1024), 2);
   assert_int_equal(ah_heat_level(4, 1024), 1);
   assert_int_equal(ah_heat_level(1, INT64_MAX), 1);
   assert_int_equal(ah_heat_level(INT64_MAX, INT64_MAX), 9);
}

/* ---- Which sites ---- */

static void known(void **state)
{
   (void)state;
   sample *s = new_sample(9);
   s->heat.sum = s->sums;
   assert_false(ah_heat_is_known(&s->profile, &s->site));
   s->rare.heat = &s->heat;
   s->site.rare = &s->rare;
   assert_false(ah_heat_is_known(&s->profile, &s->site)); /* all 0 */
   set(s, 3, 4, 1, 0);
   assert_true(ah_heat_is_known(&s->profile, &s->site));
   assert_int_equal(ah_heat_sum(&s->site), 1);
   s->site.max_size = 8;
   s->heat.n = 8;
   assert_false(ah_heat_is_known(&s->profile, &s->site));
}

/* ---- Ranges ---- */

static void ranges(void **state)
{
   (void)state;
   sample *s = new_sample(32);
   set(s, 0, 8, 1000, 10);
   set(s, 8, 12, 0, 10);
   set(s, 16, 24, 600, 0);
   set(s, 24, 31, 3, 3);
   set(s, 31, 32, 2, 3);
   ah_heat_view *view = look(s, NULL);
   assert_int_equal(view->n_ranges, 5);
   check_range(view, 0, 0, 8, 1000, 10);
   check_range(view, 1, 8, 4, 0, 10);
   check_range(view, 2, 12, 4, 0, 0);
   check_range(view, 3, 16, 8, 600, 0);
   check_range(view, 4, 24, 8, 3, 3); /* 23 / 8 reads, rounded up */
   assert_int_equal(view->most, 1000);
   assert_int_equal(view->most_sum, 1010);
   assert_int_equal(ah_heat_cells(view), 8);
   const int reads[] = { 9, 9, 0, 0, 9, 9, 1, 1 };
   for (size_t i = 0; i < 8; i++)
      assert_int_equal(ah_heat_cell(view, view->reads, i), reads[i]);
}

/* Half as often to twice: one range. */
static void close_counts(void **state)
{
   (void)state;
   sample *s = new_sample(16);
   set(s, 0, 2, 10, 0);
   set(s, 2, 4, 21, 0);
   set(s, 4, 6, 5, 0);
   set(s, 6, 8, 4, 0);
   set(s, 8, 16, 4, 1000000);
   ah_heat_view *view = look(s, NULL);
   assert_int_equal(view->n_ranges, 3);
   check_range(view, 0, 0, 6, 12, 0);
   check_range(view, 1, 6, 2, 4, 0);
   check_range(view, 2, 8, 8, 4, 1000000);
}

/* DHAT has only sums, and the size only as a quotient. */
static void sums(void **state)
{
   (void)state;
   sample *s = new_sample(16);
   set(s, 0, 8, 5, 2);
   set(s, 8, 12, 2, 5);
   s->profile.is_heapprof = false;
   s->heat.sum = s->sums;
   s->rare.heat = &s->heat;
   s->site.rare = &s->rare;
   ah_heat_set set = set_of(s, NULL);
   ah_heat_look(&s->view, an_alloc_malloc(), &s->profile, &set);
   ah_heat_view *view = &s->view;
   assert_false(view->has_reads);
   assert_int_equal(view->n_ranges, 2);
   check_range(view, 0, 0, 12, 0, 0);
   assert_int_equal(view->ranges[0].sum, 7);
   check_range(view, 1, 12, 4, 0, 0);
   assert_int_equal(ah_heat_cell(view, view->sum, 2), 9);
   assert_int_equal(ah_heat_cell(view, view->sum, 3), 0);
   assert_true(view->is_exact);
   /* The counts have 84; the sum of one byte can have lost 65536. */
   s->rare.reads = 84 + 65535;
   assert_int_equal(ah_heat_uncertain(&s->profile, &s->site), 0);
   s->rare.writes = 1;
   assert_int_equal(ah_heat_uncertain(&s->profile, &s->site), 1);
   s->profile.is_heapprof = true;
   assert_int_equal(ah_heat_uncertain(&s->profile, &s->site), 0);
}

/* Counts of 64 bytes each; the last one has fewer. */
static void units(void **state)
{
   (void)state;
   sample *s = new_sample(10000);
   s->heat.unit_B = 64;
   s->heat.n = 157;
   set(s, 0, 156, 1, 1);
   set(s, 156, 157, 9, 9);
   ah_heat_view *view = look(s, NULL);
   assert_int_equal(view->word_B, 64);
   assert_int_equal(ah_heat_cells(view), 157);
   check_range(view, 0, 0, 9984, 1, 1);
   check_range(view, 1, 9984, 16, 9, 9);
   assert_int_equal(ah_heat_cell(view, view->reads, 156), 9);
}

/* The largest values that a file can have. */
static void huge(void **state)
{
   (void)state;
   sample *s = new_sample(1);
   s->site.max_size = INT64_MAX;
   s->heat.unit_B = INT64_MAX / 2 + 1;
   s->heat.n = 2;
   set(s, 1, 2, 3, 0);
   ah_heat_view *view = look(s, NULL);
   assert_int_equal(view->size_B, INT64_MAX);
   assert_int_equal(view->n_ranges, 2);
   check_range(view, 1, INT64_MAX / 2 + 1, INT64_MAX / 2, 3, 0);
   assert_int_equal(ah_heat_cells(view), 2);
}

/* Words grow so that there are not too many. */
static void words(void **state)
{
   (void)state;
   const struct {
      int64_t size_B, unit_B, word_B;
      size_t n_cells;
   } cases[] = {
      { 9, 1, 4, 3 },       { 256, 1, 4, 64 },       { 257, 1, 8, 33 },
      { 1024, 1, 8, 128 },  { 2048, 1, 8, 256 },     { 2048, 2, 8, 256 },
      { 6000, 3, 24, 250 }, { 65536, 32, 256, 256 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      sample *s = new_sample(cases[i].size_B);
      s->heat.unit_B = cases[i].unit_B;
      s->heat.n = (size_t)((cases[i].size_B + cases[i].unit_B - 1) / cases[i].unit_B);
      set(s, s->heat.n - 1, s->heat.n, 1, 0);
      ah_heat_view *view = look(s, NULL);
      assert_int_equal(view->word_B, cases[i].word_B);
      assert_int_equal(ah_heat_cells(view), cases[i].n_cells);
      assert_int_equal(ah_heat_cell(view, view->reads, 0), cases[i].n_cells == 1 ? 9 : 0);
      assert_int_equal(ah_heat_cell(view, view->reads, cases[i].n_cells - 1), 9);
   }
}

/* ---- Types ---- */

static const ty_field fields[] = {
   { 0, 8, "next", "struct node *", false },
   { 8, 4, "id", "int", false },
   { 16, 8, "value", "double", false },
};
static const ty_type node = { "struct node", 24, fields, 3 };

static void typed(void **state)
{
   (void)state;
   sample *s = new_sample(24);
   set(s, 0, 12, 8, 1); /* two fields, and the first half of one */
   set(s, 16, 20, 8, 1);
   ah_heat_view *view = look(s, &node);
   assert_ptr_equal(view->type, &node);
   assert_int_equal(view->n_ranges, 5);
   check_range(view, 0, 0, 8, 8, 1);
   assert_ptr_equal(view->ranges[0].field, &fields[0]);
   check_range(view, 1, 8, 4, 8, 1);
   assert_ptr_equal(view->ranges[1].field, &fields[1]);
   check_range(view, 2, 12, 4, 0, 0);
   assert_null(view->ranges[2].field);
   assert_true(view->ranges[2].is_padding);
   check_range(view, 3, 16, 4, 8, 1);
   check_range(view, 4, 20, 4, 0, 0);
   assert_ptr_equal(view->ranges[4].field, &fields[2]);
}

static void arrays(void **state)
{
   (void)state;
   sample *s = new_sample(72);
   set(s, 0, 8, 5, 0);
   set(s, 24, 32, 7, 0);
   set(s, 64, 72, INT64_MAX, 0); /* does not overflow */
   set(s, 40, 48, 1, 0);
   ah_heat_view *view = look(s, &node);
   assert_int_equal(view->block_B, 72);
   assert_int_equal(view->size_B, 24);
   check_range(view, 0, 0, 8, 12, 0);
   check_range(view, 3, 16, 8, INT64_MAX, 0);
   assert_int_equal(ah_heat_cells(view), 6);
}

/* A type that ends with a flexible array, and one that does not fit the block. */
static void other_sizes(void **state)
{
   (void)state;
   sample *s = new_sample(50);
   set(s, 0, 50, 1, 1);
   ah_heat_view *view = look(s, &node);
   assert_int_equal(view->size_B, 50);
   check_range(view, view->n_ranges - 1, 24, 26, 1, 1);
   assert_null(view->ranges[view->n_ranges - 1].field);
   assert_false(view->ranges[view->n_ranges - 1].is_padding);
   s = new_sample(20);
   set(s, 0, 20, 1, 1);
   view = look(s, &node);
   assert_null(view->type);
   assert_int_equal(view->n_ranges, 1);
   /* The array at the type's end fills the block. */
   static const ty_field open[] = { { 0, 4, "n", "int", false },
                                    { 4, 68, "data[]", "char", true } };
   static const ty_type ended = { "struct text", 8, open, 2 };
   s = new_sample(72);
   set(s, 0, 72, 1, 1);
   view = look(s, &ended);
   assert_int_equal(view->size_B, 72);
   assert_int_equal(view->n_ranges, 2);
   check_range(view, 1, 4, 68, 1, 1);
   /* Elements smaller than a count cannot be folded. */
   s = new_sample(4800);
   s->heat.unit_B = 16;
   s->heat.n = 300;
   set(s, 0, 300, 1, 1);
   view = look(s, &node);
   assert_int_equal(view->size_B, 4800);
}

/* Four sites of one type: two are shown together, with the array of three; blocks of
   another size, and those of the library, apart. */
static const ty_type *type_of(ty_types *types, const ah_profile *profile,
                              const ah_site *site)
{
   (void)types, (void)profile;
   return site->max_size % 24 == 0 ? &node : NULL;
}

static void sets(void **state)
{
   (void)state;
   static int64_t counts[72];
   static an_frame frames[] = { { .function = "f", .file = "a.c", .line = 1 },
                                { .function = "opendir" } };
   static const uint32_t path[] = { 0, 1 };
   for (int i = 0; i < 72; i++)
      counts[i] = i;
   const size_t sizes[] = { 24, 72, 24, 20 };
   ah_heat heats[4];
   ah_rare rare[4];
   ah_site all[4];
   for (int i = 0; i < 4; i++) {
      heats[i] = (ah_heat){ 1, sizes[i], counts, counts, counts };
      rare[i] = (ah_rare){ .heat = &heats[i] };
      all[i] = (ah_site){ .total = { (int64_t)sizes[i], 1 },
                          .rare = &rare[i],
                          .min_size = (int64_t)sizes[i],
                          .max_size = (int64_t)sizes[i],
                          .frames = path + (i == 2),
                          .n_frames = 1 };
   }
   ah_profile profile = { .mode = "heap",
                          .is_heapprof = true,
                          .has_accesses = true,
                          .frames = frames,
                          .n_frames = 2,
                          .sites = all,
                          .n_sites = 4 };
   ah_groups groups;
   ah_heat_sets found;
   const tk_alloc *alloc = an_alloc_malloc();
   ah_groups_make(&groups, alloc, &profile, type_of, NULL);
   ah_heat_sets_make(&found, alloc, &profile, &groups);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.sets[0].n, 2);
   assert_int_equal(found.sets[0].sum, 72 * 71 / 2 + 24 * 23 / 2);
   assert_int_equal(found.sets[1].n, 1);
   assert_int_equal(found.sets[1].sites[0], 3);
   ah_heat_view view;
   ah_heat_look(&view, alloc, &profile, &found.sets[0]);
   assert_int_equal(view.block_B, 0);
   assert_int_equal(view.size_B, 24);
   assert_int_equal(view.reads[5], 5 + 5 + 29 + 53);
   assert_int_equal(ah_heat_elements(&view, &profile, &all[1]), 3);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels),      cmocka_unit_test(known),
      cmocka_unit_test(ranges),      cmocka_unit_test(close_counts),
      cmocka_unit_test(sums),        cmocka_unit_test(units),
      cmocka_unit_test(huge),        cmocka_unit_test(words),
      cmocka_unit_test(typed),       cmocka_unit_test(arrays),
      cmocka_unit_test(other_sizes), cmocka_unit_test(sets),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
