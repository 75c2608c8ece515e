/* test_an_report.c -- the report on small profiles, as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "an_report.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define RULE_NO_NEWLINE \
   "----------------------------------------" \
   "----------------------------------------"
#define RULE RULE_NO_NEWLINE "\n"
#define HEADING(title) RULE "-- " title "\n" RULE

static char directory[] = "/tmp/test_an_report.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int tear_down(void **state)
{
   (void)state;
   unlink("a.c");
   return chdir("/") == 0 ? rmdir(directory) : -1;
}

static void write_source(const char *text)
{
   FILE *file = fopen("a.c", "w");
   assert_non_null(file);
   assert_true(fputs(text, file) >= 0);
   assert_int_equal(fclose(file), 0);
}

/* A source of n lines, "line 1" and so on. */
static void write_numbered_source(int n)
{
   FILE *file = fopen("a.c", "w");
   assert_non_null(file);
   for (int i = 1; i <= n; i++)
      assert_true(fprintf(file, "line %d\n", i) > 0);
   assert_int_equal(fclose(file), 0);
}

/* The report on the profile in `text`; the caller frees it. */
static char *report_of(const char *text, an_report_options options,
                       test_heap *heap, an_status *status)
{
   tk_alloc alloc = test_alloc(heap);
   size_t fail_at = heap->fail_at;
   heap->fail_at = 0;
   an_profile *profile = test_good_profile(&alloc, text);
   an_error error;
   assert_true(an_select(&options.show, &alloc, profile, NULL, &error));
   assert_true(an_select(&options.sort, &alloc, profile, NULL, &error));
   if (options.data_name == NULL)
      options.data_name = "x.out";

   char *report;
   size_t length;
   FILE *out = open_memstream(&report, &length);
   assert_non_null(out);
   heap->fail_at = fail_at == 0 ? 0 : heap->n_calls + fail_at;
   *status = an_report(profile, &alloc, &options, out);
   assert_int_equal(fclose(out), 0);
   tk_put(&alloc, options.show.events);
   tk_put(&alloc, options.sort.events);
   an_profile_free(profile);
   assert_int_equal(heap->n_live, 0);
   return report;
}

static void check_report(const char *text, an_report_options options,
                         const char *expected)
{
   test_heap heap = { 0 };
   an_status status;
   char *report = report_of(text, options, &heap, &status);
   assert_int_equal(status, AN_OK);
   assert_string_equal(report, expected);
   free(report);
}

/* Checks one section of the report: from the line after its heading to the
   next heading or the end. */
static void check_section(const char *text, an_report_options options,
                          const char *title, const char *expected)
{
   test_heap heap = { 0 };
   an_status status;
   char *report = report_of(text, options, &heap, &status);
   assert_int_equal(status, AN_OK);
   char *section = strstr(report, title);
   if (section == NULL)
      fail_msg("no section %s in:\n%s", title, report);
   section = strstr(section, RULE) + strlen(RULE);
   char *end = strstr(section, RULE);
   if (end != NULL)
      *end = '\0';
   assert_string_equal(section, expected);
   free(report);
}

/* ---- All but the source ---- */

static const char small[] = "desc: I1 cache:         1 B\n"
                            "cmd: ./app\nevents: Ir Dr\n"
                            "fl=a.c\nfn=f\n1 2000 1\nfn=g\n2 30\n"
                            "fl=b\x1b.c\nfn=h\n1 969 1\n"
                            "fl=z.c\nfn=i\n1 1\n"
                            "summary: 3000 2\n";

static void test_without_source(void **state)
{
   (void)state;
   an_report_options options = { .threshold = 0.5, .percents = true };
   check_report(small, options,
                HEADING("Metadata")
                "I1 cache:         1 B\n"
                "Command:          ./app\n"
                "Data file:        x.out\n"
                "Events recorded:  Ir Dr\n"
                "Events shown:     Ir Dr\n"
                "Event sort order: Ir Dr\n"
                "Threshold:        0.5%\n"
                "Annotation:       off\n"
                "\n"
                HEADING("Summary")
                "            Ir          Dr\n"
                "\n"
                "3,000 (100.0%)  2 (100.0%)  PROGRAM TOTALS\n"
                "\n"
                HEADING("Files")
                "            Ir          Dr  file\n"
                "\n"
                "2,030 (67.67%)  1 (50.00%)  a.c\n"
                "  969 (32.30%)  1 (50.00%)  b\\x1b.c\n"
                "\n"
                HEADING("Functions")
                "            Ir          Dr  file:function\n"
                "\n"
                "2,000 (66.67%)  1 (50.00%)  a.c:f\n"
                "  969 (32.30%)  1 (50.00%)  b\\x1b.c:h\n"
                "   30  (1.00%)  0           a.c:g\n"
                "\n");
}

static void test_metadata(void **state)
{
   (void)state;
   static const char *const dirs[] = { "one", "two\n" };
   an_report_options options = { .threshold = 0,
                                 .annotate = true,
                                 .source_dirs = dirs,
                                 .n_source_dirs = 2,
                                 .data_name = "\x1b[2J" };
   check_section("cmd: \x1b]0;x\x07\nevents: Ir\nsummary: 0\n", options,
                 "-- Metadata\n",
                 "Command:          \\x1b]0;x\\x07\n"
                 "Data file:        \\x1b[2J\n"
                 "Events recorded:  Ir\n"
                 "Events shown:     Ir\n"
                 "Event sort order: Ir\n"
                 "Threshold:        0%\n"
                 "Source paths:     one\n"
                 "                  two\\x0a\n"
                 "Annotation:       on\n"
                 "\n");
}

static void test_zero_totals(void **state)
{
   (void)state;
   static const char text[] = "cmd: x\nevents: Ir\nfl=a\nfn=f\n1 0\n"
                              "summary: 0\n";
   an_report_options options = { .threshold = 0.1, .percents = true };
   check_section(text, options, "-- Summary\n",
                 "     Ir\n\n0 (n/a)  PROGRAM TOTALS\n\n");
   check_section(text, options, "-- Functions\n",
                 "     Ir  file:function\n\n(none reaches the threshold)\n\n");
   options.threshold = 0;
   check_section(text, options, "-- Functions\n",
                 "     Ir  file:function\n\n0 (n/a)  a:f\n\n");
}

/* ---- Annotated source ---- */

#define GAP "----------------------------------------\n"
#define A_C "-- Annotated source file: a.c\n"

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
   an_report_options options = { .context = 1, .annotate = true };
   write_numbered_source(9);

   /* a gap before, between and after */
   check_section(profile_of_lines((int[]){ 3, 7 }, 2), options, A_C,
                 "Ir\n\n"
                 "-- line 2 " GAP " .  line 2\n 1  line 3\n .  line 4\n"
                 "-- line 4 " GAP
                 "-- line 6 " GAP " .  line 6\n 1  line 7\n .  line 8\n"
                 "-- line 8 " GAP "\n");
   /* regions that touch are one; the ends of the file are no gaps */
   check_section(profile_of_lines((int[]){ 1, 4, 6, 9 }, 4), options, A_C,
                 "Ir\n\n"
                 " 1  line 1\n .  line 2\n .  line 3\n 1  line 4\n"
                 " .  line 5\n 1  line 6\n .  line 7\n .  line 8\n"
                 " 1  line 9\n\n");
   check_section(profile_of_lines((int[]){ 2, 8 }, 2), options, A_C,
                 "Ir\n\n"
                 " .  line 1\n 1  line 2\n .  line 3\n"
                 "-- line 3 " GAP
                 "-- line 7 " GAP " .  line 7\n 1  line 8\n .  line 9\n\n");
   options.context = 0;
   check_section(profile_of_lines((int[]){ 3, 4 }, 2), options, A_C,
                 "Ir\n\n"
                 "-- line 3 " GAP " 1  line 3\n 1  line 4\n"
                 "-- line 4 " GAP "\n");
   options.context = UINT32_MAX;
   check_section(profile_of_lines((int[]){ 3 }, 1), options, A_C,
                 "Ir\n\n"
                 " .  line 1\n .  line 2\n 1  line 3\n .  line 4\n"
                 " .  line 5\n .  line 6\n .  line 7\n .  line 8\n"
                 " .  line 9\n\n");
}

static void test_lines_without_source(void **state)
{
   (void)state;
   an_report_options options = { .context = 0, .annotate = true };
   write_numbered_source(2);
   check_section(profile_of_lines((int[]){ 0, 2, 3, 4000000 }, 4), options,
                 A_C,
                 "Ir\n\n"
                 " 1  <unknown (line 0)>\n\n"
                 "-- line 2 " GAP " 1  line 2\n\n"
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
   an_report_options options = { .context = 1, .annotate = true };
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
   an_report_options options = { .annotate = true,
                                 .data_modified = &modified };
   const char *text = profile_of_lines((int[]){ 1 }, 1);
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
   modified.tv_sec--;
   modified.tv_nsec = 999999999;
   check_section(text, options, A_C,
                 "@@ WARNING: this source file is newer than the profile.\n"
                 "@@ Counts may stand beside the wrong lines.\n"
                 "Ir\n\n 1  line 1\n\n");
   modified = status.st_mtim;
   if (modified.tv_nsec > 0) {
      modified.tv_nsec--;
      check_section(text, options, A_C,
                    "@@ WARNING: this source file is newer than the "
                    "profile.\n@@ Counts may stand beside the wrong lines.\n"
                    "Ir\n\n 1  line 1\n\n");
   }
   modified.tv_sec++;
   modified.tv_nsec = 0;
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
   options.data_modified = NULL;
   check_section(text, options, A_C, "Ir\n\n 1  line 1\n\n");
}

/* Each count is in one row of the last table. */
static void test_coverage(void **state)
{
   (void)state;
   static const char text[]
      = "cmd: x\nevents: Ir\n"
        "fl=a.c\nfn=f\n0 1\n1 10000\n2 20\nfn=low\n1 300\n"
        "fl=gone\x1b.c\nfn=f\n1 40000\n"
        "fl=low.c\nfn=f\n1 5000\n"
        "fl=???\nfn=???\n0 600000\n"
        "summary: 655321\n";
   an_report_options options = { .threshold = 1, .annotate = true };
   write_numbered_source(1);
   check_section(text, options, "-- Source files not shown\n",
                 "gone\\x1b.c: not found\n\n");
   check_section(text, options, "-- Annotation summary\n",
                 "     Ir\n\n"
                 " 10,300  annotated\n"
                 "     21  line unknown or past the end of the file\n"
                 " 40,000  source file unreadable\n"
                 "  5,000  file without a listed function\n"
                 "600,000  file unknown (???" ")\n\n");
}

/* Headings and lines are tinted; a tint ends with its line. */
static void test_colour(void **state)
{
   (void)state;
   static const char text[] = "cmd: x\nevents: Ir Dr\nfl=a.c\nfn=f\n"
                              "1 50\n2 15 9\n3 2\n4 0 1\n5 133\n"
                              "summary: 200 10\n";
   an_report_options options = { .annotate = true, .colour = true };
   write_numbered_source(5);
   test_heap heap = { 0 };
   an_status status;
   char *report = report_of(text, options, &heap, &status);
   assert_non_null(strstr(report, "\033[1m" RULE "-- Files\n" RULE_NO_NEWLINE
                                  "\033[0m\n\033[1m"));
   assert_non_null(strstr(report, "\033[1m Ir  Dr\033[0m\n\n"
                                  "\033[1;31m 50   0  line 1\033[0m\n"
                                  "\033[31m 15   9  line 2\033[0m\n"
                                  "\033[33m  2   0  line 3\033[0m\n"
                                  "  0   1  line 4\n"
                                  "\033[1;31m133   0  line 5\033[0m\n"));
   free(report);
}

/* ---- Failing ---- */

static void test_no_memory(void **state)
{
   (void)state;
   write_numbered_source(3);
   for (size_t n = 1;; n++) {
      an_report_options options = { .annotate = true };
      test_heap heap = { .fail_at = n };
      an_status status;
      free(report_of(small, options, &heap, &status));
      if (status == AN_OK) {
         assert_true(n > 10);
         return;
      }
      assert_int_equal(status, AN_NO_MEMORY);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_source),
      cmocka_unit_test(test_metadata),
      cmocka_unit_test(test_zero_totals),
      cmocka_unit_test(test_gaps),
      cmocka_unit_test(test_lines_without_source),
      cmocka_unit_test(test_hostile_source),
      cmocka_unit_test(test_newer_source),
      cmocka_unit_test(test_coverage),
      cmocka_unit_test(test_colour),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
