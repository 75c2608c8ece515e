/* test_ac_hot.c -- the hottest lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_hot.h"

static const char text[] = "cmd: x\nevents: Ir Dr\n"
                           "fl=a\nfn=f\n0 500 1\n1 10 0\n2 30 0\n"
                           "fn=g\n2 60 2\n3 100 0\n"
                           "fl=b\nfn=g\n2 1 3\n7 299 0\n"
                           "summary: 1000 6\n";

/* The lines as "file:line=Ir function/functions ...". */
static void check_hot(const ac_profile *profile, const char *sort_by, double threshold,
                      const char *expected)
{
   ac_hot hot;
   char got[256] = "", *at = got;
   test_measures sort;
   test_measures_open(&sort, profile, sort_by);
   ac_hot_open(&hot, test_alloc(), profile, &sort.measures, threshold);
   for (size_t i = 0; i < hot.n; i++) {
      const ac_hot_line *line = &hot.lines[i];
      at += sprintf(at, "%s:%u=%d %s/%zu ", ac_profile_file(profile, line->file)->name,
                    line->line, (int)line->counts[0],
                    ac_profile_function(profile, line->function)->name,
                    line->n_functions);
   }
   assert_string_equal(got, expected);
}

static void sorts(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(text);
   check_hot(profile, "Ir", 0,
             "b:7=299 g/1 a:3=100 g/1 a:2=90 g/2 a:1=10 f/1 b:2=1 g/1 ");
   check_hot(profile, "Ir", 9, "b:7=299 g/1 a:3=100 g/1 a:2=90 g/2 ");
   check_hot(profile, "Dr Ir", 1, "b:2=1 g/1 a:2=90 g/2 ");
   check_hot(profile, "Ir", 50, "");
   /* All lines of b together have 0. */
   check_hot(profile, "X=100*Dr-Ir", 50, "b:2=1 g/1 b:7=299 g/1 ");
}

/* The file has less than its lines. */
static void takes_negative(void **state)
{
   (void)state;
   static const int64_t counts[] = { -500, 400, 1000 };
   ac_profile *profile = ac_profile_new(test_alloc());
   const char *a = ac_profile_intern(profile, "a", 1);
   const char *b = ac_profile_intern(profile, "b", 1);
   ac_profile_add_text(profile, AC_EVENT, "Ir", 2);
   ac_profile_begin(profile, a, a);
   ac_profile_add(profile, 1, &counts[0]);
   ac_profile_add(profile, 2, &counts[1]);
   ac_profile_begin(profile, b, b);
   ac_profile_add(profile, 1, &counts[2]);
   ac_profile_finish(profile);
   check_hot(profile, "Ir", 20, "b:1=1000 b/1 a:1=-500 a/1 a:2=400 a/1 ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sorts),
      cmocka_unit_test(takes_negative),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
