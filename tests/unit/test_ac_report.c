/* test_ac_report.c -- the whole report on small profiles, as text: its head,
   its layout, and what is left out of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_report.h"

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
   request r = { .text = small,
                 .options = { .request.threshold = 0.5, .request.percents = true } };
   /* clang-format off */
   check_report(&r,
                HEADING("Summary")
                "            Ir          Dr  of\n"
                "3,000 (100.0%)  2 (100.0%)  PROGRAM TOTALS\n"
                "\n"
                HEADING("Hottest lines")
                "            Ir          Dr  function (file:line), source\n"
                "2,000 (66.67%)  1 (50.00%)  f (a.c:1)\n"
                "  969 (32.30%)  1 (50.00%)  h (b\\x1b.c:1)\n"
                "   30  (1.00%)  0           g (a.c:2)\n"
                "\n"
                HEADING("Files and their functions")
                "            Ir          Dr  file, function\n"
                "2,030 (67.67%)  1 (50.00%)  a.c\n"
                "2,000 (66.67%)  1 (50.00%)    f\n"
                "   30  (1.00%)  0             g\n"
                "  969 (32.30%)  1 (50.00%)  b\\x1b.c\n"
                "  969 (32.30%)  1 (50.00%)    h\n"
                "\n"
                HEADING("Metadata")
                "I1 cache:         1 B\n"
                "Command:          ./app\n"
                "Data file:        x.out\n"
                "Events recorded:  Ir Dr\n"
                "Events shown:     Ir Dr\n"
                "Event sort order: Ir Dr\n"
                "Threshold:        0.5%\n"
                "Annotation:       off\n"
                "\n");
   /* clang-format on */
}

static void test_metadata(void **state)
{
   (void)state;
   static const char *const dirs[] = { "one", "two\n" };
   static const ac_report_field fields[] = { { "Data files:", "\x1b[2J" },
                                             { NULL, "y.out" },
                                             { "Note:", "n" } };
   test_options options = { .request.threshold = 0,
                            .request.annotate = true,
                            .request.source = { dirs, 2, NULL },
                            .analysis.fields = fields,
                            .analysis.n_fields = 3 };
   check_section("cmd: \x1b]0;x\x07\nevents: Ir\nsummary: 0\n", options, "-- Metadata\n",
                 "Command:          \\x1b]0;x\\x07\n"
                 "Data files:       \\x1b[2J\n"
                 "                  y.out\n"
                 "Note:             n\n"
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
   test_options options = { .request.threshold = 0.1, .request.percents = true };
   check_section(text, options, "-- Summary\n",
                 "     Ir  of\n0 (n/a)  PROGRAM TOTALS\n\n");
   check_section(text, options, BY_FILE, "(none reaches the threshold)\n\n");
   check_functions_of(&(request){ .text = text, .options = options },
                      "(none reaches the threshold)\n\n");
   options.request.threshold = 0;
   check_section(text, options, BY_FILE,
                 "     Ir  file, function\n0 (n/a)  a\n0 (n/a)    f\n\n");
   check_functions_of(&(request){ .text = text, .options = options },
                      "     Ir  function, file\n0 (n/a)  f (a)\n\n");
}

/* ---- Functions in several files, metrics ---- */

static const char many_files[] = "cmd: x\nevents: Ir Dr\n"
                                 "fl=a.c\nfn=f\n1 60 1\nfn=once\n2 100 5\n"
                                 "fl=b.h\nfn=f\n1 90 2\nfn=g\n2 4 0\n"
                                 "fl=c.h\nfn=f\n1 1 0\nfn=g\n2 6 1\n"
                                 "summary: 261 9\n";

/* Files and functions that are equal keep the order of their names. */
static void test_ties(void **state)
{
   (void)state;
   request r = { .text = "cmd: x\nevents: Ir\nfl=b\nfn=z\n1 2\nfn=y\n1 2\n"
                         "fl=a\nfn=z\n1 2\nfn=x\n1 2\nsummary: 8\n" };
   check_section_of(&r, BY_FILE,
                    "Ir  file, function\n"
                    " 4  a\n 2    x\n 2    z\n 4  b\n 2    y\n 2    z\n\n");
   check_functions_of(&r, "Ir  function, file\n"
                          " 4  z\n 2    a\n 2    b\n 2  x (a)\n 2  y (b)\n\n");
}

/* Metrics have their formulas in the metadata, and no shares if those would
   mean nothing. */
static void test_metrics(void **state)
{
   (void)state;
   request r = { .text = many_files,
                 .show = "Ir rate=Dr/Ir twice=2*Ir",
                 .sort = "rate=Dr/Ir Ir",
                 .options = { .request.threshold = 0, .request.percents = true } };
   check_section_of(&r, "-- Metadata\n",
                    "Command:          x\n"
                    "Data file:        x.out\n"
                    "Events recorded:  Ir Dr\n"
                    "Events shown:     Ir rate twice\n"
                    "Event sort order: rate Ir\n"
                    "Metric:           rate = Dr/Ir\n"
                    "Metric:           twice = 2*Ir\n"
                    "Threshold:        0%\n"
                    "Annotation:       off\n"
                    "\n");
   check_functions_of(&r, "          Ir  rate         twice  function, file\n"
                          " 10  (3.83%)  0.10   20  (3.83%)  g\n"
                          "  6  (2.30%)  0.17   12  (2.30%)    c.h\n"
                          "  4  (1.53%)  0.00    8  (1.53%)    b.h\n"
                          "100 (38.31%)  0.05  200 (38.31%)  once (a.c)\n"
                          "151 (57.85%)  0.02  302 (57.85%)  f\n"
                          " 90 (34.48%)  0.02  180 (34.48%)    b.h\n"
                          " 60 (22.99%)  0.02  120 (22.99%)    a.c\n"
                          "  1  (0.38%)  0.00    2  (0.38%)    c.h\n"
                          "\n");
}

/* ---- Pairs ---- */

static const char before[] = "desc: D1 cache:         1 B\n"
                             "cmd: old\nevents: Ir Dr \x1b[2J\n"
                             "fl=a.c\nfn=f\n1 100 4\n2 10 0\n"
                             "fn=gone\n3 50\n"
                             "fl=b.h\nfn=f\n1 40 0\n"
                             "summary: 200 4 0\n";
static const char after[] = "desc: D1 cache:         1 B\n"
                            "cmd: new\nevents: Ir Dr \x1b[2J\n"
                            "fl=a.c\nfn=f\n1 90 4\n2 10 1\n"
                            "fn=new\n3 30 0\n"
                            "fl=b.h\nfn=f\n1 41 0\n"
                            "summary: 171 5 0\n";

static void test_pair(void **state)
{
   (void)state;
   request r = { .text = before,
                 .after = after,
                 .show = "Ir:old Ir:new Ir:change Dr:change "
                         "rate=Dr/Ir:change \x1b[2J:change",
                 .sort = "Ir:change",
                 .options = { .request.percents = true } };
   check_section_of(&r, "-- Metadata\n",
                    "D1 cache:         1 B\n"
                    "Command:          new\n"
                    "Data file:        x.out\n"
                    "Events recorded:  Ir Dr \\x1b[2J\n"
                    "Events shown:     Ir Dr rate\n"
                    "Not shown:        no change: --show=\\x1b[2J\n"
                    "Event sort order: Ir\n"
                    "Metric:           rate = Dr/Ir\n"
                    "Threshold:        0%\n"
                    "Annotation:       off\n"
                    "\n");
   check_section_of(&r, "-- Summary\n",
                    " old   new           change  total of\n"
                    " 200   171    -29 (-14.50%)  Ir\n"
                    "   4     5     +1 (+25.00%)  Dr\n"
                    "0.02  0.03  +0.01 (+46.20%)  rate\n"
                    "   0     0                0  \\x1b[2J\n\n");
   r.show = "Ir:old Ir:new Ir:change Dr:change";
   check_section_of(&r, BY_FILE,
                    "Ir old  Ir new      Ir change     Dr change"
                    "  file, function\n"
                    "   160     130  -30 (-18.75%)  +1 (+25.00%)  a.c\n"
                    "    50       0  -50 (-100.0%)   0              gone\n"
                    "     0      30  +30     (new)   0              new\n"
                    "   110     100  -10  (-9.09%)  +1 (+25.00%)    f\n"
                    "    40      41   +1  (+2.50%)   0            b.h\n"
                    "    40      41   +1  (+2.50%)   0              f\n"
                    "\n");
   check_functions_of(&r, "Ir old  Ir new      Ir change     Dr change"
                          "  function, file\n"
                          "    50       0  -50 (-100.0%)   0            gone (a.c)\n"
                          "     0      30  +30     (new)   0            new (a.c)\n"
                          "   150     141   -9  (-6.00%)  +1 (+25.00%)  f\n"
                          "   110     100  -10  (-9.09%)  +1 (+25.00%)    a.c\n"
                          "    40      41   +1  (+2.50%)   0              b.h\n"
                          "\n");
   r.options.request.threshold = 5; /* of the total before */
   check_functions_of(&r, "Ir old  Ir new      Ir change  Dr change"
                          "  function, file\n"
                          "    50       0  -50 (-100.0%)          0  gone (a.c)\n"
                          "     0      30  +30     (new)          0  new (a.c)\n"
                          "\n");
   write_numbered_source(4);
   r.options = (test_options){ .request.annotate = true };
   r.show = "Ir:old Ir:new Ir:change";
   check_section_of(&r, A_C,
                    "Ir old  Ir new  Ir change\n\n"
                    "   100      90        -10  line 1\n"
                    "    10      10          0  line 2\n"
                    "    50      30        -20  line 3\n"
                    "\n");
   check_section_of(&r, "-- Annotation summary\n",
                    "Ir old  Ir new  Ir change\n\n"
                    "   160     130        -30  annotated\n"
                    "     0       0          0  at unknown lines or past the end "
                    "of the file\n"
                    "    40      41         +1  in unreadable source files\n"
                    "     0       0          0  in files listed without "
                    "functions\n"
                    "     0       0          0  in unknown files (???"
                    ")\n\n");
}

/* Long numbers and names keep their distance. */
static void test_pair_widths(void **state)
{
   (void)state;
   request r = { .text = "cmd: x\nevents: AVeryLongEventName B\n"
                         "fl=a\nfn=f\n1 9223372036854775807 0\n"
                         "summary: 9223372036854775807 0\n",
                 .after = "cmd: x\nevents: AVeryLongEventName B\n"
                          "fl=a\nfn=f\n1 0 9223372036854775807\n"
                          "summary: 0 9223372036854775807\n",
                 .show = "AVeryLongEventName:change B:change",
                 .sort = "AVeryLongEventName:change" };
   check_section_of(&r, "-- Summary\n",
                    "                      old                        new"
                    "                                change  total of\n"
                    "9,223,372,036,854,775,807                          0"
                    "  -9,223,372,036,854,775,807 (-100.0%)  AVeryLongEventName\n"
                    "                        0  9,223,372,036,854,775,807"
                    "      +9,223,372,036,854,775,807 (new)  B\n\n");
}

/* ---- Failing ---- */

/* ---- Reports that fit ---- */

/* A profile with more than a report of 200 lines can show, and long names. */
static char *large_profile(void)
{
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   fputs("cmd: x\nevents: Ir Dr D1mr\nfl=a.c\n", out);
   for (int i = 1; i <= 500; i++)
      fprintf(out,
              "fn=ns::table<std::pair<int, %d>, std::less<int> >::find("
              "std::pair<int, %d> const&) const\n%d %d 1 0\n",
              i, i, i * 7, 100 + i);
   for (int i = 1; i <= 300; i++)
      fprintf(out,
              "fl=a/very/long/path/of/directories/to/a/file%d.c\nfn=f%d\n"
              "1 50 1 0\n",
              i, i);
   fputs("summary: 190250 800 0\n", out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static void check_lines(const char *report, size_t width)
{
   size_t n = 0;
   for (const char *line = report; *line != '\0'; n++) {
      const char *end = strchr(line, '\n');
      assert_non_null(end);
      assert_true(width == 0 || (size_t)(end - line) <= width);
      line = end + 1;
   }
   assert_in_range(n, 150, 200);
}

/* One line alone says how many of the hottest are left out. */
static void check_hottest(const char *report)
{
   size_t n = 0;
   const char *at = strstr(report, "-- Hottest lines");
   assert_non_null(at);
   const char *end = strstr(at, "-- Files and");
   while ((at = strstr(at, " more line")) != NULL && at < end) {
      n++;
      at++;
   }
   assert_int_equal(n, 1);
}

static void test_fits(void **state)
{
   (void)state;
   static const size_t widths[] = { 0, 40, 80, 100, 1000 };
   write_numbered_source(4000);
   char *text = large_profile();
   for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
      request r = { .text = text,
                    .options = { .request.is_limited = true,
                                 .terminal.width = widths[i],
                                 .request.percents = true,
                                 .request.annotate = true,
                                 .request.context = 2,
                                 .request.threshold = 0.01 } };
      char *report = good_report_of(&r);
      check_lines(report, widths[i]);
      check_hottest(report);
      assert_non_null(strstr(report, "Not shown:        all 0: --show=D1mr\n"));
      assert_non_null(strstr(report, A_C));
      assert_non_null(strstr(report, "line 3500\n")); /* the hottest */
      free(report);
   }
   free(text);
}

/* Functions whose short names are equal stay different. */
static void test_names(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: x\nevents: Ir\nfl=a\n"
      "fn=ns::table<std::pair<int, int>, std::less<int> >::find(std::pair<int, "
      "int> const&) const\n1 3\n"
      "fn=ns::table<std::pair<int, char>, std::less<int> >::find(std::pair<int, "
      "int> const&) const\n1 4\nsummary: 7\n";
   check_functions_of(
      &(request){ .text = text },
      "Ir  function, file\n"
      " 4  ns::table<std::pair<int, char>>::find(std::pair<int, int> const&) const (a)\n"
      " 3  ns::table<std::pair<int, int>>::find(std::pair<int, int> const&) const "
      "(a)\n\n");
   check_functions_of(&(request){ .text = text, .options.request.full_names = true },
                      "Ir  function, file\n"
                      " 4  ns::table<std::pair<int, char>, std::less<int> >::find("
                      "std::pair<int, int> const&) const (a)\n"
                      " 3  ns::table<std::pair<int, int>, std::less<int> >::find("
                      "std::pair<int, int> const&) const (a)\n\n");
}

static void test_views(void **state)
{
   (void)state;
   char list[AC_SECTION_LIST_B];
   request r = { .text = small, .options = { .request.threshold = 50 } };
   assert_null(ac_section_find("lines", AC_OF_PROFILE));
   r.options.request.by = ac_section_find("file", AC_OF_PROFILE);
   assert_non_null(r.options.request.by);
   check_report(
      &r, HEADING("Files and their functions") "   Ir  Dr  file, function\n"
                                               "2,030   1  a.c\n2,000   1    f\n\n");
   assert_string_equal(
      ac_section_list(list, AC_OF_HEAP),
      "line, file, function, crate, process, owner, retained, leak, chain, look, "
      "ignored, region, snapshot, site or type");
   assert_null(ac_section_find("object", AC_OF_HEAP));
}

int main(void)
{
   skip_where_rounded("test_pair_widths");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_source), cmocka_unit_test(test_metadata),
      cmocka_unit_test(test_zero_totals),    cmocka_unit_test(test_ties),
      cmocka_unit_test(test_metrics),        cmocka_unit_test(test_pair),
      cmocka_unit_test(test_pair_widths),

      cmocka_unit_test(test_fits),           cmocka_unit_test(test_names),
      cmocka_unit_test(test_views),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
