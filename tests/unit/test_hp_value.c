/* test_hp_value.c -- the values of a site by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "hp_value.h"

static void names(void **state)
{
   (void)state;
   for (size_t i = 0; i < HP_N_SORTS; i++) {
      const hp_value *value = hp_value_find(hp_values[i].name, HP_N_SORTS);
      assert_ptr_equal(value, &hp_values[i]); /* no name stands twice */
      assert_int_equal(hp_value_number(value), i);
      assert_true(value->title[0] >= 'A' && value->title[0] <= 'Z');
      assert_true((hp_value_find(value->name, HP_VALUES) != NULL)
                  == (i < HP_VALUES));
   }
   assert_null(hp_value_find("", HP_N_SORTS));
   assert_null(hp_value_find("pea", HP_N_SORTS));
}

static void lists(void **state)
{
   (void)state;
   char text[512];
   hp_value_list(3, text, sizeof text);
   assert_string_equal(text, "peak, peak_blocks or total");
   hp_value_list(HP_N_SORTS, text, sizeof text);
   assert_true(strlen(text) + 20 < sizeof text);
   assert_non_null(strstr(text, ", live or lifetime"));
   memset(text, 'x', sizeof text);
   hp_value_list(HP_N_SORTS, text, 9);
   assert_string_equal(text, "peak, pe");
   assert_int_equal(text[9], 'x');
}

static void descriptions(void **state)
{
   (void)state;
   static const struct {
      hp_sort sort;
      const char *text;
   } cases[] = {
      { HP_SORT_PEAK, "units at the peak" },
      { HP_SORT_BLOCKS, "events in all" },
      { HP_SORT_TEMPORARY, "temporary events" },
      { HP_SORT_REALLOCS, "reallocations" },
      { HP_SORT_LIVE, "their own maximum of live units" },
      { HP_SORT_LIFETIME, "sum of the blocks' lifetimes" },
      { HP_SORT_NEVER_TOUCHED, "units neither read nor written" },
   };
   hp_profile profile = { .bytes_unit = "units", .blocks_unit = "events" };
   char text[64];
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      hp_value_describe(&hp_values[cases[i].sort], &profile, text,
                        sizeof text);
      assert_string_equal(text, cases[i].text);
   }
   hp_value_describe(&hp_values[HP_SORT_PEAK], &profile, text, 8);
   assert_string_equal(text, "units a");
}

/* The names of those that a profile tells, as numbers' bits. */
static unsigned known(hp_profile profile)
{
   unsigned bits = 0;
   for (size_t i = 0; i < HP_N_SORTS; i++)
      if (hp_value_is_known(&hp_values[i], &profile))
         bits |= 1U << i;
   return bits;
}

static void what_is_known(void **state)
{
   (void)state;
   const unsigned any = 1U << HP_SORT_TOTAL | 1U << HP_SORT_BLOCKS;
   const unsigned lives = any | 1U << HP_SORT_PEAK | 1U << HP_SORT_PEAK_BLOCKS
                          | 1U << HP_SORT_LEAKED
                          | 1U << HP_SORT_LEAKED_BLOCKS | 1U << HP_SORT_LIVE
                          | 1U << HP_SORT_LIFETIME;
   const unsigned fates
      = lives | 1U << HP_SORT_TEMPORARY | 1U << HP_SORT_REALLOCS;
   const unsigned accesses = 1U << HP_SORT_READS | 1U << HP_SORT_WRITES;
   const unsigned never = 1U << HP_SORT_NEVER_READ
                          | 1U << HP_SORT_NEVER_WRITTEN
                          | 1U << HP_SORT_NEVER_TOUCHED;
   assert_int_equal(known((hp_profile){ .pid = 1 }), any);
   assert_int_equal(known((hp_profile){ .has_lifetimes = true,
                                        .has_accesses = true }),
                    lives | accesses);
   assert_int_equal(known((hp_profile){ .is_heapprof = true,
                                        .has_lifetimes = true }), fates);
   assert_int_equal(known((hp_profile){ .is_heapprof = true,
                                        .has_moves = true }), any);
   assert_int_equal(known((hp_profile){ .is_heapprof = true,
                                        .has_lifetimes = true,
                                        .has_moves = true,
                                        .has_accesses = true }),
                    fates | accesses | never | 1U << HP_SORT_MOVED);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(lists),
      cmocka_unit_test(descriptions),
      cmocka_unit_test(what_is_known),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
