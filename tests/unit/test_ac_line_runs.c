/* test_ac_line_runs.c -- how often lines ran: read, refused, added up, written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "test_ac_read.h"

#include "counts/ac_line_runs.h"
#include "counts/ac_write.h"

#include <stdio.h>

#define ROWS \
   "fl=a.c\nfn=f\n0 1 0\n4 6 0\n5 6 0\n9 2 0\nfn=g\n7 1 0\nfl=b.c\nfn=f\n4 8 1\n" \
   "summary: 24 1\n"
#define FILE_OF(notes) OWN ROWS notes "#: end 6\n"
#define RUNS "#: runs\n#: n 1 0 2*3 1\n#: n 3 8\n"

static int64_t runs_of(ac_profile *profile, const char *file, const char *function,
                       uint32_t line)
{
   return ac_line_runs_of(profile, ac_profile_intern(profile, file, strlen(file)),
                          ac_profile_intern(profile, function, strlen(function)), line);
}

static ac_profile *sum_of(const char *const *texts, size_t n)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   const ac_reading reading = { .name = NULL };
   an_error error;
   ac_profile_sum_lines(profile);
   for (size_t i = 0; i < n; i++)
      if (!read_into(profile, texts[i], &reading, &error))
         fail_msg("%s", error.message);
   ac_profile_finish(profile);
   return profile;
}

static void reads(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(FILE_OF(RUNS));
   assert_true(ac_line_runs_are_known(profile));
   assert_int_equal(runs_of(profile, "a.c", "f", 4), 3);
   assert_int_equal(runs_of(profile, "a.c", "f", 5), 3);
   assert_int_equal(runs_of(profile, "a.c", "f", 9), 1);
   assert_int_equal(runs_of(profile, "b.c", "f", 4), 8);
   assert_int_equal(runs_of(profile, "a.c", "f", 0), 0);
   assert_int_equal(runs_of(profile, "a.c", "f", 6), 0);
   assert_int_equal(runs_of(profile, "a.c", "f", 10), 0);
   assert_int_equal(runs_of(profile, "a.c", "g", 7), 0);
   assert_int_equal(runs_of(profile, "c.c", "f", 4), 0);
}

static void is_unknown_without(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(FILE_OF(""));
   assert_false(ac_line_runs_are_known(profile));
   assert_int_equal(runs_of(profile, "a.c", "f", 4), 0);
   profile = test_good_profile(FILE_OF("#: runs\n"));
   assert_true(ac_line_runs_are_known(profile));
   assert_int_equal(runs_of(profile, "a.c", "f", 4), 0);
}

/* From the third file on, rows are known by their text. */
static void adds_up(void **state)
{
   (void)state;
   static const char *const texts[] = {
      FILE_OF(RUNS),
      OWN "fl=a.c\nfn=f\n3 1 0\n5 9 0\nfn=h\n1 1 0\nsummary: 11 0\n#: runs\n#: n 1 1 9\n"
          "#: n 2 1\n#: end 3\n",
      FILE_OF("#: runs\n#: n 1 0 10 20 30\n"),
      FILE_OF(RUNS),
      FILE_OF(RUNS),
      FILE_OF(""),
   };
   ac_profile *profile = sum_of(texts, 5);
   assert_int_equal(runs_of(profile, "a.c", "f", 3), 1);
   assert_int_equal(runs_of(profile, "a.c", "f", 4), 3 + 10 + 3 + 3);
   assert_int_equal(runs_of(profile, "a.c", "f", 5), 3 + 9 + 20 + 3 + 3);
   assert_int_equal(runs_of(profile, "a.c", "f", 9), 1 + 30 + 1 + 1);
   assert_int_equal(runs_of(profile, "a.c", "h", 1), 1);
   assert_int_equal(runs_of(profile, "b.c", "f", 4), 24);
   profile = sum_of(texts, 6); /* one does not say */
   assert_int_equal(runs_of(profile, "b.c", "f", 4), 0);
}

static void writes(void **state)
{
   (void)state;
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   ac_write(test_good_profile(FILE_OF(RUNS)), NULL, out);
   assert_int_equal(fclose(out), 0);
   assert_non_null(strstr(text, "summary: 24 1\n" RUNS "#: end 6\n"));
   free(text);
}

static void check_refused(const char *text, const char *expected)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   const ac_reading reading = { .name = NULL };
   an_error error;
   assert_false(read_into(profile, text, &reading, &error));
   assert_string_equal(error.message, expected);
}

static void refuses(void **state)
{
   (void)state;
#define UNLIKE "expected NAME and how often its lines ran after \"#: n\""
   check_refused(FILE_OF("#: runs\n#: runs\n"), "a second \"#: runs\" line");
   check_refused(FILE_OF("#: n 1 1\n"), "\"#: n\" out of place");
   check_refused(FILE_OF("#: runs\n#: n 4 1\n"), "there is no name 4 before this note");
   check_refused(FILE_OF("#: runs\n#: n 2 1 1\n"), "the function has no line 2");
   check_refused(FILE_OF("#: runs\n#: n 1 2*1 3*1\n"), "the function has no line 5");
   check_refused(FILE_OF("#: runs\n#: n 1 9223372036854775807*1\n"),
                 "the function has no line 5");
   check_refused(FILE_OF("#: runs\n#: n 1 x\n"), UNLIKE);
   check_refused(FILE_OF("#: runs\n#: n 1 1*\n"), UNLIKE);
   check_refused(FILE_OF("#: runs\n#: n 1 0*1\n"), UNLIKE);
   check_refused(FILE_OF("#: runs\n#: n 1 1*2*3\n"), UNLIKE);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads),   cmocka_unit_test(is_unknown_without),
      cmocka_unit_test(adds_up), cmocka_unit_test(writes),
      cmocka_unit_test(refuses),
   };
   return cmocka_run_group_tests_name("ac_line_runs", tests, NULL, NULL);
}
