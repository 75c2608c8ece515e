/* test_ac_choose.c -- choosing metrics by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_choose.h"

#include <stdio.h>

typedef struct {
   ac_metrics *metrics;
} fixture;

/* The metrics of a profile with these events; `f` must not move. */
static void open(fixture *f, const char *events)
{
   *f = (fixture){ .metrics = NULL };
   char text[512];
   snprintf(text, sizeof text, "cmd: x\nevents: %s\nsummary: 0\n", events);
   ac_profile *profile = test_good_profile(text);
   an_error error;
   f->metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   assert_non_null(f->metrics);
}

static void check_choice(fixture *f, const char *names, ac_choose_default otherwise,
                         const char *expected)
{
   ac_choice choice;
   an_error error;
   if (!ac_choose(&choice, test_alloc(), f->metrics, names, otherwise, &error))
      fail_msg("%s", error.message);
   char got[256] = "";
   for (size_t i = 0; i < choice.n; i++) {
      strcat(got, choice.metrics[i]->name);
      strcat(got, " ");
   }
   assert_string_equal(got, expected);
}

static void check_refusal(fixture *f, const char *names, const char *message)
{
   ac_choice choice;
   an_error error = { .line = 1 };
   assert_false(
      ac_choose(&choice, test_alloc(), f->metrics, names, AC_CHOOSE_EVENTS, &error));
   assert_null(choice.metrics);
   assert_int_equal(choice.n, 0);
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
}

static void test_choose(void **state)
{
   (void)state;
   fixture f;
   open(&f, "Bm Ir Dr Dw");
   check_choice(&f, NULL, AC_CHOOSE_EVENTS, "Bm Ir Dr Dw ");
   check_choice(&f, NULL, AC_CHOOSE_EVENTS_AND_CYCLES, "Bm Ir Dr Dw CEst ");
   check_choice(&f, "Dr", AC_CHOOSE_EVENTS_AND_CYCLES, "Dr ");
   check_choice(&f, "D,CEst,Ir", AC_CHOOSE_EVENTS, "D CEst Ir ");
   an_error error;
   assert_true(ac_metrics_define(f.metrics, "mine=2*Ir", &error));
   check_choice(&f, "mine,Dw,Dr,Ir,Bm,D,CEst", AC_CHOOSE_EVENTS,
                "mine Dw Dr Ir Bm D CEst "); /* all */
   check_choice(&f, NULL, AC_CHOOSE_EVENTS_AND_CYCLES, "Bm Ir Dr Dw CEst ");

   open(&f, "Ir"); /* no CEst */
   check_choice(&f, NULL, AC_CHOOSE_EVENTS_AND_CYCLES, "Ir ");
   open(&f, "CEst Ir Bm"); /* CEst is an event */
   check_choice(&f, NULL, AC_CHOOSE_EVENTS_AND_CYCLES, "CEst Ir Bm ");
}

static void test_errors(void **state)
{
   (void)state;
   fixture f;
   open(&f, "Ir Dr Dw");
   check_refusal(&f, "",
                 "there is no event or metric \"\"; there are: Ir, "
                 "Dr, Dw, D");
   check_refusal(&f, "Ir,",
                 "there is no event or metric \"\"; there are: Ir, "
                 "Dr, Dw, D");
   check_refusal(&f, ",Ir",
                 "there is no event or metric \"\"; there are: Ir, "
                 "Dr, Dw, D");
   check_refusal(&f, "I,Ir",
                 "there is no event or metric \"I\"; there are: "
                 "Ir, Dr, Dw, D");
   check_refusal(&f, "Ir,Dr:9",
                 "there is no event or metric \"Dr:9\"; there "
                 "are: Ir, Dr, Dw, D");
   check_refusal(&f, "D,Ir,D", "D is given twice; there are: Ir, Dr, Dw, D");
}

/* A list that is too long ends after a whole name. */
static void test_long_lists(void **state)
{
   (void)state;
   char events[256] = "E0";
   for (int i = 1; i < 50; i++)
      snprintf(events + strlen(events), sizeof events - strlen(events), " E%d", i);
   fixture f;
   open(&f, events);
   char expected[300] = "there is no event or metric \"x\"; there are: E0";
   for (int i = 1; i < 43; i++)
      snprintf(expected + strlen(expected), 8, ", E%d", i);
   strcat(expected, ", ...");
   assert_true(strlen(expected) < sizeof((an_error *)NULL)->message);
   check_refusal(&f, "x", expected);

   /* no room for even one name */
   memset(events, 'a', 250);
   events[250] = '\0';
   open(&f, events);
   check_refusal(&f, "x", "there is no event or metric \"x\"");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choose),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_long_lists),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
