/* test_ac_verdict_print.c -- the first screen: what ran, where its cycles go, its
   costliest places, and what to type next.
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

static size_t height; /* of the terminal */
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
   s.terminal.height = height;
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
   check(profile, 80,
         "app -x /tmp/y exited with 0 after 10.0k instructions; "
         "10.0k +-30% cycles on zen4\n"
         "executing 50%, waiting for data 30%, mispredicted 10%, fetching code 10%\n"
         "\n"
         " share   gains  where: what it does there, why it is slow, and the cure\n"
         "100.0%   27.0%  find (table.c:10): executes\n"
         "                    stride: 100% of misses in equal steps over lines\n"
         "                    -> swap the loops\n"
         "\n"
         "find more with cachesim --call-graph=yes --objects=yes\n"
         "all places                cs_annotate --by=place x.out\n"
         "one page for a browser    cs_annotate --html=page.html x.out\n"
         "compare with a run        cs_diff OLD x.out\n"
         "\n");
   /* The machine has no room beside it. */
   check_start(
      profile, 72, 2,
      "app -x /tmp/y exited with 0 after 10.0k instructions; "
      "10.0k +-30% cycles\n"
      "executing 50%, waiting for data 30%, mispredicted 10%, fetching code 10%, "
      "on zen4");
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
             "2,500 +-15% cycles on zen4");
   CHECK_RUN("app", "#: state killed 11\n", 80,
             "app was killed by signal 11 (SIGSEGV) after 10.0k instructions; "
             "2,500 +-15% cycles");
   /* Arguments give way, then the machine, then the command, but for its start. */
   CHECK_RUN("application --with=options", ENDED, 83,
             "application -... exited with 0 after 10.0k instructions; "
             "2,500 +-15% cycles on zen4");
   check_start(PROFILE("application --with=options", ENDED, "2500 0 0 0"), 74, 2,
               "application ... exited with 0 after 10.0k instructions; "
               "2,500 +-15% cycles\nexecuting 100%, on zen4");
   CHECK_RUN("application", ENDED, 20,
             "appli... exited with 0 after 10.0k instructions; "
             "2,500 +-15% cycles");
   CHECK_RUN("a\\x0ab", ENDED, 0,
             "a\\x0ab exited with 0 after 10.0k instructions; "
             "2,500 +-15% cycles on zen4");
}

static void without_cycles(void **state)
{
   (void)state;
   check("cmd: app\nevents: Dr\nfl=a.c\nfn=f\n1 7\nsummary: 7\n", 80,
         "app ended after 7 Dr\n"
         "\n"
         "    Dr   gains  where: what it does there, why it is slow, and the cure\n"
         "100.0%          f (a.c:1): executes\n"
         "\n"
         "find more with cachesim --machine=host --call-graph=yes --objects=yes\n"
         "  --branch-sim=yes\n"
         "all places                cs_annotate --by=place x.out\n"
         "one page for a browser    cs_annotate --html=page.html x.out\n"
         "compare with a run        cs_diff OLD x.out\n"
         "\n");
}

/* ---- Where its cycles go ---- */

#define CHECK_PARTS(cycles, expected) \
   check_start(PROFILE("app", "", cycles), 0, 2, \
               "app ended after 10.0k instructions; " expected)

/* Nothing is said of less than half a percent. */
static void parts(void **state)
{
   (void)state;
   CHECK_PARTS("1 1 0 0", "2 +-32% cycles\nexecuting 50%, fetching code 50%");
   CHECK_PARTS("1 0 1 0", "2 +-32% cycles\nexecuting 50%, waiting for data 50%");
   CHECK_PARTS("994 5 0 1", "1,000 +-15% cycles\nexecuting 99%, fetching code 0%");
   CHECK_PARTS("0 0 0 0", "0 cycles\n");
}

/* ---- What places do not show ---- */

/* A function without a file, of 100 cycles, and one with. */
#define HIDDEN(cycles, of_all) \
   "cmd: app\n" EVENTS "\n#: cachesim 1\nfl=???\nfn=find\n" \
   "0 10000 0 0 0 0 0 0 0 0 0 0 100 0 0 0\n" \
   "fl=/src/a.c\nfn=main\n5 10000 0 0 0 0 0 0 0 0 0 0 " cycles " 0 0 0\n" \
   "summary: 20000 0 0 0 0 0 0 0 0 0 0 " of_all " 0 0 0\n#: end 2\n"
#define LIBRARY(cycles, of_all) \
   "cmd: app\n" EVENTS "\n#: cachesim 1\nfl=/usr/include/v.h\nfn=sort\n" \
   "9 10000 0 0 0 0 0 0 0 0 0 0 100 0 0 0\n" \
   "fl=/src/a.c\nfn=main\n5 10000 0 0 0 0 0 0 0 0 0 0 " cycles " 0 0 0\n" \
   "summary: 20000 0 0 0 0 0 0 0 0 0 0 " of_all " 0 0 0\n#: end 2\n"

static void hidden(void **state)
{
   (void)state;
   check_start(LIBRARY("1900", "2000"), 80, 2,
               "app ended after 20.0k instructions; 2,000 +-15% cycles\n"
               "5% of cycles are library code: --call-graph=yes shows who calls it");
   check_start(LIBRARY("1901", "2001"), 80, 2,
               "app ended after 20.0k instructions; 2,001 +-15% cycles\n"
               "executing 100%");
}

/* A short run is mostly start-up, which dilutes all shares. */
#define LINKED(object) \
   "cmd: app\n" EVENTS "\n#: cachesim 1\nfl=/src/a.c\nfn=main\n" \
   "5 20000 0 0 0 0 0 0 0 0 0 0 1000 0 0 0\n" \
   "summary: 20000 0 0 0 0 0 0 0 0 0 0 1000 0 0 0\n" \
   "#: object - " object "\n#: object-counts 9 0 0 0 0 0 0 0 0 0 0 100 0 0 0\n" \
   "#: object - /bin/app\n#: object-counts 19991 0 0 0 0 0 0 0 0 0 0 900 0 0 0\n" \
   "#: end 1\n"

static void start_up(void **state)
{
   (void)state;
   check_start(LINKED("/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"), 80, 2,
               "app ended after 20.0k instructions; 1,000 +-15% cycles\n"
               "10% of cycles are start-up (dynamic linking): a longer run tells more");
   check_start(LINKED("/home/me/ld-linux"), 80, 2,
               "app ended after 20.0k instructions; 1,000 +-15% cycles\n"
               "executing 100%");
}

/* ---- Places in so many lines ---- */

/* Lines of one function, far from each other, of so many hundreds of cycles each. */
static char *screen_of(const int *cycles, size_t n, size_t width)
{
   char profile[4096], *at = profile;
   int sum = 0;
   at += sprintf(at, "cmd: app\n" EVENTS "\n#: cachesim 1\nfl=/src/a.c\nfn=f\n");
   for (size_t i = 0; i < n; i++) {
      at += sprintf(at, "%zu 0 0 0 4 2 0 0 0 0 0 0 0 0 0 %d\n", 10 * (i + 1),
                    100 * cycles[i]);
      sum += 100 * cycles[i];
   }
   sprintf(at, "summary: 0 0 0 %zu %zu 0 0 0 0 0 0 0 0 0 %d\n#: end %zu\n", 4 * n, 2 * n,
           sum, n);
   return text_of(profile, width, &file_field, 1);
}

static size_t count_of(const char *text, const char *what)
{
   size_t n = 0;
   for (; (text = strstr(text, what)) != NULL; text++)
      n++;
   return n;
}

/* A row that gains is never without its cure; it goes before reasons. */
static void a_screen_has_24_lines(void **state)
{
   (void)state;
   const int ten[] = { 400, 200, 100, 90, 60, 50, 40, 30, 20, 10 };
   char *text = screen_of(ten, 10, 80);
   /* All above 5% are there, the first ones with why; one blank line ends it. */
   assert_int_equal(count_of(text, "\n"), 24 + 1);
   for (int i = 1; i <= 6; i++) {
      char place[32];
      sprintf(place, "f (a.c:%d): ", 10 * i);
      assert_non_null(strstr(text, place));
   }
   assert_int_equal(count_of(text, "-> "), 6);
   assert_int_equal(count_of(text, "mispredict: "), 2);
   assert_non_null(strstr(text, " 10.0%    9.0%  everything else, 4 lines\n"));
   free(text);
   /* Wider, why and cure are in one line, and there is room for more. */
   text = screen_of(ten, 10, 120);
   assert_in_range(count_of(text, "\n"), 24, 25);
   assert_int_equal(count_of(text, "mispredict: "), 7);
   assert_int_equal(count_of(text, "-> "), count_of(text, "f (a.c:"));
   free(text);
}

static void a_screen_is_as_high_as_the_terminal(void **state)
{
   (void)state;
   const int ten[] = { 400, 200, 100, 90, 60, 50, 40, 30, 20, 10 };
   height = 30;
   char *text = screen_of(ten, 10, 80);
   assert_in_range(count_of(text, "\n"), 29, 31);
   assert_int_equal(count_of(text, "-> "), count_of(text, "f (a.c:"));
   assert_int_equal(count_of(text, "mispredict: "), 6);
   free(text);
   height = 0;
}

/* However many lines that takes. */
static void none_above_5_percent_is_left_out(void **state)
{
   (void)state;
   int many[19];
   for (size_t i = 0; i < 19; i++)
      many[i] = 53;
   char *text = screen_of(many, 19, 80);
   assert_int_equal(count_of(text, "f (a.c:"), 19);
   assert_int_equal(count_of(text, "-> "), 19);
   assert_int_equal(count_of(text, "mispredict: "), 0);
   free(text);
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
   check_next(one, 2, "cs_annotate --by=place x.out\n");
   check_next(one, 2, "cs_annotate --html=page.html x.out\n");
   check_next(one, 2, "cs_diff OLD x.out\n");
   check_next(two, 2, "cs_annotate --by=place FILE\n");
   check_next(NULL, 0, "cs_annotate --by=place FILE\n");
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
      cmocka_unit_test(whole_screen),
      cmocka_unit_test(runs),
      cmocka_unit_test(without_cycles),
      cmocka_unit_test(parts),
      cmocka_unit_test(next_commands),
      cmocka_unit_test(nobody_has_looked),
      cmocka_unit_test(hidden),
      cmocka_unit_test(start_up),
      cmocka_unit_test(a_screen_has_24_lines),
      cmocka_unit_test(a_screen_is_as_high_as_the_terminal),
      cmocka_unit_test(none_above_5_percent_is_left_out),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
