/* test_an_metric.c -- metrics: events, built-in metrics, formulas.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/an_metric.h"
#include "unit_alloc.h"

#include <math.h>
#include <stdio.h>

static const char all_events[]
   = "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim";

/* The event with index i counts this often. */
static const int64_t counts[] = { 1000, 1, 2, 300, 40, 5, 60, 7, 8, 90, 10,
                                  110, 12 };

static an_profile *profile_of(const tk_alloc *alloc, const char *events)
{
   char text[256];
   snprintf(text, sizeof text, "cmd: x\nevents: %s\nsummary: 0\n", events);
   return test_good_profile(alloc, text);
}

/* The metrics; their profile is freed. */
static an_metrics *metrics_of(const tk_alloc *alloc, const char *events,
                              const char *weights)
{
   an_profile *profile = profile_of(alloc, events);
   an_error error;
   an_metrics *metrics = an_metrics_new(alloc, profile, weights, &error);
   an_profile_free(profile);
   if (metrics == NULL)
      fail_msg("%s", error.message);
   return metrics;
}

static const an_metric *find(const an_metrics *metrics, const char *name)
{
   return an_metrics_find(metrics, an_span_of(name));
}

static void define(an_metrics *metrics, const char *definition)
{
   an_error error;
   if (!an_metrics_define(metrics, definition, &error))
      fail_msg("%s", error.message);
}

static void check_value(const an_metrics *metrics, const char *name,
                        long double expected)
{
   const an_metric *metric = find(metrics, name);
   assert_non_null(metric);
   long double value = an_metric_value(metric, counts);
   if (value != expected || signbit(value) != signbit(expected))
      fail_msg("%s: expected %.20Lg, found %.20Lg", name, expected, value);
}

static void check_names(const an_metrics *metrics, const char *expected)
{
   char names[512] = "";
   for (size_t i = 0; i < an_metrics_n(metrics); i++) {
      const an_metric *metric = an_metrics_at(metrics, i);
      strcat(names, metric->name);
      strcat(names, " ");
      assert_ptr_equal(find(metrics, metric->name), metric);
   }
   assert_string_equal(names, expected);
}

/* ---- Events and what is built in ---- */

static void test_events(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, "Xy a-b 3", NULL);
   check_names(metrics, "Xy a-b 3 ");
   const an_metric *metric = an_metrics_at(metrics, 1);
   assert_true(metric->is_event);
   assert_true(an_metric_is_whole(metric));
   assert_string_equal(metric->formula_text, "a-b");
   assert_null(metric->title);
   const char *xyz = "Xyz";
   assert_null(an_metrics_find(metrics, (an_span){ xyz, xyz + 1 }));
   assert_ptr_equal(an_metrics_find(metrics, (an_span){ xyz, xyz + 2 }),
                    an_metrics_at(metrics, 0));
   assert_null(find(metrics, ""));

   static const int64_t extremes[] = { INT64_MIN, INT64_MAX,
                                       INT64_MAX - 1 };
   for (size_t i = 0; i < 3 && !ROUNDS_NUMBERS; i++) {
      long double value
         = an_metric_value(an_metrics_at(metrics, i), extremes);
      assert_true((int64_t)value == extremes[i]);
   }
   an_metrics_free(metrics);
   an_metrics_free(NULL);
   assert_int_equal(heap.n_live, 0);
}

static void test_builtins(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, all_events, NULL);
   check_names(metrics, "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi "
                        "Bim L1m LLm D D1m DLm Bm CEst I1rate D1rate LLrate "
                        "Brate MPKI ");
   check_value(metrics, "Dr", 300);
   check_value(metrics, "L1m", 48);
   check_value(metrics, "LLm", 15);
   check_value(metrics, "D", 360);
   check_value(metrics, "D1m", 47);
   check_value(metrics, "DLm", 13);
   check_value(metrics, "Bm", 22);
   check_value(metrics, "CEst", 1000 + 480 + 1500 + 220);
   check_value(metrics, "I1rate", 100.0L / 1000);
   check_value(metrics, "D1rate", 4700.0L / 360);
   check_value(metrics, "LLrate", 1500.0L / 1360);
   check_value(metrics, "Brate", 2200.0L / 200);
   check_value(metrics, "MPKI", 15);
   assert_string_equal(find(metrics, "CEst")->formula_text,
                       "Ir + 10 * L1m + 100 * LLm + 10 * Bm");
   assert_string_equal(find(metrics, "MPKI")->formula_text,
                       "1000 * LLm / Ir");
   for (size_t i = 0; i < an_metrics_n(metrics); i++) {
      const an_metric *metric = an_metrics_at(metrics, i);
      assert_int_equal(metric->is_event, i < 13);
      assert_int_equal(an_metric_is_whole(metric), i < 20);
      assert_int_equal(metric->title != NULL, i >= 13);
   }
   static const int64_t none[13] = { 0 };
   for (size_t i = 0; i < an_metrics_n(metrics); i++) {
      long double value = an_metric_value(an_metrics_at(metrics, i), none);
      assert_true(i < 20 ? value == 0 : isnan(value));
   }
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

static void check_present(const char *events, const char *expected,
                          const char *cycles)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, events, NULL);
   check_names(metrics, expected);
   const an_metric *metric = find(metrics, "CEst");
   if (cycles != NULL)
      assert_string_equal(metric->formula_text, cycles);
   else
      assert_null(metric);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

static void test_parts(void **state)
{
   (void)state;
   check_present("Ir", "Ir ", NULL);
   check_present("Bc Bcm Bi Bim", "Bc Bcm Bi Bim Bm Brate ", NULL);
   check_present("Ir Bc Bcm Bi Bim", "Ir Bc Bcm Bi Bim Bm CEst Brate ",
                 "Ir + 10 * Bm");
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
                 "Ir I1mr D1mr D1mw L1m MPKI D1m CEst I1rate ",
                 "Ir + 10 * L1m");
}

/* ---- Weights ---- */

static void check_weights(const char *events, const char *weights,
                          const char *formula, long double value, bool whole)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, events, weights);
   const an_metric *metric = find(metrics, "CEst");
   assert_string_equal(metric->formula_text, formula);
   assert_int_equal(an_metric_is_whole(metric), whole);
   check_value(metrics, "CEst", value);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
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
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = profile_of(&alloc, "Ir");
   an_error error = { .line = 1 };
   assert_null(an_metrics_new(&alloc, profile, weights, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_weights(void **state)
{
   (void)state;
   check_weights(all_events, "Ir=1,L1m=10,LLm=100,Bm=10",
                 "Ir + 10 * L1m + 100 * LLm + 10 * Bm", 3200, true);
   check_weights(all_events, "LLm=200", "Ir + 10 * L1m + 200 * LLm + 10 * Bm",
                 4700, true);
   check_weights(all_events, "Bm=0.5,Ir=2",
                 "2 * Ir + 10 * L1m + 100 * LLm + 0.5 * Bm", 3991, false);
   check_weights(all_events, "Ir=0,L1m=0,LLm=1,Bm=1e1",
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
   check_weights_refused("Ir=1e9999",
                         "weight \"Ir=1e9999\": the number is too large");
   check_weights_refused("Dr=1", "weight \"Dr=1\": only Ir, L1m, LLm and Bm "
                                 "have weights");
   check_weights_refused("Ir=1,Ir=2",
                         "weight \"Ir=2\": Ir is given twice");
}

/* ---- Formulas ---- */

/* Defines "x" as the formula and checks its value. */
static void check_formula(const char *formula, long double expected,
                          bool whole)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, all_events, NULL);
   char definition[256];
   snprintf(definition, sizeof definition, "x=%s", formula);
   define(metrics, definition);
   const an_metric *metric = find(metrics, "x");
   assert_ptr_equal(metric, an_metrics_at(metrics, an_metrics_n(metrics) - 1));
   assert_string_equal(metric->formula_text, formula);
   assert_false(metric->is_event);
   if (isnan(expected))
      assert_true(isnan(an_metric_value(metric, counts)));
   else
      check_value(metrics, "x", expected);
   if (an_metric_is_whole(metric) != whole)
      fail_msg("%s: whole?", formula);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

static void test_formulas(void **state)
{
   (void)state;
   check_formula("Ir", 1000, true);
   check_formula("-Ir", -1000, true);
   check_formula("Ir - Dr - Dw", 640, true);
   check_formula("Ir-(Dr-Dw)", 760, true);
   check_formula("Ir+2*Dr", 1600, true);
   check_formula("(Ir+2)*Dr", 300600, false);
   check_formula("Ir/Dr/Dw", 1000.0L / 300 / 60, false);
   check_formula("Ir/(Dr/Dw)", 200, false);
   check_formula("-(-Ir)", 1000, true);
   check_formula("--Ir - -Dr", 1300, true);
   check_formula("-Dr*-2", 600, true);
   check_formula("3*(2*Ir-\tD1m*4 )", 5436, true);
   check_formula("(3-1)*Ir", 2000, true);
   check_formula("1e3*Ir", 1000000, true);
   check_formula(".5*Ir", 500, false);
   check_formula("2*Ir/2", 1000, false);
   check_formula("Ir/1", 1000, false);
   check_formula("Ir*Dr", 300000, false);
   check_formula("Ir+1", 1001, false);
   check_formula("Ir+0", 1000, true);
   check_formula("7", 7, false);
   check_formula("0*Ir", 0, true);
   check_formula("-0*Ir", 0, true); /* no -0 */
   check_formula("1e27*I1mr", 1e27L, false);
   check_formula("LLm*1000/Ir", 15, false);
   check_formula("Ir/0", NAN, false);
   check_formula("0/(Ir-1000)", NAN, false);
   check_formula("Ir+Dr/(Dw-60)", NAN, false);
   check_formula("0*(1/0)", NAN, false);
   check_formula("1/(1/0)", NAN, false);
   check_formula("Ir/-0", NAN, false);
   check_formula("1e4000*1e4000", NAN, false);
   check_formula("-1e4000*1e4000", NAN, false);
}

static void test_definitions(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, "Ir Dr", NULL);
   const an_metric *event = find(metrics, "Ir");
   define(metrics, " _two.Irs \t=\t 2 * Ir ");
   define(metrics, "b=_two.Irs+Dr");
   define(metrics, "half=0.5");
   define(metrics, "k=1000");
   define(metrics, "c=k*b");
   define(metrics, "d=half*b");
   check_names(metrics, "Ir Dr _two.Irs b half k c d ");
   assert_string_equal(find(metrics, "_two.Irs")->formula_text,
                       "2 * Ir");
   static const int64_t some[] = { 5, 7 };
   assert_true(an_metric_value(find(metrics, "b"), some) == 17);
   assert_true(an_metric_value(find(metrics, "c"), some) == 17000);
   assert_true(an_metric_value(find(metrics, "d"), some) == 8.5L);
   assert_true(an_metric_is_whole(find(metrics, "b")));
   assert_true(an_metric_is_whole(find(metrics, "c")));
   assert_false(an_metric_is_whole(find(metrics, "d")));
   for (int i = 0; i < 100; i++) { /* the table grows; metrics stay */
      char definition[32];
      snprintf(definition, sizeof definition, "m%d=c+%d*Ir", i, i);
      define(metrics, definition);
   }
   assert_ptr_equal(find(metrics, "Ir"), event);
   assert_true(an_metric_value(find(metrics, "m99"), some) == 17495);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Errors ---- */

static void check_refused(an_metrics *metrics, const char *definition,
                          const char *message)
{
   an_error error = { .line = 1 };
   size_t n = an_metrics_n(metrics);
   assert_false(an_metrics_define(metrics, definition, &error));
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   assert_int_equal(an_metrics_n(metrics), n);
}

#define NAME_RULE "a name is a letter or \"_\", then letters, digits, \"_\" " \
                  "and \".\""
#define OPERAND "expected a number, a name, \"-\" or \"(\""

static void test_errors(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, all_events, NULL);
   check_refused(metrics, "", "metric \"\": expected NAME=FORMULA");
   check_refused(metrics, "x", "metric \"x\": expected NAME=FORMULA");
   check_refused(metrics, "=1", "metric \"=1\": " NAME_RULE);
   check_refused(metrics, "1x=1", "metric \"1x=1\": " NAME_RULE);
   check_refused(metrics, "x y=1", "metric \"x y=1\": " NAME_RULE);
   check_refused(metrics, "\xc3\xa9=1", "metric \"\xc3\xa9=1\": " NAME_RULE);
   check_refused(metrics, "Ir=1", "metric \"Ir=1\": the name Ir is taken");
   check_refused(metrics, "x=", "metric \"x=\", character 3: " OPERAND);
   check_refused(metrics, "x= ", "metric \"x= \", character 4: " OPERAND);
   check_refused(metrics, "x=Ir+", "metric \"x=Ir+\", character 6: " OPERAND);
   check_refused(metrics, "x=Ir+*2",
                 "metric \"x=Ir+*2\", character 6: " OPERAND);
   check_refused(metrics, "x=+Ir", "metric \"x=+Ir\", character 3: " OPERAND);
   check_refused(metrics, "x=()", "metric \"x=()\", character 4: " OPERAND);
   check_refused(metrics, "x=$", "metric \"x=$\", character 3: " OPERAND);
   check_refused(metrics, "x=Ir Dr",
                 "metric \"x=Ir Dr\", character 6: expected an operator");
   check_refused(metrics, "x=2e",
                 "metric \"x=2e\", character 4: expected an operator");
   check_refused(metrics, "x=Ir)",
                 "metric \"x=Ir)\", character 5: expected an operator");
   check_refused(metrics, "x=Ir=2",
                 "metric \"x=Ir=2\", character 5: expected an operator");
   check_refused(metrics, "x=(Ir", "metric \"x=(Ir\", character 6: expected "
                                   "an operator or \")\"");
   check_refused(metrics, "x=2*Irr", "metric \"x=2*Irr\", character 5: there "
                                     "is no event or metric \"Irr\"");
   check_refused(metrics, "x=x+1", "metric \"x=x+1\", character 3: there is "
                                   "no event or metric \"x\"");
   check_refused(metrics, "x=1e9999", "metric \"x=1e9999\", character 9: the "
                                      "number is too large");
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

/* "x=", then `before` n times, then "Ir", then `after` n times. */
static const char *nested(const char *before, size_t n, const char *after)
{
   static char text[20000];
   strcpy(text, "x=");
   char *at = text + 2;
   for (size_t i = 0; i < n; i++)
      at = stpcpy(at, before);
   at = stpcpy(at, "Ir");
   for (size_t i = 0; i < n; i++)
      at = stpcpy(at, after);
   return text;
}

static void check_refused_for(an_metrics *metrics, const char *definition,
                              const char *reason)
{
   an_error error;
   assert_false(an_metrics_define(metrics, definition, &error));
   assert_non_null(strstr(error.message, reason));
}

static void test_limits(void **state)
{
   (void)state;
   static const char deep[] = ": the formula is nested too deeply";
   static const char long_[] = ": the formula is too long";
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, "Ir", NULL);
   check_refused_for(metrics, nested("(", 100, ")"), deep);
   check_refused_for(metrics, nested("-", 100, ""), deep);
   check_refused_for(metrics, nested("(", 9000, ")"), deep);
   check_refused_for(metrics, nested("1+1*(", 70, ")"), deep);
   check_refused_for(metrics, nested("", 2048, "+1"), long_);
   define(metrics, nested("", 2047, "+1")); /* x: 4095 steps */
   define(metrics, "y=-x");
   check_refused(metrics, "z=x+1",
                 "metric \"z=x+1\", character 6: the formula is too long");
   check_refused(metrics, "z=Ir+x",
                 "metric \"z=Ir+x\", character 7: the formula is too long");
   const int64_t count = 10;
   assert_true(an_metric_value(find(metrics, "y"), &count) == -2057);
   an_metrics_free(metrics);

   metrics = metrics_of(&alloc, "Ir", NULL);
   define(metrics, nested("1+(", 99, ")"));
   assert_true(an_metric_value(find(metrics, "x"), &count) == 109);
   define(metrics, "m0=x"); /* 100 values deep; each is one more */
   char definition[32];
   for (int i = 0; i < 28; i++) {
      snprintf(definition, sizeof definition, "m%d=1+m%d", i + 1, i);
      define(metrics, definition);
   }
   assert_true(an_metric_value(find(metrics, "m28"), &count) == 137);
   check_refused_for(metrics, "m29=1+m28", deep);
   define(metrics, "m29=m28+1");
   an_metrics_free(metrics);

   metrics = metrics_of(&alloc, "Ir", NULL); /* each doubles the steps */
   define(metrics, "m0=Ir");
   for (int i = 0; i < 11; i++) {
      snprintf(definition, sizeof definition, "m%d=m%d+m%d", i + 1, i, i);
      define(metrics, definition);
   }
   check_refused_for(metrics, "m12=m11+m11", long_);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Random formulas ---- */

/* A formula that is evaluated naively while it is written. */
typedef struct {
   unit_random random;
   char text[4096];
   size_t n;
   bool sums; /* only steps that keep the formula whole */
} generator;

static void put(generator *g, const char *text)
{
   if (unit_random_below(&g->random, 8) == 0)
      g->text[g->n++] = ' ';
   size_t n = strlen(text);
   assert_true(g->n + n + 2 < sizeof g->text);
   memcpy(g->text + g->n, text, n + 1);
   g->n += n;
}

static long double generate(generator *g, int depth, int precedence);

static long double generate_leaf(generator *g)
{
   static const struct {
      const char *text;
      long double value;
   } leaves[] = {
      { "a", 3 }, { "b", -5 }, { "c", 0 }, { "d", 1234567890123 },
      { "ab", -2 }, /* a + b */
      { "7", 7 }, { "0", 0 }, { "1.5", 1.5L }, { "0.1", 0.1L },
      { "2e2", 200 },
   };
   size_t i = unit_random_below(&g->random,
                                g->sums ? 5 : sizeof leaves / sizeof *leaves);
   put(g, leaves[i].text);
   return leaves[i].value;
}

static long double generate_binary(generator *g, int depth, int op)
{
   static const char *const texts[] = { "+", "-", "*", "/" };
   int precedence = op < 2 ? 0 : 1;
   long double left = generate(g, depth - 1, precedence);
   put(g, texts[op]);
   long double right = generate(g, depth - 1, precedence + 1);
   switch (op) {
   case 0:
      return left + right;
   case 1:
      return left - right;
   case 2:
      return left * right;
   default:
      return right == 0 ? NAN : left / right;
   }
}

/* A formula of at least this precedence: 0 a sum, 1 a product, 2 an
   operand. */
static long double generate(generator *g, int depth, int precedence)
{
   if (depth == 0)
      return generate_leaf(g);
   int op = (int)unit_random_below(&g->random, g->sums ? 2 : 6);
   if (op == 5)
      return generate_leaf(g);
   if (op == 4) {
      put(g, "-");
      return -generate(g, depth - 1, 2);
   }
   bool parentheses = (op < 2 ? 0 : 1) < precedence
                      || unit_random_below(&g->random, 10) == 0;
   if (parentheses)
      put(g, "(");
   long double value = generate_binary(g, depth, op);
   if (parentheses)
      put(g, ")");
   return value;
}

static void check_random(uint64_t seed, bool sums)
{
   static const int64_t values[] = { 3, -5, 0, 1234567890123 };
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, "a b c d", NULL);
   define(metrics, "ab=a+b");
   generator g = { .random = unit_random_from(seed), .text = "x=", .n = 2,
                   .sums = sums };
   int depth = (int)unit_random_below(&g.random, 7);
   long double expected = generate(&g, depth, 0);
   define(metrics, g.text);
   const an_metric *metric = find(metrics, "x");
   long double value = an_metric_value(metric, values);
   if (isnan(expected) ? !isnan(value) : value != expected)
      fail_msg("%s: expected %.20Lg, found %.20Lg", g.text, expected, value);
   assert_false(sums && !an_metric_is_whole(metric));
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

static void test_random(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 5000; seed++)
      check_random(seed, seed % 5 == 0);
}

/* Values of whole metrics add up. */
static void test_whole_adds_up(void **state)
{
   (void)state;
   static const int64_t parts[3][4] = {
      { 3, -5, 0, 1234567890123 }, { 10, 20, 30, 40 }, { 13, 15, 30,
                                                        1234567890163 },
   };
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   size_t n_whole = 0;
   for (uint64_t seed = 1; seed <= 2000; seed++) {
      an_metrics *metrics = metrics_of(&alloc, "a b c d", NULL);
      define(metrics, "ab=a+b");
      generator g = { .random = unit_random_from(seed), .text = "x=", .n = 2 };
      generate(&g, 3, 0);
      define(metrics, g.text);
      const an_metric *metric = find(metrics, "x");
      if (an_metric_is_whole(metric)) {
         n_whole++;
         long double sum = an_metric_value(metric, parts[0])
                           + an_metric_value(metric, parts[1]);
         if (sum != an_metric_value(metric, parts[2]))
            fail_msg("%s does not add up", g.text);
      }
      an_metrics_free(metrics);
   }
   assert_true(n_whole > 100);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Memory ---- */

static void test_no_memory(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = profile_of(&alloc, all_events);
   size_t live = heap.n_live;
   an_error error;
   an_metrics *metrics = NULL;
   size_t n = 0;
   while (metrics == NULL) {
      error = (an_error){ .line = 1 };
      heap.n_calls = 0;
      heap.fail_at = ++n;
      metrics = an_metrics_new(&alloc, profile, NULL, &error);
      if (metrics == NULL) {
         assert_int_equal(error.line, 0);
         assert_string_equal(error.message, "out of memory");
         assert_int_equal(heap.n_live, live);
      }
   }
   assert_true(n > 20);
   size_t n_metrics = an_metrics_n(metrics);
   for (size_t i = 0; i < 40; i++) { /* among them one that grows the table */
      char definition[32];
      snprintf(definition, sizeof definition, "m%zu=Ir", i);
      for (heap.fail_at = 1, heap.n_calls = 0;
           !an_metrics_define(metrics, definition, &error);
           heap.fail_at++, heap.n_calls = 0) {
         assert_string_equal(error.message, "out of memory");
         assert_int_equal(an_metrics_n(metrics), n_metrics + i);
      }
   }
   heap.fail_at = 0;
   an_metrics_free(metrics);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* The user's MPKI replaces the built-in one; metrics computed from L1m do not
   change. */
static void test_builtins_are_replaced(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_metrics *metrics = metrics_of(&alloc, all_events, NULL);
   size_t n = an_metrics_n(metrics);
   const an_metric *cycles = find(metrics, "CEst");
   int64_t row[64];
   for (int i = 0; i < 64; i++)
      row[i] = 10 + i * i;
   long double before = an_metric_value(cycles, row);
   an_error error;
   assert_true(an_metrics_define(metrics, "MPKI=7*Ir", &error));
   assert_true(an_metrics_define(metrics, "L1m = 2 * L1m", &error));
   assert_int_equal(an_metrics_n(metrics), n);
   const an_metric *mpki = find(metrics, "MPKI");
   const an_metric *ir = find(metrics, "Ir");
   assert_string_equal(mpki->formula_text, "7*Ir");
   assert_true(an_metric_value(mpki, row)
               == 7 * an_metric_value(ir, row));
   assert_true(an_metric_value(cycles, row) == before);
   assert_false(an_metrics_define(metrics, "MPKI=Ir", &error));
   assert_string_equal(error.message,
                       "metric \"MPKI=Ir\": the name MPKI is taken");
   assert_false(an_metrics_define(metrics, "LLm=", &error)); /* stays */
   assert_non_null(find(metrics, "LLm")->title);
   an_metrics_free(metrics);
   assert_int_equal(heap.n_live, 0);
}

int main(void)
{
   skip_where_rounded("test_formulas");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_builtins_are_replaced),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_builtins),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_own_cycles),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_definitions),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_whole_adds_up),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
