/* test_an_profile.c -- the model sorts and sums rows; its line cursor and
   arena.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/tk_arena.h"
#include "counts/an_lines.h"
#include "counts/an_profile.h"

static const char *name(an_profile *profile, const char *text)
{
   const char *interned = an_profile_intern(profile, text, strlen(text));
   assert_non_null(interned);
   return interned;
}

static void begin(an_profile *profile, const char *file, const char *function)
{
   assert_int_equal(an_profile_begin(profile, name(profile, file),
                                     name(profile, function)),
                    AN_OK);
}

static void add(an_profile *profile, uint32_t line, int64_t a, int64_t b)
{
   const int64_t counts[] = { a, b };
   assert_int_equal(an_profile_add(profile, line, counts), AN_OK);
}

static an_profile *new_profile(const tk_alloc *alloc)
{
   an_profile *profile = an_profile_new(alloc);
   assert_non_null(profile);
   assert_int_equal(an_profile_add_text(profile, AN_EVENT, "Ir", 2), AN_OK);
   assert_int_equal(an_profile_add_text(profile, AN_EVENT, "Dr", 2), AN_OK);
   return profile;
}

static void check_counts(const int64_t *counts, int64_t a, int64_t b)
{
   assert_true(counts[0] == a);
   assert_true(counts[1] == b);
}

static void check_next(an_lines *lines, uint32_t line, int64_t a, int64_t b)
{
   assert_true(an_lines_next(lines));
   assert_int_equal(lines->line, line);
   check_counts(lines->counts, a, b);
}

static void test_header(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_profile(&alloc);
   assert_string_equal(an_profile_command(profile), "");
   for (int i = 0; i < 100; i++) {
      char text[] = { 'd', (char)('0' + i / 10), (char)('0' + i % 10) };
      assert_int_equal(an_profile_add_text(profile, AN_DESC, text, 3), AN_OK);
   }
   assert_int_equal(an_profile_set_desc(profile, 7, "other", 5), AN_OK);
   assert_int_equal(an_profile_set_command(profile, "ls -l", 5), AN_OK);
   assert_int_equal(an_profile_texts(profile, AN_DESC)->n, 100);
   assert_string_equal(an_profile_texts(profile, AN_DESC)->text[99], "d99");
   assert_string_equal(an_profile_texts(profile, AN_DESC)->text[7], "other");
   assert_string_equal(an_profile_command(profile), "ls -l");
   assert_int_equal(an_profile_n_events(profile), 2);
   assert_string_equal(an_profile_event(profile, 1), "Dr");
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_empty(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_profile(&alloc);
   assert_int_equal(an_profile_finish(profile), AN_OK);
   assert_int_equal(an_profile_n_files(profile), 0);
   assert_int_equal(an_profile_n_functions(profile), 0);
   check_counts(an_profile_totals(profile), 0, 0);
   an_lines lines;
   assert_int_equal(an_lines_open(&lines, profile, 0, 0), AN_OK);
   assert_false(an_lines_next(&lines));
   an_lines_close(&lines);
   an_profile_free(profile);
   an_profile_free(NULL);
   assert_int_equal(heap.n_live, 0);
}

/* Files and functions out of order and repeated; lines out of order and
   repeated, within a function and in several. */
static an_profile *new_jumbled(const tk_alloc *alloc)
{
   an_profile *profile = new_profile(alloc);
   begin(profile, "b.c", "g");
   add(profile, 20, 1, 0);
   add(profile, 10, 2, 1);
   begin(profile, "a.c", "main");
   add(profile, 5, 100, 10);
   begin(profile, "b.c", "f");
   add(profile, 10, 4, 0);
   begin(profile, "b.c", "g");
   add(profile, 10, 8, 3);
   add(profile, 0, 16, 0);
   begin(profile, "b.c", "g"); /* no change */
   add(profile, 10, -32, 0);
   assert_int_equal(an_profile_finish(profile), AN_OK);
   return profile;
}

static void test_sorted_and_summed(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_jumbled(&alloc);
   check_counts(an_profile_totals(profile), 99, 14);

   assert_int_equal(an_profile_n_files(profile), 2);
   const an_file *file = an_profile_file(profile, 0);
   assert_string_equal(file->name, "a.c");
   check_counts(file->totals, 100, 10);
   assert_int_equal(file->first_function, 0);
   assert_int_equal(file->n_functions, 1);
   file = an_profile_file(profile, 1);
   assert_string_equal(file->name, "b.c");
   check_counts(file->totals, -1, 4);
   assert_int_equal(file->first_function, 1);
   assert_int_equal(file->n_functions, 2);

   assert_int_equal(an_profile_n_functions(profile), 3);
   const an_function *function = an_profile_function(profile, 1);
   assert_string_equal(function->name, "f");
   assert_int_equal(function->file, 1);
   check_counts(function->totals, 4, 0);
   function = an_profile_function(profile, 2);
   assert_string_equal(function->name, "g");
   check_counts(function->totals, -5, 4);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_lines(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_jumbled(&alloc);
   an_lines lines;
   assert_int_equal(an_lines_open(&lines, profile, 2, 1), AN_OK); /* g */
   for (int pass = 0; pass < 2; pass++) {
      check_next(&lines, 0, 16, 0);
      check_next(&lines, 10, -22, 4);
      check_next(&lines, 20, 1, 0);
      assert_false(an_lines_next(&lines));
      an_lines_rewind(&lines);
   }
   an_lines_close(&lines);

   assert_int_equal(an_lines_open(&lines, profile, 1, 2), AN_OK); /* b.c */
   check_next(&lines, 0, 16, 0);
   check_next(&lines, 10, -18, 4);
   check_next(&lines, 20, 1, 0);
   assert_false(an_lines_next(&lines));
   an_lines_close(&lines);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Many chunks of memory: a function has several blocks. */
static void test_large(void **state)
{
   (void)state;
   enum { N = 200000 };
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_profile(&alloc);
   begin(profile, "a.c", "f");
   for (uint32_t i = 1; i <= N; i++)
      add(profile, i, INT64_C(100000007) * i, -(int64_t)i);
   assert_int_equal(an_profile_finish(profile), AN_OK);
   assert_int_equal(an_profile_n_functions(profile), 1);
   int64_t sum = (int64_t)N * (N + 1) / 2;
   check_counts(an_profile_function(profile, 0)->totals,
                INT64_C(100000007) * sum, -sum);
   check_counts(an_profile_totals(profile), INT64_C(100000007) * sum, -sum);
   an_lines lines;
   assert_int_equal(an_lines_open(&lines, profile, 0, 1), AN_OK);
   for (uint32_t i = 1; i <= N; i++)
      check_next(&lines, i, INT64_C(100000007) * i, -(int64_t)i);
   assert_false(an_lines_next(&lines));
   an_lines_close(&lines);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_overflow(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   const int64_t most[] = { 1, INT64_MAX };

   an_profile *profile = new_profile(&alloc);
   begin(profile, "a.c", "f");
   assert_int_equal(an_profile_add(profile, UINT32_MAX, most), AN_OK);
   assert_int_equal(an_profile_add(profile, 1, most), AN_OVERFLOW);
   an_profile_free(profile);

   profile = new_profile(&alloc); /* only the sum over functions overflows */
   begin(profile, "a.c", "f");
   assert_int_equal(an_profile_add(profile, 1, most), AN_OK);
   begin(profile, "b.c", "f");
   assert_int_equal(an_profile_add(profile, 1, most), AN_OK);
   assert_int_equal(an_profile_finish(profile), AN_OVERFLOW);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_no_memory_for_lines(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = new_jumbled(&alloc);
   for (size_t n = 1; n <= 2; n++) {
      size_t n_live = heap.n_live;
      an_lines lines;
      heap.fail_at = heap.n_calls + n;
      assert_int_equal(an_lines_open(&lines, profile, 0, 3), AN_NO_MEMORY);
      assert_int_equal(heap.n_live, n_live);
   }
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_header),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_sorted_and_summed),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_no_memory_for_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
