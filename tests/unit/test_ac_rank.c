/* test_ac_rank.c -- which files and functions are listed, in which order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_rank.h"

static const char text[] = "cmd: x\nevents: Ir Dr Dw\n"
                           "fl=a\nfn=f\n1 10 5 1\nfn=g\n1 10 5 2\n"
                           "fl=b\nfn=f\n1 10 5 1\nfn=h\n1 969 4\n"
                           "fl=c\nfn=f\n1 1 4\n"
                           "summary: 1000 23 4\n";

static const char zero_text[] = "cmd: x\nevents: Ir\n"
                                "fl=b\nfn=f\n1 0\nfl=a\nfn=f\n1 0\n"
                                "summary: 0\n";

/* Checks the ranking, given as "file:function ...", and frees it. */
static void check_ranking(const ac_profile *profile, ac_ranking *ranking,
                          const char *expected)
{
   char got[128] = "";
   for (size_t i = 0; i < ranking->n; i++) {
      const ac_function *function = ac_profile_function(profile,
                                                        ranking->entries[i].index);
      assert_ptr_equal(function->totals, ranking->entries[i].totals);
      strcat(got, ac_profile_file(profile, function->file)->name);
      strcat(got, function->name);
      strcat(got, " ");
   }
   assert_string_equal(got, expected);
}

static void check_functions(const ac_profile *profile, const ac_measures *sort,
                            double threshold, const char *expected)
{
   ac_ranking ranking;
   ac_rank_functions(&ranking, test_alloc(), profile, NULL, sort, threshold);
   check_ranking(profile, &ranking, expected);
}

/* Checks the functions sorted by measures, which are named. */
static void check_sorted(const ac_profile *profile, const char *sort_by, double threshold,
                         const char *expected)
{
   test_measures sort;
   test_measures_open(&sort, profile, sort_by);
   check_functions(profile, &sort.measures, threshold, expected);
}

static void test_functions(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(text);
   /* ag has more Dw; af and bf differ only in the file's name */
   check_sorted(profile, NULL, 0, "bh ag af bf cf ");
   check_sorted(profile, "Ir", 0, "bh af ag bf cf ");
   check_sorted(profile, "Dw Dr", 0, "ag af bf bh cf ");
   check_sorted(profile, "Dr Dw", 0, "ag af bf bh cf ");
   check_sorted(profile, "Dr", 20, "af ag bf ");
   check_sorted(profile, "D=Dr+Dw", 25, "ag ");    /* built in */
   check_sorted(profile, "Ir", 1, "bh af ag bf "); /* exactly 1 % */
   check_sorted(profile, "Ir", 1.001, "bh ");
   check_sorted(profile, "Ir", 0.1, "bh af ag bf cf "); /* exactly */
   check_sorted(profile, "Ir", 100, "");
}

/* Where any of the measures decides. */
static void test_any(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(text);
   const ac_function *ag = ac_profile_function(profile, 1);
   test_measures sort;
   test_measures_open(&sort, profile, "Ir Dw");
   check_functions(profile, &sort.measures, 30, "bh ");
   assert_false(
      ac_rank_keeps_part(&sort.measures, ag->totals, ac_profile_totals(profile), 30));
   sort.measures.any = true;
   check_functions(profile, &sort.measures, 30, "bh ag ");
   assert_true(
      ac_rank_keeps_part(&sort.measures, ag->totals, ac_profile_totals(profile), 30));
}

/* A share of 0 is 0; all reach a threshold of 0. */
static void test_zero_totals(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(zero_text);
   check_sorted(profile, NULL, 0, "af bf ");
   check_sorted(profile, NULL, 0.1, "");
   profile = test_good_profile("cmd: x\nevents: Ir\nsummary: 0\n");
   check_sorted(profile, NULL, 0, "");
}

/* NAN comes last and reaches only a threshold of 0. */
static void test_nan(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      "cmd: x\nevents: Ir Dr\nfl=a\nfn=e\n1 9 0\nfn=f\n1 0 3\n"
      "fn=g\n1 2 2\nfn=h\n1 8 0\nsummary: 19 5\n");
   /* program: 19/5; e and h: NAN; f: 0; g: 1 */
   check_sorted(profile, "R=Ir/Dr", 0, "ag af ae ah ");
   check_sorted(profile, "R=Ir/Dr Ir", 0, "ag af ae ah ");
   check_sorted(profile, "R=Ir/Dr Dr", 0.01, "ag ");
   /* NAN for the program: all shares are 0 */
   check_sorted(profile, "R=Ir/(19-Ir)", 0, "ae ah ag af ");
   check_sorted(profile, "R=Ir/(19-Ir)", 0.01, "");
}

static void test_files(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(text);
   test_measures sort;
   test_measures_open(&sort, profile, NULL);
   ac_ranking ranking;
   ac_rank_files(&ranking, test_alloc(), profile, &sort.measures, 1.5);
   assert_int_equal(ranking.n, 2);
   assert_int_equal(ranking.entries[0].index, 1);
   assert_int_equal(ranking.entries[0].totals[0], 979);
   assert_int_equal(ranking.entries[1].index, 0);

   ac_rank_functions(&ranking, test_alloc(), profile, ac_profile_file(profile, 1),
                     &sort.measures, 0);
   check_ranking(profile, &ranking, "bh bf ");
   /* the share of the program, not of the file */
   ac_rank_functions(&ranking, test_alloc(), profile, ac_profile_file(profile, 2),
                     &sort.measures, 0.2);
   check_ranking(profile, &ranking, "");
}

/* Shares and order are by magnitude.  The reader refuses negative counts, so
   this profile is not read. */
static void test_signs(void **state)
{
   (void)state;
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   ac_profile_add_text(profile, AC_EVENT, "Ir", 2);
   static const struct {
      const char *file;
      int64_t count;
   } rows[] = { { "a", 5 }, { "b", -90 }, { "c", -5 } };
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const char *file = ac_profile_intern(profile, rows[i].file, 1);
      ac_profile_begin(profile, file, file);
      ac_profile_add(profile, 1, &rows[i].count);
   }
   ac_profile_finish(profile);
   check_sorted(profile, NULL, 5, "bb aa cc ");
   check_sorted(profile, NULL, 10, "bb ");
}

/* ---- Pairs ---- */

/* Checks the ranking of the pair of two profiles of one event. */
static void check_pair(const char *before, const char *after, const char *sort_by,
                       double threshold, const char *expected)
{
   ac_profile *side = test_good_profile(before);
   ac_profile *pair = test_good_pair(before, after);
   test_measures sort;
   test_measures_open(&sort, side, sort_by);
   check_functions(pair, &sort.measures, threshold, expected);
}

#define HEAD "cmd: x\nevents: Ir\nfl=a\n"

static void test_pairs(void **state)
{
   (void)state;
   static const char before[] = HEAD "fn=e\n1 500\nfn=f\n1 300\nfn=g\n1 200\n"
                                     "summary: 1000\n";
   static const char after[] = HEAD "fn=e\n1 501\nfn=g\n1 400\nfn=h\n1 99\n"
                                    "summary: 1000\n";
   check_pair(before, after, "Ir:change", 0, "af ag ah ae ");
   check_pair(before, after, "Ir:old", 0, "ae af ag ah ");
   check_pair(before, after, "Ir:new", 0, "ae ag ah af ");
   /* changes are shares of the total before, not of their sum, 0 here */
   check_pair(before, after, "Ir:change", 9.9, "af ag ah ");
   check_pair(before, after, "Ir:change", 9.91, "af ag ");
   check_pair(before, after, "Ir:new", 40, "ae ag ");
   check_pair(before, after, "Ir:change Ir:new", 0.1, "af ag ah ae ");
}

/* Whether a part of f, with 30 % before and 10 % after, can reach 40 %. */
static bool keeps_part(const char *sort_by)
{
   static const char before[] = HEAD "fn=f\n1 30\nfn=g\n1 70\nsummary: 100\n";
   static const char after[] = HEAD "fn=f\n1 10\nfn=g\n1 90\nsummary: 100\n";
   ac_profile *side = test_good_profile(before);
   ac_profile *pair = test_good_pair(before, after);
   test_measures sort;
   test_measures_open(&sort, side, sort_by);
   bool keeps = ac_rank_keeps_part(&sort.measures, ac_profile_function(pair, 0)->totals,
                                   ac_profile_totals(pair), 40);
   return keeps;
}

/* A part can have changed by more than the whole, or be more of a difference. */
static void test_parts(void **state)
{
   (void)state;
   assert_false(keeps_part("Ir:old"));
   assert_false(keeps_part("Ir:new"));
   assert_true(keeps_part("Ir:change"));
   assert_true(keeps_part("Less=100-Ir"));
}

/* If the total before is 0, changes are shares of the total after. */
static void test_pairs_of_nothing(void **state)
{
   (void)state;
   static const char nothing[] = HEAD "fn=f\n1 0\nsummary: 0\n";
   static const char some[] = HEAD "fn=f\n1 1\nfn=g\n1 9\nsummary: 10\n";
   check_pair(nothing, some, "Ir:change", 10, "ag af ");
   check_pair(nothing, some, "Ir:change", 11, "ag ");
   check_pair(some, nothing, "Ir:change", 11, "ag ");
   check_pair(nothing, nothing, "Ir:change", 0, "af ");
   check_pair(nothing, nothing, "Ir:change", 0.1, "");
   check_pair(some, some, "Ir:change", 0.1, "");
   check_pair(some, some, "Ir:change", 0, "af ag ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_zero_totals),
      cmocka_unit_test(test_nan),
      cmocka_unit_test(test_files),

      cmocka_unit_test(test_signs),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_pairs_of_nothing),
      cmocka_unit_test(test_parts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
