/* test_ac_source_print.c -- annotated source: which lines are shown, and what is known of
   those that are not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_report.h"

/* One function in a.c with one Ir at each line given. */
static char *profile_of_lines(const int *lines, size_t n)
{
   static char text[1024];
   char *at = text + sprintf(text, "cmd: x\nevents: Ir\nfl=a.c\nfn=f\n");
   for (size_t i = 0; i < n; i++)
      at += sprintf(at, "%d 1\n", lines[i]);
   sprintf(at, "summary: %zu\n", n);
   return text;
}

static void test_gaps(void **state)
{
   (void)state;
   test_options options = { .request.context = 1, .request.annotate = true };
   write_numbered_source(11);

   /* a gap before, between and after */
   check_section(profile_of_lines((int[]){ 4, 9 }, 2), options, A_C,
                 "Ir\n\n"
                 "-- line 3 " GAP " .  line 3\n 1  line 4\n .  line 5\n"
                 "-- line 8 " GAP " .  line 8\n 1  line 9\n .  line 10\n\n");
   /* one line takes no more room than a mark */
   write_numbered_source(9);
   check_section(profile_of_lines((int[]){ 3, 7 }, 2), options, A_C,
                 "Ir\n\n"
                 " .  line 1\n .  line 2\n 1  line 3\n .  line 4\n"
                 " .  line 5\n .  line 6\n 1  line 7\n .  line 8\n\n");
   /* regions that touch are one; the ends of the file are no gaps */
   check_section(profile_of_lines((int[]){ 1, 4, 6, 9 }, 4), options, A_C,
                 "Ir\n\n"
                 " 1  line 1\n .  line 2\n .  line 3\n 1  line 4\n"
                 " .  line 5\n 1  line 6\n .  line 7\n .  line 8\n"
                 " 1  line 9\n\n");
   check_section(profile_of_lines((int[]){ 2, 8 }, 2), options, A_C,
                 "Ir\n\n"
                 " .  line 1\n 1  line 2\n .  line 3\n"
                 "-- line 7 " GAP " .  line 7\n 1  line 8\n .  line 9\n\n");
   options.request.context = 0;
   check_section(profile_of_lines((int[]){ 3, 4 }, 2), options, A_C,
                 "Ir\n\n"
                 "-- line 3 " GAP " 1  line 3\n 1  line 4\n\n");
   options.request.context = UINT32_MAX;
   check_section(profile_of_lines((int[]){ 3 }, 1), options, A_C,
                 "Ir\n\n"
                 " .  line 1\n .  line 2\n 1  line 3\n .  line 4\n"
                 " .  line 5\n .  line 6\n .  line 7\n .  line 8\n"
                 " .  line 9\n\n");
}

static void test_lines_without_source(void **state)
{
   (void)state;
   test_options options = { .request.context = 0, .request.annotate = true };
   write_numbered_source(2);
   check_section(profile_of_lines((int[]){ 0, 2, 3, 4000000 }, 4), options, A_C,
                 "Ir\n\n"
                 " 1  <unknown (line 0)>\n\n"
                 " .  line 1\n 1  line 2\n\n"
                 " 1  <bogus line 3>\n"
                 " 1  <bogus line 4000000>\n"
                 "@@ WARNING: the profile has counts past the end of this "
                 "source file.\n\n");
   check_section(profile_of_lines((int[]){ 0 }, 1), options, A_C,
                 "Ir\n\n 1  <unknown (line 0)>\n\n\n");
   write_source("");
   check_section(profile_of_lines((int[]){ 1 }, 1), options, A_C,
                 "Ir\n\n\n 1  <bogus line 1>\n"
                 "@@ WARNING: the profile has counts past the end of this "
                 "source file.\n\n");
}

static void test_hostile_source(void **state)
{
   (void)state;
   test_options options = { .request.context = 1, .request.annotate = true };
   write_source("\ta\x1b[31m\r\n\nlast");
   check_section(profile_of_lines((int[]){ 2 }, 1), options, A_C,
                 "Ir\n\n .          a\\x1b[31m\n 1\n .  last\n\n");
}

static void test_newer_source(void **state)
{
   (void)state;
   write_numbered_source(1);
   struct stat status;
   assert_int_equal(stat("a.c", &status), 0);
   struct timespec modified = status.st_mtim;
   test_options options = { .request.annotate = true,
                            .analysis.data_modified = &modified };
   const char *text = profile_of_lines((int[]){ 1 }, 1);
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
   modified.tv_sec--;
   modified.tv_nsec = 999999999;
   check_section(text, options, A_C,
                 "@@ WARNING: this source file is newer than the profile.\n"
                 "@@ Counts can be beside the wrong lines.\n"
                 "Ir\n\n 1  line 1\n\n");
   modified = status.st_mtim;
   if (modified.tv_nsec > 0) {
      modified.tv_nsec--;
      check_section(text, options, A_C,
                    "@@ WARNING: this source file is newer than the "
                    "profile.\n@@ Counts can be beside the wrong lines.\n"
                    "Ir\n\n 1  line 1\n\n");
   }
   modified.tv_sec++;
   modified.tv_nsec = 0;
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
   options.analysis.data_modified = NULL;
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
}

/* Each count is in one row of the last table. */
static void test_coverage(void **state)
{
   (void)state;
   static const char text[] = "cmd: x\nevents: Ir\n"
                              "fl=a.c\nfn=f\n0 1\n1 10000\n2 20\nfn=low\n1 300\n"
                              "fl=gone\x1b.c\nfn=f\n1 40000\n"
                              "fl=low.c\nfn=f\n1 5000\n"
                              "fl=???\nfn=???\n0 600000\n"
                              "summary: 655321\n";
   test_options options = { .request.threshold = 1, .request.annotate = true };
   write_numbered_source(1);
   check_section(text, options, "-- Source files not shown\n",
                 "gone\\x1b.c: not found\n\n");
   check_section(text, options, "-- Annotation summary\n",
                 "     Ir\n\n"
                 " 10,300  annotated\n"
                 "     21  at unknown lines or past the end of the file\n"
                 " 40,000  in unreadable source files\n"
                 "  5,000  in files listed without functions\n"
                 "600,000  in unknown files (???"
                 ")\n\n");
}

/* Headings and lines are tinted; a tint ends with its line. */
static void test_colour(void **state)
{
   (void)state;
   static const char text[] = "cmd: x\nevents: Ir Dr\nfl=a.c\nfn=f\n"
                              "1 50\n2 15 9\n3 2\n4 0 1\n5 133\n"
                              "summary: 200 10\n";
   request r = { .text = text,
                 .options = { .request.annotate = true, .terminal.colour = true } };
   write_numbered_source(5);
   char *report = good_report_of(&r);
   assert_non_null(
      strstr(report, "\033[1m" RULE BY_FILE RULE_NO_NEWLINE "\033[0m\n\033[1m"));
   assert_non_null(strstr(report, "\033[1m Ir  Dr\033[0m\n\n"
                                  "\033[1;31m 50   0  line 1\033[0m\n"
                                  "\033[31m 15   9  line 2\033[0m\n"
                                  "\033[33m  2   0  line 3\033[0m\n"
                                  "  0   1  line 4\n"
                                  "\033[1;31m133   0  line 5\033[0m\n"));
   free(report);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gaps),           cmocka_unit_test(test_lines_without_source),
      cmocka_unit_test(test_hostile_source), cmocka_unit_test(test_newer_source),
      cmocka_unit_test(test_coverage),       cmocka_unit_test(test_colour),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
