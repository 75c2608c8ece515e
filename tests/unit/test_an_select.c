/* test_an_select.c -- choosing events by name, and ranking by them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "an_rank.h"
#include "an_select.h"

static const char text[] = "cmd: x\nevents: Ir Dr Dw\n"
                           "fl=a\nfn=f\n1 10 5 1\nfn=g\n1 10 5 2\n"
                           "fl=b\nfn=f\n1 10 5 1\nfn=h\n1 969 4\n"
                           "fl=c\nfn=f\n1 1 4\n"
                           "summary: 1000 23 4\n";

static const char zero_text[] = "cmd: x\nevents: Ir\n"
                                "fl=b\nfn=f\n1 0\nfl=a\nfn=f\n1 0\n"
                                "summary: 0\n";

static void check_selection(const an_profile *profile, const tk_alloc *alloc,
                            const char *names, size_t n, const size_t *events)
{
   an_selection selection;
   an_error error;
   assert_true(an_select(&selection, alloc, profile, names, &error));
   assert_int_equal(selection.n, n);
   for (size_t i = 0; i < n; i++)
      assert_int_equal(selection.events[i], events[i]);
   tk_put(alloc, selection.events);
}

static void check_refusal(const an_profile *profile, const tk_alloc *alloc,
                          const char *names, const char *message)
{
   an_selection selection;
   an_error error = { .line = 1 };
   assert_false(an_select(&selection, alloc, profile, names, &error));
   assert_null(selection.events);
   assert_int_equal(error.line, 0);
   assert_string_equal(error.message, message);
}

static void test_select(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(&alloc, text);
   check_selection(profile, &alloc, NULL, 3, (const size_t[]){ 0, 1, 2 });
   check_selection(profile, &alloc, "Dr", 1, (const size_t[]){ 1 });
   check_selection(profile, &alloc, "Dw,Ir,Dr", 3,
                   (const size_t[]){ 2, 0, 1 });
   check_refusal(profile, &alloc, "",
                 "there is no event \"\" in the profile");
   check_refusal(profile, &alloc, "Ir,",
                 "there is no event \"\" in the profile");
   check_refusal(profile, &alloc, "I,Ir",
                 "there is no event \"I\" in the profile");
   check_refusal(profile, &alloc, "Ir,Dr:99",
                 "there is no event \"Dr:99\" in the profile");
   check_refusal(profile, &alloc, "Ir,Dr,Ir", "event Ir is given twice");
   heap.fail_at = heap.n_calls + 1;
   check_refusal(profile, &alloc, "Ir", "out of memory");
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Checks the order of functions, given as "file:function ...". */
static void check_functions(const an_profile *profile, const tk_alloc *alloc,
                            const char *sort_by, double threshold,
                            const char *expected)
{
   an_selection sort;
   an_error error;
   an_ranking ranking;
   assert_true(an_select(&sort, alloc, profile, sort_by, &error));
   assert_int_equal(
      an_rank_functions(&ranking, alloc, profile, &sort, threshold), AN_OK);
   char got[128] = "";
   for (size_t i = 0; i < ranking.n; i++) {
      const an_function *function
         = an_profile_function(profile, ranking.entries[i].index);
      assert_ptr_equal(function->totals, ranking.entries[i].totals);
      strcat(got, an_profile_file(profile, function->file)->name);
      strcat(got, function->name);
      strcat(got, " ");
   }
   assert_string_equal(got, expected);
   tk_put(alloc, ranking.entries);
   tk_put(alloc, sort.events);
}

static void test_functions(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(&alloc, text);
   /* ag has more Dw; af and bf are equal in all but their file's name */
   check_functions(profile, &alloc, NULL, 0, "bh ag af bf cf ");
   check_functions(profile, &alloc, "Ir", 0, "bh af ag bf cf ");
   check_functions(profile, &alloc, "Dw,Dr", 0, "ag af bf bh cf ");
   check_functions(profile, &alloc, "Dr", 20, "af ag bf ");
   check_functions(profile, &alloc, "Ir", 1, "bh af ag bf "); /* exactly 1 % */
   check_functions(profile, &alloc, "Ir", 1.001, "bh ");
   an_profile_free(profile);

   profile = test_good_profile(&alloc, zero_text); /* a share of nothing */
   check_functions(profile, &alloc, NULL, 0, "af bf ");
   check_functions(profile, &alloc, NULL, 0.1, "");
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_files(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(&alloc, text);
   an_selection sort;
   an_error error;
   an_ranking ranking;
   assert_true(an_select(&sort, &alloc, profile, NULL, &error));
   assert_int_equal(an_rank_files(&ranking, &alloc, profile, &sort, 1.5),
                    AN_OK);
   assert_int_equal(ranking.n, 2);
   assert_int_equal(ranking.entries[0].index, 1);
   assert_int_equal(ranking.entries[0].totals[0], 979);
   assert_int_equal(ranking.entries[1].index, 0);
   tk_put(&alloc, ranking.entries);

   heap.fail_at = heap.n_calls + 1;
   assert_int_equal(an_rank_files(&ranking, &alloc, profile, &sort, 0),
                    AN_NO_MEMORY);
   assert_null(ranking.entries);
   heap.fail_at = heap.n_calls + 1;
   assert_int_equal(an_rank_functions(&ranking, &alloc, profile, &sort, 0),
                    AN_NO_MEMORY);
   assert_null(ranking.entries);
   tk_put(&alloc, sort.events);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Shares and sizes regard magnitude: the counts of differences have signs,
   which the reader refuses for now. */
static void test_signs(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   assert_non_null(profile);
   assert_int_equal(an_profile_add_event(profile, "Ir", 2), AN_OK);
   static const struct {
      const char *file;
      int64_t count;
   } rows[] = { { "a", 5 }, { "b", -90 }, { "c", -5 } };
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const char *file = an_profile_intern(profile, rows[i].file, 1);
      assert_int_equal(an_profile_begin(profile, file, file), AN_OK);
      assert_int_equal(an_profile_add(profile, 1, &rows[i].count), AN_OK);
   }
   assert_int_equal(an_profile_finish(profile), AN_OK);
   check_functions(profile, &alloc, NULL, 5, "bb aa cc ");
   check_functions(profile, &alloc, NULL, 10, "bb ");
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_select),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_signs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
