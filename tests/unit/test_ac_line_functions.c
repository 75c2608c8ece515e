/* test_ac_line_functions.c -- the library functions that lines of a program run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"
#include "test_ac_own.h"

#include "base/an_alloc.h"
#include "counts/ac_line_functions.h"

static double least;

static void put_functions(const ac_profile *profile)
{
   an_error error;
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   ac_measure by = { .metric = ac_metrics_at(metrics, 0) };
   ac_measures sort = { .of = &by, .n = 1 };
   ac_own_lines own;
   ac_line_functions functions;
   const ac_own_wanted wanted = { .sort = &sort, .keep = &sort, .event = SIZE_MAX };
   ac_own_lines_open(&own, test_alloc(), profile, &wanted);
   ac_line_functions_open(&functions, test_alloc(), profile, &own, by.metric, least);
   for (size_t i = 0; i < own.n; i++) {
      size_t n;
      const ac_line_frame *frames = ac_line_functions_of(&functions, &own.lines[i], &n);
      costs_put("%u\n", own.lines[i].line);
      for (size_t k = 0; k < n; k++) {
         const ac_line_frame *f = &frames[k];
         costs_put(" %d %s%s (%s): %.0f, %d times\n",
                   f->parent == AC_NO_FRAME ? -1 : (int)f->parent,
                   f->is_inlined ? "inlined " : "", f->name, f->file, f->cycles,
                   (int)f->n_calls);
         assert_true(f->parent == AC_NO_FRAME || f->parent < k);
      }
   }
   ac_line_functions_close(&functions, test_alloc());
}

static void functions_have_what_is_below(void **state)
{
   (void)state;
   least = 0;
   costs_check(OWN_FILE, put_functions,
               "4\n"
               " -1 inlined push (/usr/include/v.h): 50, 1 times\n"
               " 0 malloc (./m.c): 20, 1 times\n"
               "3\n"
               " -1 sort (/usr/include/v.h): 45, 1 times\n"
               " 0 malloc (./m.c): 5, 1 times\n"
               "0\n"
               "9\n");
}

static void lines_below_the_least_have_none(void **state)
{
   (void)state;
   least = 70;
   costs_check(OWN_FILE, put_functions,
               "4\n"
               " -1 inlined push (/usr/include/v.h): 50, 1 times\n"
               " 0 malloc (./m.c): 20, 1 times\n"
               "3\n"
               "0\n"
               "9\n");
}

static void without_calls_nothing_is_known(void **state)
{
   (void)state;
   least = 0;
   costs_check(OWN_FILE_WITHOUT_CALLS, put_functions, "0\n4\n3\n9\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_have_what_is_below),
      cmocka_unit_test(lines_below_the_least_have_none),
      cmocka_unit_test(without_calls_nothing_is_known),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
