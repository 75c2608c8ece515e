/* test_ac_regions.c -- regions by path of names, and limits that a pattern holds
   against them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_regions.h"

static const char profile_text[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a\nfn=f\n1 9 9\nsummary: 9 9\n"
   "#: region 0 1 sort\n#: counts 5 5\n#: region 1 1 merge\n#: counts 2 2\n"
   "#: region 0 1 a:b/c\n#: counts 1 1\n#: region 3 1 merge\n#: counts 1 1\n"
   "#: end 1\n";

typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
} fixture;

/* `f` must not move. */
static void open(fixture *f, const char *text)
{
   an_error error;
   *f = (fixture){ .profile = NULL };
   f->profile = test_good_profile(text);
   f->metrics = ac_metrics_new(test_alloc(), f->profile, NULL, &error);
   assert_non_null(f->metrics);
}

static void test_paths(void **state)
{
   (void)state;
   static const char *const expected[] = { "sort", "sort/merge", "a:b/c", "a:b/c/merge" };
   fixture f;
   open(&f, profile_text);
   for (size_t i = 0; i < 4; i++) {
      char *path = ac_region_path(f.profile, test_alloc(), i);
      assert_string_equal(path, expected[i]);
   }
}

/* Expects the numbers of the regions that the option chooses, and its first
   limit. */
static void check(const char *text, const char *expected, const char *limit)
{
   fixture f;
   open(&f, profile_text);
   ac_region_limits limits;
   an_error error;
   char got[64] = "";
   if (!ac_region_limits_parse(&limits, test_alloc(), f.metrics, text, &error)
       || !ac_region_limits_check(&limits, f.profile, test_alloc(), &error))
      fail_msg("%s", error.message);
   for (size_t i = 0; i < ac_profile_n_regions(f.profile); i++) {
      char *path = ac_region_path(f.profile, test_alloc(), i);
      if (ac_region_limits_choose(&limits, path, ac_profile_region(f.profile, i)->name))
         sprintf(got + strlen(got), "%zu", i);
   }
   assert_string_equal(got, expected);
   assert_string_equal(limits.limits.limits[0].text, limit);
}

static void test_patterns(void **state)
{
   (void)state;
   check("Ir=1%", "0123", "1%");
   check("sort:Ir=1%", "0", "1%");
   check("merge:Ir=1%,Dr=2", "13", "1%");
   check("sort/merge:Ir<=5K", "1", "<=5K");
   check("*/merge:Ir=1", "13", "1");
   check("sort*:Ir=1", "01", "1");
   check("*:Ir=1", "0123", "1");
   check("a:b/c:Ir=-1%", "2", "-1%"); /* the last colon ends the pattern */
   check("a?b*:@all=0", "23", "0");
}

static void check_refused(const char *profile, const char *text, const char *message)
{
   fixture f;
   open(&f, profile);
   ac_region_limits limits;
   an_error error = { .message = "" };
   if (ac_region_limits_parse(&limits, test_alloc(), f.metrics, text, &error)) {
      assert_false(ac_region_limits_check(&limits, f.profile, test_alloc(), &error));
   }
   assert_string_equal(error.message, message);
}

static void test_errors(void **state)
{
   (void)state;
   check_refused(profile_text, ":Ir=1", "\":Ir=1\": the pattern is empty");
   check_refused(profile_text, "sort:", "limit \"\": expected NAME=LIMIT");
   check_refused(profile_text, "sort", "limit \"sort\": expected NAME=LIMIT");
   check_refused(profile_text, "sort:Xr=1",
                 "limit \"Xr=1\": there is no event or metric \"Xr\"; "
                 "did you mean Ir?; there are: Ir, Dr");
   check_refused(profile_text, "srt:Ir=1",
                 "there is no region \"srt\"; there are: sort, sort/merge, "
                 "a:b/c, a:b/c/merge");
   check_refused("cmd: x\nevents: Ir Dr\nsummary: 0 0\n", "Ir=1",
                 "the profiles have no regions");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_errors),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
