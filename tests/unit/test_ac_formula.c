/* test_ac_formula.c -- formulas: compiled, refused, their values.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_metrics.h"

#include "unit_alloc.h"

/* ---- Formulas ---- */

/* Defines "x" as the formula and checks its value. */
static void check_formula(const char *formula, long double expected, bool whole)
{
   ac_metrics *metrics = metrics_of(metrics_all_events, NULL);
   char definition[256];
   snprintf(definition, sizeof definition, "x=%s", formula);
   metrics_define(metrics, definition);
   const ac_metric *metric = metrics_find(metrics, "x");
   assert_ptr_equal(metric, ac_metrics_at(metrics, ac_metrics_n(metrics) - 1));
   assert_string_equal(metric->formula_text, formula);
   assert_false(metric->is_event);
   if (isnan(expected))
      assert_true(isnan(ac_metric_value(metric, metrics_counts)));
   else
      metrics_check(metrics, "x", expected);
   if (ac_metric_is_whole(metric) != whole)
      fail_msg("%s: whole?", formula);
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

/* ---- Steps ---- */

/* A name of one letter stands for the event of that number: a, b, c. */
static const ac_formula *find_letter(const void *context, an_span name)
{
   const ac_formula *events = context;
   return an_span_length(name) == 1 && *name.at >= 'a' && *name.at <= 'c'
             ? &events[*name.at - 'a']
             : NULL;
}

static void check_steps(const char *formula, const char *expected, size_t stack,
                        bool is_constant)
{
   static const char ops[] = "#e~+-*/"; /* by opcode */
   ac_step events[3], steps[16];
   ac_formula of[3], counted, compiled;
   char text[64] = "";
   for (size_t i = 0; i < 3; i++)
      of[i] = ac_formula_of_event(&events[i], i);
   const ac_formula_text what = { an_span_of(formula), formula, find_letter, of };
   an_error error;
   assert_true(ac_formula_compile(&counted, NULL, &what, NULL));
   assert_true(ac_formula_compile(&compiled, steps, &what, &error));
   assert_int_equal(counted.n_steps, compiled.n_steps);
   assert_int_equal(counted.stack, stack);
   assert_ptr_equal(compiled.steps, steps);
   assert_int_equal(compiled.stack, stack);
   assert_int_equal(compiled.is_constant, is_constant);
   for (size_t i = 0; i < compiled.n_steps; i++)
      sprintf(text + strlen(text), steps[i].op == AC_STEP_EVENT ? "%c" : "%c ",
              steps[i].op == AC_STEP_EVENT ? 'a' + (int)steps[i].event
                                           : ops[steps[i].op]);
   assert_string_equal(text, expected);
}

static void test_steps(void **state)
{
   (void)state;
   check_steps("a", "a", 1, false);
   check_steps("3", "# ", 1, true);
   check_steps("3.5", "# ", 1, false);
   check_steps("a+b*c", "abc* + ", 3, false);
   check_steps("a*b+c", "ab* c+ ", 2, false);
   check_steps("a-b-c", "ab- c- ", 2, false);
   check_steps("-(2-1)/ 3", "# # - ~ # / ", 2, false);
   check_steps("-(2-1)* 3+-4", "# # - ~ # * # ~ + ", 2, true);
   check_steps("2*a", "# a* ", 2, false);
}

/* A whole formula as terms has the value that its steps have. */
static void check_terms(const char *formula, size_t n_terms)
{
   static const int64_t rows[][3] = {
      { 0, 0, 0 },
      { 1, 20, 300 },
      { -5, 7, 0 },
      { INT32_MAX, 1, 2 },
      { INT64_MAX, INT64_MAX, INT64_MIN }, /* more than a word */
   };
   ac_step events[3], steps[64];
   ac_formula of[3], f;
   an_error error;
   for (size_t i = 0; i < 3; i++)
      of[i] = ac_formula_of_event(&events[i], i);
   const ac_formula_text what = { an_span_of(formula), formula, find_letter, of };
   assert_true(ac_formula_compile(&f, steps, &what, &error));
   assert_int_equal(f.n_terms, n_terms);
   ac_formula by_steps = f;
   by_steps.n_terms = 0;
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      assert_true(ac_formula_value(&f, rows[i]) == ac_formula_value(&by_steps, rows[i]));
}

static void test_terms(void **state)
{
   (void)state;
   check_terms("a", 1);
   check_terms("a+b-c", 3);
   check_terms("a + 10*(b+c) + 100*b", 4);
   check_terms("-(a-2*b)*(3+4)", 2);
   check_terms("2*-a - (b - (c - a))*3", 4);
   check_terms("(2-2)*a", 1);
   check_terms("a+0", 1);
   check_terms("a+1", 0); /* none: not whole */
   check_terms("a/2+b", 0);
   check_terms("1.5*a", 0);
   check_terms("a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a", AC_TERMS_MAX);
   check_terms("a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a", 0);
   check_terms("4000000000*(4000000000*a)", 0); /* the weight does not fit */
}

/* Nobody needs to hear why. */
static void test_without_error(void **state)
{
   (void)state;
   ac_formula formula;
   const ac_formula_text what = { an_span_of("a+"), "a+", find_letter, NULL };
   assert_false(ac_formula_compile(&formula, NULL, &what, NULL));
}

static void test_names(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t length;
   } names[] = {
      { "", 0 },    { "1a", 0 },      { ".a", 0 },         { "-", 0 },  { "a", 1 },
      { "_", 1 },   { "Z9._z+1", 5 }, { "az\xc3\xa4", 2 }, { "A@", 1 }, { "Z[", 1 },
      { "a b", 1 }, { "a`", 1 },      { "z{", 1 },
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      an_span rest = an_span_of(names[i].text);
      an_span name = ac_formula_take_name(&rest);
      assert_ptr_equal(name.at, names[i].text);
      assert_int_equal(an_span_length(name), names[i].length);
      assert_ptr_equal(rest.at, name.end);
   }
}

/* ---- Errors ---- */

#define OPERAND "expected a number, a name, \"-\" or \"(\""

static void test_errors(void **state)
{
   (void)state;
   ac_metrics *metrics = metrics_of(metrics_all_events, NULL);
   metrics_refuse(metrics, "x=", "metric \"x=\", character 3: " OPERAND);
   metrics_refuse(metrics, "x= ", "metric \"x= \", character 4: " OPERAND);
   metrics_refuse(metrics, "x=Ir+", "metric \"x=Ir+\", character 6: " OPERAND);
   metrics_refuse(metrics, "x=Ir+*2", "metric \"x=Ir+*2\", character 6: " OPERAND);
   metrics_refuse(metrics, "x=+Ir", "metric \"x=+Ir\", character 3: " OPERAND);
   metrics_refuse(metrics, "x=()", "metric \"x=()\", character 4: " OPERAND);
   metrics_refuse(metrics, "x=$", "metric \"x=$\", character 3: " OPERAND);
   metrics_refuse(metrics, "x=Ir Dr",
                  "metric \"x=Ir Dr\", character 6: expected an operator");
   metrics_refuse(metrics, "x=2e", "metric \"x=2e\", character 4: expected an operator");
   metrics_refuse(metrics, "x=Ir)",
                  "metric \"x=Ir)\", character 5: expected an operator");
   metrics_refuse(metrics, "x=Ir=2",
                  "metric \"x=Ir=2\", character 5: expected an operator");
   metrics_refuse(metrics, "x=(Ir",
                  "metric \"x=(Ir\", character 6: expected "
                  "an operator or \")\"");
   metrics_refuse(metrics, "x=2*Irr",
                  "metric \"x=2*Irr\", character 5: there "
                  "is no event or metric \"Irr\"");
   metrics_refuse(metrics, "x=x+1",
                  "metric \"x=x+1\", character 3: there is "
                  "no event or metric \"x\"");
   metrics_refuse(metrics, "x=1e9999",
                  "metric \"x=1e9999\", character 9: the "
                  "number is too large");
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

static void check_refused_for(ac_metrics *metrics, const char *definition,
                              const char *reason)
{
   an_error error;
   assert_false(ac_metrics_define(metrics, definition, &error));
   assert_non_null(strstr(error.message, reason));
}

static void test_limits(void **state)
{
   (void)state;
   static const char deep[] = ": the formula is nested too deeply";
   static const char long_[] = ": the formula is too long";
   ac_metrics *metrics = metrics_of("Ir", NULL);
   check_refused_for(metrics, nested("(", 100, ")"), deep);
   check_refused_for(metrics, nested("-", 100, ""), deep);
   check_refused_for(metrics, nested("(", 9000, ")"), deep);
   check_refused_for(metrics, nested("1+1*(", 70, ")"), deep);
   check_refused_for(metrics, nested("", 2048, "+1"), long_);
   metrics_define(metrics, nested("", 2047, "+1")); /* x: 4095 steps */
   metrics_define(metrics, "y=-x");
   metrics_refuse(metrics, "z=x+1",
                  "metric \"z=x+1\", character 6: the formula is too long");
   metrics_refuse(metrics, "z=Ir+x",
                  "metric \"z=Ir+x\", character 7: the formula is too long");
   const int64_t count = 10;
   assert_true(ac_metric_value(metrics_find(metrics, "y"), &count) == -2057);

   metrics = metrics_of("Ir", NULL);
   metrics_define(metrics, nested("1+(", 99, ")"));
   assert_true(ac_metric_value(metrics_find(metrics, "x"), &count) == 109);
   metrics_define(metrics, "m0=x"); /* 100 values deep; each is one more */
   char definition[32];
   for (int i = 0; i < 28; i++) {
      snprintf(definition, sizeof definition, "m%d=1+m%d", i + 1, i);
      metrics_define(metrics, definition);
   }
   assert_true(ac_metric_value(metrics_find(metrics, "m28"), &count) == 137);
   check_refused_for(metrics, "m29=1+m28", deep);
   metrics_define(metrics, "m29=m28+1");

   metrics = metrics_of("Ir", NULL); /* each doubles the steps */
   metrics_define(metrics, "m0=Ir");
   for (int i = 0; i < 11; i++) {
      snprintf(definition, sizeof definition, "m%d=m%d+m%d", i + 1, i, i);
      metrics_define(metrics, definition);
   }
   check_refused_for(metrics, "m12=m11+m11", long_);
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
      { "a", 3 },     { "b", -5 }, { "c", 0 },      { "d", 1234567890123 },
      { "ab", -2 }, /* a + b */
      { "7", 7 },     { "0", 0 },  { "1.5", 1.5L }, { "0.1", 0.1L },
      { "2e2", 200 },
   };
   size_t i = unit_random_below(&g->random, g->sums ? 5 : sizeof leaves / sizeof *leaves);
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
   case 0: return left + right;
   case 1: return left - right;
   case 2: return left * right;
   default: return right == 0 ? NAN : left / right;
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
   ac_metrics *metrics = metrics_of("a b c d", NULL);
   metrics_define(metrics, "ab=a+b");
   generator g = { .random = unit_random_from(seed), .text = "x=", .n = 2, .sums = sums };
   int depth = (int)unit_random_below(&g.random, 7);
   long double expected = generate(&g, depth, 0);
   metrics_define(metrics, g.text);
   const ac_metric *metric = metrics_find(metrics, "x");
   long double value = ac_metric_value(metric, values);
   if (isnan(expected) ? !isnan(value) : value != expected)
      fail_msg("%s: expected %.20Lg, found %.20Lg", g.text, expected, value);
   assert_false(sums && !ac_metric_is_whole(metric));
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
      { 3, -5, 0, 1234567890123 },
      { 10, 20, 30, 40 },
      { 13, 15, 30, 1234567890163 },
   };
   size_t n_whole = 0;
   for (uint64_t seed = 1; seed <= 2000; seed++) {
      ac_metrics *metrics = metrics_of("a b c d", NULL);
      metrics_define(metrics, "ab=a+b");
      generator g = { .random = unit_random_from(seed), .text = "x=", .n = 2 };
      generate(&g, 3, 0);
      metrics_define(metrics, g.text);
      const ac_metric *metric = metrics_find(metrics, "x");
      if (ac_metric_is_whole(metric)) {
         n_whole++;
         long double sum = ac_metric_value(metric, parts[0])
                           + ac_metric_value(metric, parts[1]);
         if (sum != ac_metric_value(metric, parts[2]))
            fail_msg("%s does not add up", g.text);
      }
   }
   assert_true(n_whole > 100);
}

int main(void)
{
   skip_where_rounded("test_formulas");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formulas),      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_terms),         cmocka_unit_test(test_without_error),
      cmocka_unit_test(test_names),         cmocka_unit_test(test_errors),
      cmocka_unit_test(test_limits),        cmocka_unit_test(test_random),
      cmocka_unit_test(test_whole_adds_up),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
