/* test_an_limits.c -- limits: reading them, and holding values against them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/an_limits.h"
#include "unit_alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct {
   test_heap heap;
   tk_alloc alloc;
   an_metrics *metrics; /* Ir Dr Dw, D */
} fixture;

/* `f` must not move. */
static void open(fixture *f)
{
   *f = (fixture){ .metrics = NULL };
   f->alloc = test_alloc(&f->heap);
   an_profile *profile = test_good_profile(
      &f->alloc, "cmd: x\nevents: Ir Dr Dw\nsummary: 0\n");
   an_error error;
   f->metrics = an_metrics_new(&f->alloc, profile, NULL, &error);
   assert_non_null(f->metrics);
   an_profile_free(profile);
}

static void close(fixture *f)
{
   an_metrics_free(f->metrics);
   assert_int_equal(f->heap.n_live, 0);
}

/* ---- Reading and writing ---- */

/* Reads limits and expects them, formatted, as "NAME=LIMIT ...". */
static void check(const char *text, const char *expected)
{
   fixture f;
   open(&f);
   an_limits limits;
   an_error error;
   if (!an_limits_parse(&limits, &f.alloc, f.metrics, text, &error))
      fail_msg("%s", error.message);
   char got[512] = "";
   for (size_t i = 0; i < limits.n; i++) {
      char limit[AN_LIMIT_B];
      an_limit_format(limit, &limits.limits[i]);
      snprintf(got + strlen(got), sizeof got - strlen(got), "%s=%s ",
               limits.limits[i].metric->name, limit);
   }
   assert_string_equal(got, expected);
   tk_put(&f.alloc, limits.limits);
   close(&f);
}

static void test_lists(void **state)
{
   (void)state;
   check("Ir=1%", "Ir=1% ");
   check("Dw=1,Ir=2", "Dw=1 Ir=2 ");
   check("D=5", "D=5 ");
   check("@all=10%", "Ir=10% Dr=10% Dw=10% ");
   check("Ir=1%,Dr=5%|1000,@all=10%", "Ir=1% Dr=5%|1000 Dw=10% ");
   check("@all=10%|3,Dr=5", "Dr=5 Ir=10%|3 Dw=10%|3 ");
   check("D=1,@all=2", "D=1 Ir=2 Dr=2 Dw=2 ");
   check("Ir=1,Dr=2,@all=4,Dw=3", "Ir=1 Dr=2 Dw=3 ");
   check("Ir=1,Dr=2,Dw=3,D=5,@all=4", "Ir=1 Dr=2 Dw=3 D=5 ");
}

/* A metric can have both a limit and a budget. */
static void test_budgets(void **state)
{
   (void)state;
   check("Ir<=64MiB", "Ir=<=67108864 ");
   check("Ir<=0", "Ir=<=0 ");
   check("Ir=1%,Ir<=5,D<=7,Dr=2", "Ir=1% Ir=<=5 D=<=7 Dr=2 ");
   check("Dr<=1,@all<=5", "Dr=<=1 Ir=<=5 Dw=<=5 ");
   check("Dr<=1,@all=5%", "Dr=<=1 Ir=5% Dr=5% Dw=5% ");
   check("@all<=5,@all=2,Ir=3", "Ir=3 Dr=2 Dw=2 Ir=<=5 Dr=<=5 Dw=<=5 ");
   check("@all<=5,@all=2,Ir=3,Ir<=4,Dr=3,Dr<=4,Dw=3,Dw<=4,D=3,D<=4",
         "Ir=3 Ir=<=4 Dr=3 Dr=<=4 Dw=3 Dw=<=4 D=3 D=<=4 ");
}

static void test_numbers(void **state)
{
   (void)state;
   check("Ir=0", "Ir=0 ");
   check("Ir=0%", "Ir=0% ");
   check("Ir=1000|5%", "Ir=5%|1000 ");
   check("Ir=0.5%", "Ir=0.5% ");
   check("Ir=.25|1.125%", "Ir=1.125%|0.25 ");
   check("Ir=1e3", "Ir=1000 ");
   check("Ir=5B", "Ir=5 ");
   check("Ir=2K", "Ir=2000 ");
   check("Ir=2KB", "Ir=2000 ");
   check("Ir=2Ki", "Ir=2048 ");
   check("Ir=2KiB", "Ir=2048 ");
   check("Ir=2M", "Ir=2000000 ");
   check("Ir=2Mi", "Ir=2097152 ");
   check("Ir=2G", "Ir=2000000000 ");
   check("Ir=2GiB", "Ir=2147483648 ");
   check("Ir=2T", "Ir=2000000000000 ");
   check("Ir=2Ti", "Ir=2199023255552 ");
   check("Ir=1.5K", "Ir=1500 ");
   check("Ir=0.5Ki", "Ir=512 ");
   check("Ir=0.1Ki", "Ir=102.4 ");
   check("Ir=1e18|1e18%", "Ir=1000000000000000000%|1000000000000000000 ");
   check("Ir=1e6T", "Ir=1000000000000000000 ");
}

/* A fraction with a unit gives the exact whole number. */
static void test_suffixes(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   unit_random random = unit_random_from(5);
   for (int i = 0; i < 20000; i++) {
      uint64_t whole = unit_random_below(&random, 1000000);
      uint64_t thousandths = unit_random_below(&random, 1000);
      char text[64];
      snprintf(text, sizeof text, "Ir=%" PRIu64 ".%03" PRIu64 "K", whole,
               thousandths);
      an_limits limits;
      an_error error;
      assert_true(an_limits_parse(&limits, &f.alloc, f.metrics, text,
                                  &error));
      if (limits.limits[0].absolute
          != (long double)(whole * 1000 + thousandths))
         fail_msg("%s: %.20Lg", text, limits.limits[0].absolute);
      tk_put(&f.alloc, limits.limits);
   }
   close(&f);
}

/* ---- Errors ---- */

static void check_refused(const char *text, const char *message)
{
   fixture f;
   open(&f);
   an_limits limits;
   an_error error = { .line = 1 };
   assert_false(an_limits_parse(&limits, &f.alloc, f.metrics, text, &error));
   assert_null(limits.limits);
   assert_int_equal(limits.n, 0);
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
   close(&f);
}

#define UNITS "; expected %, or K, M, G, T, Ki, Mi, Gi or Ti, with or without B"
#define LIST "; there are: Ir, Dr, Dw, D"

static void test_errors(void **state)
{
   (void)state;
   check_refused("", "limit \"\": expected NAME=LIMIT");
   check_refused("Ir", "limit \"Ir\": expected NAME=LIMIT");
   check_refused("Ir=1,", "limit \"\": expected NAME=LIMIT");
   check_refused("Ir=1,,Dr=1", "limit \"\": expected NAME=LIMIT");
   check_refused("=1", "limit \"=1\": there is no event or metric \"\"" LIST);
   check_refused("Ir=1,Foo=1%", "limit \"Foo=1%\": there is no event or "
                                "metric \"Foo\"" LIST);
   check_refused("@al=1", "limit \"@al=1\": there is no event or metric "
                          "\"@al\"" LIST);
   check_refused("Ir=1,Ir=2", "limit \"Ir=2\": Ir is given twice");
   check_refused("@all=1,@all=2", "limit \"@all=2\": @all is given twice");
   check_refused("Ir=", "limit \"Ir=\": expected a number, found \"\"");
   check_refused("Ir=-1", "limit \"Ir=-1\": expected a number, found \"-1\"");
   check_refused("Ir=%", "limit \"Ir=%\": expected a number, found \"%\"");
   check_refused("Ir= 1", "limit \"Ir= 1\": expected a number, found \" 1\"");
   check_refused("Ir=1|", "limit \"Ir=1|\": expected a number, found \"\"");
   check_refused("Ir=|1", "limit \"Ir=|1\": expected a number, found \"\"");
   check_refused("@all=x", "limit \"@all=x\": expected a number, found \"x\"");
   check_refused("Ir=5X", "limit \"Ir=5X\": unknown unit \"X\"" UNITS);
   check_refused("Ir=5k", "limit \"Ir=5k\": unknown unit \"k\"" UNITS);
   check_refused("Ir=5i", "limit \"Ir=5i\": unknown unit \"i\"" UNITS);
   check_refused("Ir=5KBi", "limit \"Ir=5KBi\": unknown unit \"KBi\"" UNITS);
   check_refused("Ir=5KM", "limit \"Ir=5KM\": unknown unit \"KM\"" UNITS);
   check_refused("Ir=5%%", "limit \"Ir=5%%\": unknown unit \"%%\"" UNITS);
   check_refused("Ir=5K%", "limit \"Ir=5K%\": unknown unit \"K%\"" UNITS);
   check_refused("Ir=5=6", "limit \"Ir=5=6\": unknown unit \"=6\"" UNITS);
   check_refused("Ir=1%|2%", "limit \"Ir=1%|2%\": two relative limits");
   check_refused("Ir=1|2K", "limit \"Ir=1|2K\": two absolute limits");
   check_refused("Ir=1|2%|3", "limit \"Ir=1|2%|3\": two absolute limits");
   check_refused("Ir<=5%", "limit \"Ir<=5%\": a budget cannot be a percentage");
   check_refused("Ir<=1|5%", "limit \"Ir<=1|5%\": a budget cannot be a percentage");
   check_refused("Ir<=1|2", "limit \"Ir<=1|2\": two absolute limits");
   check_refused("Ir<=", "limit \"Ir<=\": expected a number, found \"\"");
   check_refused("Ir<1", "limit \"Ir<1\": expected NAME=LIMIT");
   check_refused("<=1", "limit \"<=1\": there is no event or metric \"\"" LIST);
   check_refused("Ir<=1,Ir<=2", "limit \"Ir<=2\": Ir is given twice");
   check_refused("@all<=1,@all<=2", "limit \"@all<=2\": @all is given twice");
   check_refused("Ir=1e18K",
                 "limit \"Ir=1e18K\": the number is larger than 1e18");
   check_refused("Ir=1e19%",
                 "limit \"Ir=1e19%\": the number is larger than 1e18");
   check_refused("Ir=1e99999",
                 "limit \"Ir=1e99999\": the number is larger than 1e18");
}

static void test_no_memory(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   f.heap.fail_at = f.heap.n_calls + 1;
   an_limits limits;
   an_error error = { .line = 1 };
   assert_false(an_limits_parse(&limits, &f.alloc, f.metrics, "Ir=1",
                                &error));
   assert_null(limits.limits);
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, "out of memory");
   close(&f);
}

/* ---- Exceeding ---- */

static an_limit limit_of(fixture *f, const char *text)
{
   char item[64];
   snprintf(item, sizeof item, *text == '<' ? "Ir%s" : "Ir=%s", text);
   an_limits limits;
   an_error error;
   if (!an_limits_parse(&limits, &f->alloc, f->metrics, item, &error))
      fail_msg("%s", error.message);
   an_limit limit = limits.limits[0];
   tk_put(&f->alloc, limits.limits);
   return limit;
}

static void check_exceeded(const char *text, long double old_value,
                           long double new_value, bool expected)
{
   fixture f;
   open(&f);
   an_limit limit = limit_of(&f, text);
   if (an_limit_exceeded(&limit, old_value, new_value) != expected)
      fail_msg("%s: %Lg, then %Lg", text, old_value, new_value);
   close(&f);
}

static void test_exceeded(void **state)
{
   (void)state;
   check_exceeded("10", 100, 110, false);
   check_exceeded("10", 100, 111, true);
   check_exceeded("10", 100, 100, false);
   check_exceeded("10", 100, 0, false); /* decreases never do */
   check_exceeded("10", -5, 5, false);
   check_exceeded("10", -5, 6, true);
   check_exceeded("10", 0, 10, false);
   check_exceeded("10", 0, 11, true);
   check_exceeded("0", 100, 100, false);
   check_exceeded("0", 100, 101, true);
   check_exceeded("0", 100, 99, false);
   check_exceeded("0%", 100, 100, false);
   check_exceeded("0%", 100, 101, true);
   check_exceeded("0%", 0, 0, false);
   check_exceeded("1%", 1000, 1010, false);
   check_exceeded("1%", 1000, 1011, true);
   check_exceeded("1%", 1000, 900, false);
   check_exceeded("300%", 10, 40, false);
   check_exceeded("300%", 10, 41, true);
   check_exceeded("1e18%", 0, 1, true); /* infinitely more */
   check_exceeded("1%", 0, 0, false);
   check_exceeded("1%", 0, -1, false);
   check_exceeded("10%", -100, -90, false); /* of the magnitude */
   check_exceeded("10%", -100, -89, true);
   check_exceeded("0.5", 2.25L, 2.75L, false);
   check_exceeded("0.5", 2.25L, 2.8125L, true);
}

static void test_any(void **state)
{
   (void)state;
   check_exceeded("10%|50", 100, 110, false);
   check_exceeded("10%|50", 100, 111, true);   /* the first */
   check_exceeded("10%|50", 1000, 1050, false);
   check_exceeded("10%|50", 1000, 1051, true); /* the second */
   check_exceeded("10%|50", 100, 200, true);   /* both */
   check_exceeded("10%|50", 0, 1, true);
   check_exceeded("10%|50", 100, 1, false);
}

static void test_exceeded_budgets(void **state)
{
   (void)state;
   check_exceeded("<=10", 0, 10, false);
   check_exceeded("<=10", 0, 11, true);
   check_exceeded("<=10", 20, 11, true); /* after a decrease, too */
   check_exceeded("<=10", 11, 11, true);
   check_exceeded("<=10", 20, 10, false);
   check_exceeded("<=0", 5, 0, false);
   check_exceeded("<=0", NAN, 1, true);
   check_exceeded("<=0", 1, NAN, false);
}

static void test_not_numbers(void **state)
{
   (void)state;
   static const char *const limits[] = { "0", "0%", "0%|0" };
   for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
      check_exceeded(limits[i], NAN, 1, false);
      check_exceeded(limits[i], 0, NAN, false);
      check_exceeded(limits[i], 1, NAN, false);
      check_exceeded(limits[i], NAN, NAN, false);
   }
}

static void test_extremes(void **state)
{
   (void)state;
   long double large = INT64_MAX;
   check_exceeded("1", large - 2, large - 1, false);
   check_exceeded("1", large - 2, large, true);
   check_exceeded("0", large - 1, large, true);
   check_exceeded("0%", large - 1, large, true);
   check_exceeded("100%", INT64_MIN, INT64_MAX, true);
}

/* An increase equal to the limit does not exceed it, one more does.  Permille
   of multiples of 1000: the right answer is known. */
static void test_exactness(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   unit_random random = unit_random_from(11);
   for (int i = 0; i < 20000; i++) {
      uint64_t permille = unit_random_below(&random, 3000);
      uint64_t thousands = 1 + unit_random_below(&random, 1000000000);
      char text[32];
      snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 "%%", permille / 10,
               permille % 10);
      an_limit limit = limit_of(&f, text);
      long double old_value = (long double)(thousands * 1000);
      long double increase = (long double)(thousands * permille);
      if (an_limit_exceeded(&limit, old_value, old_value + increase)
          || !an_limit_exceeded(&limit, old_value, old_value + increase + 1))
         fail_msg("%s of %Lg", text, old_value);
   }
   close(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_budgets),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_suffixes),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_exceeded),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_exceeded_budgets),
      cmocka_unit_test(test_not_numbers),
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_exactness),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
