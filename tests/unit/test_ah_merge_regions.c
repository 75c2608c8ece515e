/* test_ah_merge_regions.c -- adding up the regions of heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_overflow.h"

#include "heap/ah_merge_parts.h"

static ah_regions *regions_of(const ah_profile *const *profiles, size_t n)
{
   ah_regions *sum = ah_regions_new(test_alloc());
   bool ok = sum != NULL;
   for (size_t i = 0; ok && i < n; i++) {
      ah_regions_add(sum, profiles[i]);
      ok = true;
   }
   if (ok)
      return sum;
   return NULL;
}

/* Sums, and the largest peak and growth; "lex" within "parse" is another region. */
static void test_values(void **state)
{
   (void)state;
   ah_region one[] = {
      { "parse", -1, 3, { 4100, 4 }, 4185, 4100 },
      { "lex", 0, 7, { 48, 2 }, 4100, 48 },
      { "lex", -1, 1, { 0, 0 }, 64, 0 },
   };
   ah_region two[] = {
      { "lex", -1, 5, { 7, 3 }, 60, 50 },
      { "parse", -1, 1, { 1, 1 }, 5000, 4000 },
   };
   static const ah_region expected[] = {
      { "lex", -1, 6, { 7, 3 }, 64, 50 },
      { "parse", -1, 4, { 4101, 5 }, 5000, 4100 },
      { "lex", 1, 7, { 48, 2 }, 4100, 48 },
   };
   const ah_profile first = { .regions = one, .n_regions = 3 };
   const ah_profile second = { .regions = two, .n_regions = 2 };
   ah_profile *to = ah_profile_new(test_alloc());
   ah_regions *sum = regions_of((const ah_profile *[]){ &first, &second }, 2);
   ah_regions_finish(sum, to);
   assert_int_equal(to->n_regions, 3);
   for (size_t i = 0; i < 3; i++) {
      const ah_region *r = &to->regions[i], *e = &expected[i];
      assert_string_equal(r->name, e->name);
      assert_int_equal(r->parent, e->parent);
      assert_int_equal(r->count, e->count);
      assert_amount(r->total, e->total.bytes, e->total.blocks);
      assert_int_equal(r->peak, e->peak);
      assert_int_equal(r->growth, e->growth);
   }
}

static const char *paths_text(const ah_profile *profile, char *text)
{
   char *to = text;
   for (size_t i = 0; i < profile->n_regions; i++)
      to += sprintf(to, "%s %d %d,", profile->regions[i].name,
                    (int)profile->regions[i].parent, (int)profile->regions[i].peak);
   return text;
}

/* A forest in neither file's order; the larger peak wins at every depth. */
static void test_region_order(void **state)
{
   (void)state;
   ah_region one[] = {
      { "b", -1, 1, { 0, 0 }, 1, 0 },
      { "a", 0, 1, { 0, 0 }, 2, 0 },
      { "c", 1, 1, { 0, 0 }, 3, 0 },
      { "a", -1, 1, { 0, 0 }, 4, 0 },
   };
   ah_region two[] = {
      { "a", -1, 1, { 0, 0 }, 9, 0 }, { "z", 0, 1, { 0, 0 }, 8, 0 },
      { "b", -1, 1, { 0, 0 }, 0, 0 }, { "b", 2, 1, { 0, 0 }, 7, 0 },
      { "a", 2, 1, { 0, 0 }, 1, 0 },
   };
   ah_profile profiles[] = { { .regions = one, .n_regions = 4 },
                             { .regions = two, .n_regions = 5 } };
   for (int first = 0; first < 2; first++) {
      char text[200];
      ah_profile *to = ah_profile_new(an_alloc_malloc());
      ah_regions *sum = ah_regions_new(an_alloc_malloc());
      ah_regions_add(sum, &profiles[first]);
      ah_regions_add(sum, &profiles[1 - first]);
      ah_regions_finish(sum, to);
      assert_string_equal(paths_text(to, text), "a -1 9,z 0 8,b -1 1,a 2 2,c 3 3,b 2 7,");
   }
   one[0].count = INT64_MAX;
   ah_regions *sum = ah_regions_new(an_alloc_malloc());
   ah_regions_add(sum, &profiles[0]);
   ah_regions_add(sum, &profiles[1]);
   assert_true(an_overflow_take());
}

static void test_two(void **state)
{
   (void)state;
   ah_region two[] = { { "b", -1, 1, { 0, 0 }, 1, 0 }, { "a", -1, 1, { 0, 0 }, 2, 0 } };
   const ah_profile profile = { .regions = two, .n_regions = 2 };
   char text[100];
   ah_profile *to = ah_profile_new(an_alloc_malloc());
   ah_regions *sum = regions_of((const ah_profile *[]){ &profile }, 1);
   ah_regions_finish(sum, to);
   assert_string_equal(paths_text(to, text), "a -1 2,b -1 1,");
}

static void test_none(void **state)
{
   (void)state;
   const ah_profile empty = { .n_regions = 0 };
   ah_profile *to = ah_profile_new(an_alloc_malloc());
   ah_regions *sum = regions_of((const ah_profile *[]){ &empty }, 1);
   ah_regions_finish(sum, to);
   assert_int_equal(to->n_regions, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_region_order),
      cmocka_unit_test(test_two),
      cmocka_unit_test(test_none),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
