/* test_ac_metric.c -- metrics: events, built-in metrics, weights, definitions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_metrics.h"

static void check_names(const ac_metrics *metrics, const char *expected)
{
   char names[512] = "";
   for (size_t i = 0; i < ac_metrics_n(metrics); i++) {
      const ac_metric *metric = ac_metrics_at(metrics, i);
      strcat(names, metric->name);
      strcat(names, " ");
      assert_ptr_equal(metrics_find(metrics, metric->name), metric);
   }
   assert_string_equal(names, expected);
}

/* ---- Events and what is built in ---- */

static void test_events(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of("Xy a-b 3", NULL);
   check_names(metrics, "Xy a-b 3 ");
   const ac_metric *metric = ac_metrics_at(metrics, 1);
   assert_true(metric->is_event);
   assert_true(ac_metric_is_whole(metric));
   assert_string_equal(metric->formula_text, "a-b");
   assert_null(metric->title);
   const char *xyz = "Xyz";
   assert_null(ac_metrics_find(metrics, (an_span){ xyz, xyz + 1 }));
   assert_ptr_equal(ac_metrics_find(metrics, (an_span){ xyz, xyz + 2 }),
                    ac_metrics_at(metrics, 0));
   assert_null(metrics_find(metrics, ""));

   static const int64_t extremes[] = { INT64_MIN, INT64_MAX, INT64_MAX - 1 };
   for (size_t i = 0; i < 3 && !ROUNDS_NUMBERS; i++) {
      long double value = ac_metric_value(ac_metrics_at(metrics, i), extremes);
      assert_true((int64_t)value == extremes[i]);
   }
}

static void test_builtins(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of(metrics_all_events, NULL);
   check_names(metrics, "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi "
                        "Bim L1m LLm D D1m DLm Bm CEst I1rate D1rate LLrate "
                        "Brate MPKI ");
   metrics_check(metrics, "Dr", 300);
   metrics_check(metrics, "L1m", 48);
   metrics_check(metrics, "LLm", 15);
   metrics_check(metrics, "D", 360);
   metrics_check(metrics, "D1m", 47);
   metrics_check(metrics, "DLm", 13);
   metrics_check(metrics, "Bm", 22);
   metrics_check(metrics, "CEst", 1000 + 480 + 1500 + 220);
   metrics_check(metrics, "I1rate", 100.0L / 1000);
   metrics_check(metrics, "D1rate", 4700.0L / 360);
   metrics_check(metrics, "LLrate", 1500.0L / 1360);
   metrics_check(metrics, "Brate", 2200.0L / 200);
   metrics_check(metrics, "MPKI", 15);
   assert_string_equal(metrics_find(metrics, "CEst")->formula_text,
                       "Ir + 10 * L1m + 100 * LLm + 10 * Bm");
   assert_string_equal(metrics_find(metrics, "MPKI")->formula_text, "1000 * LLm / Ir");
   for (size_t i = 0; i < ac_metrics_n(metrics); i++) {
      const ac_metric *metric = ac_metrics_at(metrics, i);
      assert_int_equal(metric->is_event, i < 13);
      assert_int_equal(ac_metric_is_whole(metric), i < 20);
      assert_int_equal(metric->title != NULL, i >= 13);
   }
   static const int64_t none[13] = { 0 };
   for (size_t i = 0; i < ac_metrics_n(metrics); i++) {
      long double value = ac_metric_value(ac_metrics_at(metrics, i), none);
      assert_true(i < 20 ? value == 0 : isnan(value));
   }
}

static void check_present(const char *events, const char *expected, const char *cycles)
{
   ac_metrics *metrics = metrics_of(events, NULL);
   check_names(metrics, expected);
   const ac_metric *metric = metrics_find(metrics, "CEst");
   if (cycles != NULL)
      assert_string_equal(metric->formula_text, cycles);
   else
      assert_null(metric);
}

static void test_parts(void **state)
{
   (void)state;
   check_present("Ir", "Ir ", NULL);
   check_present("Bc Bcm Bi Bim", "Bc Bcm Bi Bim Bm Brate ", NULL);
   check_present("Ir Bc Bcm Bi Bim", "Ir Bc Bcm Bi Bim Bm CEst Brate ", "Ir + 10 * Bm");
   check_present("Ir I1mr ILmr", "Ir I1mr ILmr I1rate ", NULL);
   check_present("Ir Dr Dw", "Ir Dr Dw D ", NULL);
   check_present("Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw",
                 "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw L1m LLm D D1m DLm "
                 "CEst I1rate D1rate LLrate MPKI ",
                 "Ir + 10 * L1m + 100 * LLm");
   /* events hide built-in metrics, and are used in their place */
   check_present("LLm Ir", "LLm Ir CEst MPKI ", "Ir + 100 * LLm");
   /* The tool's own estimate. */
   check_present("Ir LLm Cx Cf Cd Cb", "Ir LLm Cx Cf Cd Cb CEst MPKI ",
                 "Cx + Cf + Cd + Cb");
   check_present("Ir Cx Cd", "Ir Cx Cd CEst ", "Cx + Cd");
   check_present("Ir Cd", "Ir Cd ", NULL);
   check_present("Ir Bm CEst", "Ir Bm CEst ", "CEst");
   check_present("Ir I1mr D1mr D1mw L1m MPKI",
                 "Ir I1mr D1mr D1mw L1m MPKI D1m CEst I1rate ", "Ir + 10 * L1m");
}

/* A part of a row has no more of a sum than the row. */
static void test_sums_grow(void **state)
{
   (void)state;
   static const struct {
      const char *definition;
      bool grows;
   } metrics_of_row[] = { { "a=Ir", true },   { "b=2*Ir+Dr", true }, { "c=Ir-Dr", false },
                          { "d=-Ir", false }, { "e=Ir/Dr", false },  { "f=b+3*a", true },
                          { "g=b-1", false }, { "h=Ir*Dr", false } };
   an_error error;
   ac_metrics *metrics = metrics_of("Ir Dr", NULL);
   assert_true(ac_metric_grows(metrics_find(metrics, "Dr")));
   for (size_t i = 0; i < sizeof metrics_of_row / sizeof metrics_of_row[0]; i++) {
      const char name[] = { metrics_of_row[i].definition[0], '\0' };
      assert_true(ac_metrics_define(metrics, metrics_of_row[i].definition, &error));
      assert_int_equal(ac_metric_grows(metrics_find(metrics, name)),
                       metrics_of_row[i].grows);
   }
}

/* ---- Weights ---- */

static void check_weights(const char *events, const char *weights, const char *formula,
                          long double value, bool whole)
{
   ac_metrics *metrics = metrics_of(events, weights);
   const ac_metric *metric = metrics_find(metrics, "CEst");
   assert_string_equal(metric->formula_text, formula);
   assert_int_equal(ac_metric_is_whole(metric), whole);
   metrics_check(metrics, "CEst", value);
}

static void test_own_cycles(void **state)
{
   (void)state;
   /* Weights ask for the weighted sum. */
   check_weights("Ir LLm Cx Cf", "LLm=5", "Ir + 5 * LLm", 1005, true);
   check_weights("Ir LLm Cx Cf", NULL, "Cx + Cf", 302, true);
}

static void check_weights_refused(const char *weights, const char *message)
{
   ac_profile *profile = metrics_profile_of("Ir");
   an_error error = { .line = 1 };
   assert_null(ac_metrics_new(test_alloc(), profile, weights, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
}

static void test_weights(void **state)
{
   (void)state;
   check_weights(metrics_all_events, "Ir=1,L1m=10,LLm=100,Bm=10",
                 "Ir + 10 * L1m + 100 * LLm + 10 * Bm", 3200, true);
   check_weights(metrics_all_events, "LLm=200", "Ir + 10 * L1m + 200 * LLm + 10 * Bm",
                 4700, true);
   check_weights(metrics_all_events, "Bm=0.5,Ir=2",
                 "2 * Ir + 10 * L1m + 100 * LLm + 0.5 * Bm", 3991, false);
   check_weights(metrics_all_events, "Ir=0,L1m=0,LLm=1,Bm=1e1",
                 "0 * Ir + 0 * L1m + LLm + 1e1 * Bm", 235, true);
   check_weights("Ir Bm", "L1m=3,LLm=4", "Ir + 10 * Bm", 1010, true);

   check_weights_refused("", "weight \"\": expected NAME=NUMBER");
   check_weights_refused("Ir=1,", "weight \"\": expected NAME=NUMBER");
   check_weights_refused("L1m=1,Ir", "weight \"Ir\": expected NAME=NUMBER");
   check_weights_refused("=1", "weight \"=1\": expected NAME=NUMBER");
   check_weights_refused("Ir=", "weight \"Ir=\": expected a decimal number "
                                "after \"=\"");
   check_weights_refused("Ir=-1", "weight \"Ir=-1\": expected a decimal "
                                  "number after \"=\"");
   check_weights_refused("Ir=1x", "weight \"Ir=1x\": expected a decimal "
                                  "number after \"=\"");
   check_weights_refused("Ir=1e9999", "weight \"Ir=1e9999\": the number is too large");
   check_weights_refused("Dr=1", "weight \"Dr=1\": only Ir, L1m, LLm and Bm "
                                 "have weights");
   check_weights_refused("Ir=1,Ir=2", "weight \"Ir=2\": Ir is given twice");
}

/* ---- Definitions ---- */

static void test_definitions(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of("Ir Dr", NULL);
   const ac_metric *event = metrics_find(metrics, "Ir");
   metrics_define(metrics, " _two.Irs \t=\t 2 * Ir ");
   metrics_define(metrics, "b=_two.Irs+Dr");
   metrics_define(metrics, "half=0.5");
   metrics_define(metrics, "k=1000");
   metrics_define(metrics, "c=k*b");
   metrics_define(metrics, "d=half*b");
   check_names(metrics, "Ir Dr _two.Irs b half k c d ");
   assert_string_equal(metrics_find(metrics, "_two.Irs")->formula_text, "2 * Ir");
   static const int64_t some[] = { 5, 7 };
   assert_true(ac_metric_value(metrics_find(metrics, "b"), some) == 17);
   assert_true(ac_metric_value(metrics_find(metrics, "c"), some) == 17000);
   assert_true(ac_metric_value(metrics_find(metrics, "d"), some) == 8.5L);
   assert_true(ac_metric_is_whole(metrics_find(metrics, "b")));
   assert_true(ac_metric_is_whole(metrics_find(metrics, "c")));
   assert_false(ac_metric_is_whole(metrics_find(metrics, "d")));
   for (int i = 0; i < 100; i++) {
      /* the table grows; metrics stay */
      char definition[32];
      snprintf(definition, sizeof definition, "m%d=c+%d*Ir", i, i);
      metrics_define(metrics, definition);
   }
   assert_ptr_equal(metrics_find(metrics, "Ir"), event);
   assert_true(ac_metric_value(metrics_find(metrics, "m99"), some) == 17495);
}

/* ---- Errors ---- */

#define NAME_RULE \
   "a name is a letter or \"_\", then letters, digits, \"_\" " \
   "and \".\""

static void test_errors(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of(metrics_all_events, NULL);
   metrics_refuse(metrics, "", "metric \"\": expected NAME=FORMULA");
   metrics_refuse(metrics, "x", "metric \"x\": expected NAME=FORMULA");
   metrics_refuse(metrics, "=1", "metric \"=1\": " NAME_RULE);
   metrics_refuse(metrics, "1x=1", "metric \"1x=1\": " NAME_RULE);
   metrics_refuse(metrics, "x y=1", "metric \"x y=1\": " NAME_RULE);
   metrics_refuse(metrics, "\xc3\xa9=1", "metric \"\xc3\xa9=1\": " NAME_RULE);
   metrics_refuse(metrics, "Ir=1", "metric \"Ir=1\": the name Ir is taken");
}

/* ---- Memory ---- */

/* The user's MPKI replaces the built-in one; metrics computed from L1m do not
   change. */
static void test_builtins_are_replaced(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of(metrics_all_events, NULL);
   size_t n = ac_metrics_n(metrics);
   const ac_metric *cycles = metrics_find(metrics, "CEst");
   int64_t row[64];
   for (int i = 0; i < 64; i++)
      row[i] = 10 + i * i;
   long double before = ac_metric_value(cycles, row);
   an_error error;
   assert_true(ac_metrics_define(metrics, "MPKI=7*Ir", &error));
   assert_true(ac_metrics_define(metrics, "L1m = 2 * L1m", &error));
   assert_int_equal(ac_metrics_n(metrics), n);
   const ac_metric *mpki = metrics_find(metrics, "MPKI");
   const ac_metric *ir = metrics_find(metrics, "Ir");
   assert_string_equal(mpki->formula_text, "7*Ir");
   assert_true(ac_metric_value(mpki, row) == 7 * ac_metric_value(ir, row));
   assert_true(ac_metric_value(cycles, row) == before);
   assert_false(ac_metrics_define(metrics, "MPKI=Ir", &error));
   assert_string_equal(error.message, "metric \"MPKI=Ir\": the name MPKI is taken");
   assert_false(ac_metrics_define(metrics, "LLm=", &error)); /* stays */
   assert_non_null(metrics_find(metrics, "LLm")->title);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_builtins_are_replaced),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_builtins),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_sums_grow),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_own_cycles),
      cmocka_unit_test(test_definitions),
      cmocka_unit_test(test_errors),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
