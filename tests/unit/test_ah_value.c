/* test_ah_value.c -- the values of a site by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_value.h"

static void names(void **state)
{
   (void)state;
   for (size_t i = 0; i < AH_N_SORTS; i++) {
      const ah_value *value = ah_value_find(ah_values[i].name, AH_N_SORTS);
      assert_ptr_equal(value, &ah_values[i]); /* no name stands twice */
      assert_int_equal(ah_value_number(value), i);
      assert_true(value->title[0] >= 'A' && value->title[0] <= 'Z');
      assert_true((ah_value_find(value->name, AH_VALUES) != NULL) == (i < AH_VALUES));
   }
   assert_null(ah_value_find("", AH_N_SORTS));
   assert_null(ah_value_find("pea", AH_N_SORTS));
}

/* Each place of a file has one column, and each column one name. */
static void columns_are_ordered(void **state)
{
   (void)state;
   const ah_value *report[AH_REPORT_COLUMNS], *export[AH_EXPORT_COLUMNS];
   ah_value_report(report);
   ah_value_export(export);
   for (int i = 0; i < AH_REPORT_COLUMNS; i++)
      assert_int_equal(report[i]->report.place, i + 1);
   for (int i = 0; i < AH_EXPORT_COLUMNS; i++)
      assert_int_equal(export[i]->export.place, i + 1);
   size_t n_report = 0, n_export = 0;
   for (size_t i = 0; i < AH_N_VALUES; i++) {
      const ah_value *a = &ah_values[i];
      n_report += a->report.place > 0;
      n_export += a->export.place > 0;
      assert_true((a->report.place > 0) == (a->report.name != NULL));
      assert_true(a->offset % sizeof(int64_t) == 0);
      for (size_t k = 0; k < i && a->of != AH_VALUE_AT; k++)
         assert_true(a->offset != ah_values[k].offset
                     || a->is_rare != ah_values[k].is_rare);
   }
   assert_int_equal(n_report, AH_REPORT_COLUMNS);
   assert_int_equal(n_export, AH_EXPORT_COLUMNS);
}

static void lists(void **state)
{
   (void)state;
   char text[512];
   ah_value_list(3, text, sizeof text);
   assert_string_equal(text, "peak, peak_blocks or total");
   ah_value_list(AH_N_SORTS, text, sizeof text);
   assert_true(strlen(text) + 20 < sizeof text);
   assert_non_null(strstr(text, ", live or lifetime"));
   memset(text, 'x', sizeof text);
   ah_value_list(AH_N_SORTS, text, 9);
   assert_string_equal(text, "peak, pe");
   assert_int_equal(text[9], 'x');
}

static void descriptions(void **state)
{
   (void)state;
   static const struct {
      ah_sort sort;
      const char *text;
   } cases[] = {
      { AH_SORT_PEAK, "units at the peak" },
      { AH_SORT_BLOCKS, "events in all" },
      { AH_SORT_TEMPORARY, "temporary events" },
      { AH_SORT_REALLOCS, "reallocations" },
      { AH_SORT_LIVE, "their own maximum of live units" },
      { AH_SORT_LIFETIME, "sum of the blocks' lifetimes" },
      { AH_SORT_NEVER_TOUCHED, "units neither read nor written" },
   };
   ah_profile profile = { .bytes_unit = "units", .blocks_unit = "events" };
   char text[64];
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_value_describe(&ah_values[cases[i].sort], &profile, text, sizeof text);
      assert_string_equal(text, cases[i].text);
   }
   ah_value_describe(&ah_values[AH_SORT_PEAK], &profile, text, 8);
   assert_string_equal(text, "units a");
}

/* The names of those that a profile tells, as numbers' bits. */
static unsigned known(ah_profile profile)
{
   unsigned bits = 0;
   for (size_t i = 0; i < AH_N_SORTS; i++)
      if (ah_value_is_known(&ah_values[i], &profile))
         bits |= 1U << i;
   return bits;
}

static void what_is_known(void **state)
{
   (void)state;
   const unsigned any = 1U << AH_SORT_TOTAL | 1U << AH_SORT_BLOCKS;
   const unsigned lives = any | 1U << AH_SORT_PEAK | 1U << AH_SORT_PEAK_BLOCKS
                          | 1U << AH_SORT_LEAKED | 1U << AH_SORT_LEAKED_BLOCKS
                          | 1U << AH_SORT_LIVE | 1U << AH_SORT_LIFETIME;
   const unsigned fates = lives | 1U << AH_SORT_TEMPORARY | 1U << AH_SORT_REALLOCS;
   const unsigned accesses = 1U << AH_SORT_READS | 1U << AH_SORT_WRITES;
   const unsigned never = 1U << AH_SORT_NEVER_READ | 1U << AH_SORT_NEVER_WRITTEN
                          | 1U << AH_SORT_NEVER_TOUCHED;
   assert_int_equal(known((ah_profile){ .pid = 1 }), any);
   assert_int_equal(known((ah_profile){ .has_lifetimes = true, .has_accesses = true }),
                    lives | accesses);
   assert_int_equal(known((ah_profile){ .is_heapprof = true, .has_lifetimes = true }),
                    fates);
   assert_int_equal(known((ah_profile){ .is_heapprof = true, .has_moves = true }), any);
   assert_int_equal(known((ah_profile){ .is_heapprof = true,
                                        .has_lifetimes = true,
                                        .has_moves = true,
                                        .has_accesses = true }),
                    fates | accesses | never | 1U << AH_SORT_MOVED);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),         cmocka_unit_test(columns_are_ordered),
      cmocka_unit_test(lists),         cmocka_unit_test(descriptions),
      cmocka_unit_test(what_is_known),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
