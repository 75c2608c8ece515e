/* test_ac_verdict_print.c -- the first screen: what ran, where its cycles go, what to
   fix, and what to type next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#define EVENTS "events: Ir D1mr D1mw Bc Bcm Bi Bim Dseq Dstride Dchase Dother Cx Cf Cd Cb"

/* A command, what is noted of the run, and the cycles of two lines by kind. */
#define PROFILE(command, notes, cycles) \
   "cmd: " command "\n" EVENTS "\n#: cachesim 1\n" notes "fl=/src/table.c\nfn=find\n" \
   "10 10000 20 0 0 0 0 0 0 20 0 0 " cycles "\n" \
   "summary: 10000 20 0 0 0 0 0 0 20 0 0 " cycles "\n#: end 1\n"
#define ENDED "#: state exited 0\n#: machine zen4\n#: m D1 size=32K\n"

static const ac_report_field file_field = { "Data file:", "x.out" };

/* Prints it into s, which is closed; the caller frees it. */
static char *text_of(const char *profile, size_t width, const ac_report_field *fields,
                     size_t n_fields)
{
   test_section s;
   char *text;
   size_t length;
   section_read(&s, profile, NULL);
   section_find(&s);
   s.analysis.fields = fields;
   s.analysis.n_fields = n_fields;
   s.terminal.width = width;
   FILE *out = open_memstream(&text, &length);
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = s.scope, .out = out, .shown = &shown };
   ac_verdict_section(&page);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

static void check(const char *profile, size_t width, const char *expected)
{
   char *text = text_of(profile, width, &file_field, 1);
   assert_string_equal(text, expected);
   free(text);
}

/* The first n lines. */
static void check_start(const char *profile, size_t width, size_t n, const char *expected)
{
   char *text = text_of(profile, width, &file_field, 1), *end = text;
   for (; n > 0; n--)
      end = strchr(end, '\n') + 1;
   end[-1] = '\0';
   assert_string_equal(text, expected);
   free(text);
}

static void whole_screen(void **state)
{
   (void)state;
   static const char profile[] = PROFILE("./build/bin/app -x /tmp/y", ENDED,
                                         "5000 1000 3000 1000");
   check(
      profile, 80,
      "app -... exited with 0 after 10.0k instructions; 10.0k +-30% estimated cycles on "
      "zen4\n"
      "\n"
      "# executing 50%  = waiting for data 30%  - mispredicted 10%  . fetching 10%\n"
      "######################################=======================-------........\n"
      "\n"
      "gains  what    where, why, and the cure\n"
      "27.0%  stride  find (table.c:10)\n"
      "                   100% of misses in equal steps over lines: swap the loops\n"
      "find more with cachesim --call-graph=yes --objects=yes\n"
      "\n"
      "all findings              cs_annotate --by=finding x.out\n"
      "one page for a browser    cs_annotate --html=page.html x.out\n"
      "compare with a run        cs_diff OLD x.out\n"
      "\n");
   /* The command has more room. */
   check_start(profile, 120, 1,
               "app -x /tmp/y exited with 0 after 10.0k instructions; "
               "10.0k +-30% estimated cycles on zen4");
}

/* ---- What ran ---- */

/* The first line, with cycles of 2,500 that are all executing. */
#define CHECK_RUN(command, notes, width, expected) \
   check_start(PROFILE(command, notes, "2500 0 0 0"), width, 1, expected)

static void runs(void **state)
{
   (void)state;
   CHECK_RUN("/usr/bin/app -x /tmp/y", ENDED, 0,
             "app -x /tmp/y exited with 0 after 10.0k instructions; "
             "2500 +-15% estimated cycles on zen4");
   CHECK_RUN("app", "#: state killed 11\n", 80,
             "app was killed by signal 11 (SIGSEGV) after 10.0k instructions; "
             "2500 +-15% estimated cycles");
   /* The command gives way, but for its start. */
   CHECK_RUN("application --with=options", ENDED, 80,
             "appli... exited with 0 after 10.0k instructions; "
             "2500 +-15% estimated cycles on zen4");
   CHECK_RUN("application", ENDED, 20,
             "appli... exited with 0 after 10.0k instructions; "
             "2500 +-15% estimated cycles on zen4");
   CHECK_RUN("a\\x0ab", ENDED, 0,
             "a\\x0ab exited with 0 after 10.0k instructions; "
             "2500 +-15% estimated cycles on zen4");
}

static void without_cycles(void **state)
{
   (void)state;
   check("cmd: app\nevents: Dr\nfl=a.c\nfn=f\n1 7\nsummary: 7\n", 80,
         "app ended after 7 Dr\n"
         "\n"
         "No findings.\n"
         "find more with cachesim --machine=host --call-graph=yes --objects=yes\n"
         "  --branch-sim=yes\n"
         "\n"
         "all findings              cs_annotate --by=finding x.out\n"
         "one page for a browser    cs_annotate --html=page.html x.out\n"
         "compare with a run        cs_diff OLD x.out\n"
         "\n");
}

/* ---- Where its cycles go ---- */

static void bars(void **state)
{
   (void)state;
   /* The bar has 76 columns, whatever the parts are rounded to. */
   static const char *const cycles[] = { "1 1 1 0",  "1 1 1 1", "999 1 0 0",
                                         "7 0 5 11", "0 0 0 1", "123 456 789 1234" };
   for (size_t i = 0; i < sizeof cycles / sizeof cycles[0]; i++) {
      char profile[1024], *text, *line;
      snprintf(profile, sizeof profile, PROFILE("app", "", "%s"), cycles[i], cycles[i]);
      text = text_of(profile, 80, &file_field, 1);
      line = strchr(strstr(text, "# executing"), '\n') + 1;
      assert_int_equal(strcspn(line, "\n"), 76);
      assert_int_equal(strspn(line, "#=-."), 76);
      free(text);
   }
   /* It is no wider than the terminal; a file has no width. */
   check_start(PROFILE("app", "", "1 1 0 0"), 40, 4,
               "app ended after 10.0k instructions; 2 +-32% estimated cycles\n\n"
               "# executing 50%  = waiting for data 0%  - mispredicted 0%  "
               ". fetching 50%\n"
               "####################....................");
   check_start(PROFILE("app", "", "1 0 1 0"), 0, 4,
               "app ended after 10.0k instructions; 2 +-32% estimated cycles\n\n"
               "# executing 50%  = waiting for data 50%  - mispredicted 0%  "
               ". fetching 0%\n"
               "######################################"
               "======================================");
   check_start(PROFILE("app", "", "0 0 0 0"), 0, 3,
               "app ended after 10.0k instructions; 0 estimated cycles\n\n"
               "No findings.");
}

/* ---- What to type next ---- */

static void check_next(const ac_report_field *fields, size_t n, const char *expected)
{
   char *text = text_of(PROFILE("app", "", "1 0 0 0"), 80, fields, n);
   if (strstr(text, expected) == NULL)
      fail_msg("no %s in:\n%s", expected, text);
   free(text);
}

static void next_commands(void **state)
{
   (void)state;
   const ac_report_field one[] = { file_field, { "Threshold:", "0.1" } };
   const ac_report_field two[] = { file_field, { NULL, "y.out" } };
   check_next(one, 2, "cs_annotate --by=finding x.out\n");
   check_next(one, 2, "cs_annotate --html=page.html x.out\n");
   check_next(one, 2, "cs_diff OLD x.out\n");
   check_next(two, 2, "cs_annotate --by=finding FILE\n");
   check_next(NULL, 0, "cs_annotate --by=finding FILE\n");
}

/* ---- Limits ---- */

static void nobody_has_looked(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, PROFILE("app", "", "1 0 0 0"), "Ir");
   an_page page = { .scope = s.scope }; /* prints nothing */
   ac_verdict_section(&page);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_screen),   cmocka_unit_test(runs),
      cmocka_unit_test(without_cycles), cmocka_unit_test(bars),
      cmocka_unit_test(next_commands),  cmocka_unit_test(nobody_has_looked),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
