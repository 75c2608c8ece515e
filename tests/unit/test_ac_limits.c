/* test_ac_limits.c -- limits: reading them, and holding values against them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_limits.h"
#include "unit_alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct {
   ac_metrics *metrics; /* Ir Dr Dw, D */
} fixture;

/* `f` must not move. */
static void open(fixture *f)
{
   *f = (fixture){ .metrics = NULL };
   ac_profile *profile = test_good_profile("cmd: x\nevents: Ir Dr Dw\nsummary: 0\n");
   an_error error;
   f->metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   assert_non_null(f->metrics);
}

/* ---- Reading and writing ---- */

/* Reads limits and expects them, as they were written: "NAME=LIMIT ...". */
static void check(const char *text, const char *expected)
{
   fixture f;
   open(&f);
   ac_limits limits;
   an_error error;
   if (!ac_limits_parse(&limits, test_alloc(), f.metrics, text, &error))
      fail_msg("%s", error.message);
   char got[512] = "";
   for (size_t i = 0; i < limits.n; i++)
      snprintf(got + strlen(got), sizeof got - strlen(got), "%s=%s ",
               limits.limits[i].metric->name, limits.limits[i].text);
   assert_string_equal(got, expected);
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
   check("Ir<=64MiB", "Ir=<=64MiB ");
   check("Ir<=0", "Ir=<=0 ");
   check("Ir=1%,Ir<=5,D<=7,Dr=2", "Ir=1% Ir=<=5 D=<=7 Dr=2 ");
   check("Dr<=1,@all<=5", "Dr=<=1 Ir=<=5 Dw=<=5 ");
   check("Dr<=1,@all=5%", "Dr=<=1 Ir=5% Dr=5% Dw=5% ");
   check("@all<=5,@all=2,Ir=3", "Ir=3 Dr=2 Dw=2 Ir=<=5 Dr=<=5 Dw=<=5 ");
   check("@all<=5,@all=2,Ir=3,Ir<=4,Dr=3,Dr<=4,Dw=3,Dw<=4,D=3,D<=4",
         "Ir=3 Ir=<=4 Dr=3 Dr=<=4 Dw=3 Dw=<=4 D=3 D=<=4 ");
}

/* Expects the numbers of a limit of Ir: percent and absolute, 0 if not given. */
static void check_numbers(const char *text, long double percent, long double absolute)
{
   fixture f;
   open(&f);
   ac_limits limits;
   an_error error;
   if (!ac_limits_parse(&limits, test_alloc(), f.metrics, text, &error))
      fail_msg("%s", error.message);
   assert_int_equal(limits.n, 1);
   const ac_limit *limit = &limits.limits[0];
   if (limit->relative_percent != percent || limit->absolute != absolute)
      fail_msg("%s: %Lg %%, %Lg", text, limit->relative_percent, limit->absolute);
   assert_true(limit->has_relative == (strchr(text, '%') != NULL));
   assert_true(limit->needs_both == (strpbrk(text, "&>") != NULL));
   assert_true(limit->skips_new == (strchr(text, '>') != NULL));
   assert_string_equal(limit->text, strchr(text, '=') + 1);
}

static void test_numbers(void **state)
{
   (void)state;
   check_numbers("Ir=0", 0, 0);
   check_numbers("Ir=0%", 0, 0);
   check_numbers("Ir=1000|5%", 5, 1000);
   check_numbers("Ir=5%&100K", 5, 100000);
   check_numbers("Ir=100K&5%", 5, 100000);
   check_numbers("Ir=5%>1M", 5, 1000000);
   check_numbers("Ir=0.5%", 0.5L, 0);
   check_numbers("Ir=.25|1.125%", 1.125L, 0.25L);
   check_numbers("Ir=1e3", 0, 1000);
   check_numbers("Ir=5B", 0, 5);
   check_numbers("Ir=2K", 0, 2000);
   check_numbers("Ir=2KB", 0, 2000);
   check_numbers("Ir=2Ki", 0, 2048);
   check_numbers("Ir=2KiB", 0, 2048);
   check_numbers("Ir=2M", 0, 2000000);
   check_numbers("Ir=2Mi", 0, 2097152);
   check_numbers("Ir=2G", 0, 2000000000);
   check_numbers("Ir=2GiB", 0, 2147483648);
   check_numbers("Ir=2T", 0, 2000000000000);
   check_numbers("Ir=2Ti", 0, 2199023255552);
   check_numbers("Ir=1.5K", 0, 1500);
   check_numbers("Ir=0.5Ki", 0, 512);
   check_numbers("Ir=0.125Ki", 0, 128);
   check_numbers("Ir=1e18|1e18%", 1e18L, 1e18L);
   check_numbers("Ir=1e6T", 0, 1e18L);
   check_numbers("Ir=-10%", -10, 0);
   check_numbers("Ir=-1.5K", 0, -1500);
   check_numbers("Ir=-1%&-10", -1, -10);
   check_numbers("Ir=-1e18", 0, -1e18L);
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
      snprintf(text, sizeof text, "Ir=%" PRIu64 ".%03" PRIu64 "K", whole, thousandths);
      ac_limits limits;
      an_error error;
      assert_true(ac_limits_parse(&limits, test_alloc(), f.metrics, text, &error));
      if (limits.limits[0].absolute != (long double)(whole * 1000 + thousandths))
         fail_msg("%s: %.20Lg", text, limits.limits[0].absolute);
   }
}

/* ---- Errors ---- */

static void check_refused(const char *text, const char *message)
{
   fixture f;
   open(&f);
   ac_limits limits;
   an_error error = { .line = 1 };
   assert_false(ac_limits_parse(&limits, test_alloc(), f.metrics, text, &error));
   assert_null(limits.limits);
   assert_int_equal(limits.n, 0);
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
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
   check_refused("Ir=-", "limit \"Ir=-\": expected a number, found \"-\"");
   check_refused("Ir=--1", "limit \"Ir=--1\": expected a number, found \"--1\"");
   check_refused("Ir=- 1", "limit \"Ir=- 1\": expected a number, found \"- 1\"");
   check_refused("Ir=1&", "limit \"Ir=1&\": expected a number, found \"\"");
   check_refused("Ir=&1%", "limit \"Ir=&1%\": expected a number, found \"\"");
   check_refused("Ir=1>2%", "limit \"Ir=1>2%\": expected a percentage before \">\"");
   check_refused("Ir=1%>2%", "limit \"Ir=1%>2%\": two relative limits");
   check_refused("Ir=1%>", "limit \"Ir=1%>\": expected a number, found \"\"");
   check_refused("Ir=1&2", "limit \"Ir=1&2\": two absolute limits");
   check_refused("Ir=1%&2%", "limit \"Ir=1%&2%\": two relative limits");
   check_refused("Ir=1%&2|3", "limit \"Ir=1%&2|3\": two absolute limits");
   check_refused("Ir<=1&5%", "limit \"Ir<=1&5%\": a budget cannot be a percentage");
   check_refused("Ir=-1e18K", "limit \"Ir=-1e18K\": the number is larger than 1e18");
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
   check_refused("Ir=1e18K", "limit \"Ir=1e18K\": the number is larger than 1e18");
   check_refused("Ir=1e19%", "limit \"Ir=1e19%\": the number is larger than 1e18");
   check_refused("Ir=1e99999", "limit \"Ir=1e99999\": the number is larger than 1e18");
}

/* ---- Exceeding ---- */

static ac_limit limit_of(fixture *f, const char *text)
{
   char item[64];
   snprintf(item, sizeof item, *text == '<' ? "Ir%s" : "Ir=%s", text);
   ac_limits limits;
   an_error error;
   if (!ac_limits_parse(&limits, test_alloc(), f->metrics, item, &error))
      fail_msg("%s", error.message);
   ac_limit limit = limits.limits[0];
   limit.text = NULL;
   return limit;
}

static void check_scope(const char *text, ac_limit_scope scope, long double old_value,
                        long double new_value, bool expected)
{
   fixture f;
   open(&f);
   ac_limit limit = limit_of(&f, text);
   if (ac_limit_exceeded(&limit, scope, old_value, new_value) != expected)
      fail_msg("%s: %Lg, then %Lg", text, old_value, new_value);
}

static void check_row(const char *text, long double old_value, long double new_value,
                      bool expected)
{
   check_scope(text, AC_LIMIT_OF_ROW, old_value, new_value, expected);
}

static void check_exceeded(const char *text, long double old_value, long double new_value,
                           bool expected)
{
   check_scope(text, AC_LIMIT_OF_TOTAL, old_value, new_value, expected);
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
   check_exceeded("10%|50", 100, 111, true); /* the first */
   check_exceeded("10%|50", 1000, 1050, false);
   check_exceeded("10%|50", 1000, 1051, true); /* the second */
   check_exceeded("10%|50", 100, 200, true);   /* both */
   check_exceeded("10%|50", 0, 1, true);
   check_exceeded("10%|50", 100, 1, false);
}

static void test_both(void **state)
{
   (void)state;
   check_exceeded("10%&50", 100, 150, false);   /* over the percentage alone */
   check_exceeded("10%&50", 1000, 1060, false); /* over the number alone */
   check_exceeded("10%&50", 100, 151, true);
   check_exceeded("50&10%", 100, 151, true);
   check_exceeded("10%&50", 0, 50, false);
   check_exceeded("10%&50", 0, 51, true);
   check_exceeded("10%&50", 100, 1, false);
}

/* The value must shrink. */
static void test_negative(void **state)
{
   (void)state;
   check_exceeded("-10%", 100, 91, true);
   check_exceeded("-10%", 100, 90, false);
   check_exceeded("-10%", 100, 0, false);
   check_exceeded("-10%", 100, 120, true);
   check_exceeded("-10%", 0, 0, false); /* by 10 percent of nothing */
   check_exceeded("-10%", 0, 1, true);
   check_exceeded("-10%", -100, -109, true); /* of the magnitude */
   check_exceeded("-10%", -100, -110, false);
   check_exceeded("-1000", 5000, 4001, true);
   check_exceeded("-1000", 5000, 4000, false);
   check_exceeded("-1000", 500, 0, true);
   check_exceeded("-10%|-1000", 5000, 4000, false);
   check_exceeded("-10%|-1000", 5000, 4400, true);
   check_exceeded("-10%&-1000", 5000, 4400, false);
   check_exceeded("<=-5", -10, -4, true);
   check_exceeded("<=-5", -10, -5, false);
   check_exceeded("-10%", NAN, 1, false);
   check_exceeded("-10%", 1, NAN, false);
}

/* A function or call path: new ones have no percentage, those that are gone cannot
   shrink further. */
static void test_rows(void **state)
{
   (void)state;
   check_row("5%", 100, 106, true);
   check_row("5%", 100, 105, false);
   check_row("5%", 0, 1000, false);
   check_row("0%", 0, 1, false);
   check_row("5%|100", 0, 100, false);
   check_row("5%|100", 0, 101, true);
   check_row("5%&100", 0, 100, false);
   check_row("5%&100", 0, 101, true);
   check_row("5%&100", 100, 150, false);
   check_row("5%>100", 0, 101, false);
   check_row("5%>100", 100, 200, false);
   check_row("5%>100", 100, 201, true);
   check_row("5%>100", 10000, 10101, false);
   check_exceeded("5%>100", 0, 101, true);
   check_exceeded("5%>100", 0, 100, false);
   check_row("0", 0, 1, true);
   check_row("<=10", 0, 11, true);
   check_row("-10%", 100, 95, true);
   check_row("-10%", 100, 0, false);
   check_row("-10%", 0, 5, false);
   check_row("-1000", 500, 0, false);
   check_row("-1000", 0, 0, false);
   check_row("-1000", 0, 5, true);
   check_row("-1000", 500, 1, true);
   check_row("0", -5, 0, true);
   check_row("5%", NAN, 0, false);
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
      ac_limit limit = limit_of(&f, text);
      long double old_value = (long double)(thousands * 1000);
      long double increase = (long double)(thousands * permille);
      long double most = old_value + increase;
      if (ac_limit_exceeded(&limit, AC_LIMIT_OF_TOTAL, old_value, most)
          || !ac_limit_exceeded(&limit, AC_LIMIT_OF_TOTAL, old_value, most + 1))
         fail_msg("%s of %Lg", text, old_value);
   }
}

int main(void)
{
   skip_where_rounded("test_extremes");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_budgets),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_suffixes),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_exceeded),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_both),
      cmocka_unit_test(test_negative),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_exceeded_budgets),
      cmocka_unit_test(test_not_numbers),
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_exactness),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
