/* test_ac_read_callgrind.c -- the reader of callgrind's format: profiles of good
   text, exact messages for bad text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

/* Parts of the shortest valid file. */
#define HEADER "creator: callgrind-3.19.0\nevents: Ir Dr\n"
#define FUNCTION "fl=a.c\nfn=main\n"
#define BODY FUNCTION "1 2 3\n"
#define TOTALS "totals: 2 3\n"
#define OTHER "version: 1\ncreator: other\nevents: Ir Dr\n"

/* Pieces of a profile by callgrind --dump-instr=yes --collect-jumps=yes, with
   their totals. */
static const char real_file[] = "# callgrind format\n"
                                "version: 1\n"
                                "creator: callgrind-3.19.0\n"
                                "pid: 32422\n"
                                "cmd:  ls -l\n"
                                "part: 1\n"
                                "\n"
                                "\n"
                                "desc: I1 cache: 32768 B, 64 B, 8-way associative\n"
                                "desc: D1 cache: 49152 B, 64 B, 12-way associative\n"
                                "desc: LL cache: 536870912 B, 64 B, 2-way associative\n"
                                "\n"
                                "desc: Timerange: Basic block 0 - 113432\n"
                                "desc: Trigger: Program termination\n"
                                "\n"
                                "positions: instr line\n"
                                "events: Ir Dr Dw I1mr\n"
                                "summary: 531854 132361 55264 2190\n"
                                "\n"
                                "\n"
                                "ob=(3) /usr/lib/x86_64-linux-gnu/libc.so.6\n"
                                "fl=(180) ./setjmp/../sysdeps/x86_64/bsd-_setjmp.S\n"
                                "fn=(754) _setjmp\n"
                                "0x3bd90 30 2 0 0 1\n"
                                "+2 +2 2\n"
                                "cfi=(181) ./setjmp/../sysdeps/x86_64/setjmp.S\n"
                                "cfn=(756) __sigsetjmp\n"
                                "calls=2 0x3bcf0 * \n"
                                "* * 52 12 20 6\n"
                                "\n"
                                "fl=(202) ./intl/./intl/explodename.c\n"
                                "fn=(864) _nl_explode_name\n"
                                "0x392d0 58 12 0 12 1\n"
                                "+2 * 12 0 12\n"
                                "jump=12 +30 * \n"
                                "* * \n"
                                "fi=(203) ./intl/inlined.h\n"
                                "+7 -8 24\n"
                                "jcnd=12/24 +25 +27 \n"
                                "* * \n"
                                "+2 * 12 12\n"
                                "fe=(202)\n"
                                "-4 +9 0 0 0 5\n"
                                "\n"
                                "fl=(181)\n"
                                "fn=(756)\n"
                                "0x3bcf0 26 7\n"
                                "\n"
                                "totals: 71 12 24 7\n";

static const char real_body[] =
   "./intl/inlined.h _nl_explode_name 50 36 12 0 0\n"
   "./intl/intl/explodename.c _nl_explode_name 58 24 0 24 1\n"
   "./intl/intl/explodename.c _nl_explode_name 59 0 0 0 5\n"
   "./sysdeps/x86_64/bsd-_setjmp.S _setjmp 30 2 0 0 1\n"
   "./sysdeps/x86_64/bsd-_setjmp.S _setjmp 32 2 0 0 0\n"
   "./sysdeps/x86_64/setjmp.S __sigsetjmp 26 7 0 0 0\n";

/* ---- Good files ---- */

static void test_real(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(real_file);
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 5);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[4],
                       "Trigger: Program termination");
   assert_string_equal(ac_profile_command(profile), "ls -l");
   assert_int_equal(ac_profile_n_events(profile), 4);
   assert_int_equal(ac_profile_totals(profile)[0], 71);
   assert_int_equal(ac_profile_totals(profile)[3], 7);
   test_good_body(real_file, real_body);
}

static void test_crlf(void **state)
{
   (void)state;
   char text[2 * sizeof real_file];
   size_t n = 0;
   for (const char *at = real_file; *at != '\0'; at++) {
      if (*at == '\n')
         text[n++] = '\r';
      text[n++] = *at;
   }
   text[n] = '\0';
   test_good_body(text, real_body);
}

/* A file of Valgrind's --xtree-memory: call chains of lines without counts
   of their own. */
static void test_xtree(void **state)
{
   (void)state;
   test_good_body("# callgrind format\nversion: 1\ncreator: xtree-1\npid: 1\n"
                  "cmd: ls\n\npositions: line\n"
                  "event: curB : currently allocated Bytes\n"
                  "event: curBk : currently allocated Blocks\n"
                  "events: curB  curBk \n"
                  "fl=(1) UnknownFile???\nfn=(1) UnknownFn???\n0\n"
                  "cfi=(2) a.c\ncfn=(2) main\ncalls=0 121\n0 0 472\n"
                  "fl=(2)\nfn=(2)\n121\ncfi=(1)\ncfn=(1)\ncalls=0 0\n"
                  "121 0 472\n"
                  "fl=(1)\nfn=(1)\n0 0 472\n\ntotals: 0 472\n",
                  "UnknownFile??? UnknownFn??? 0 0 472\na.c main 121 0 0\n");
}

/* Files of other programs, and the manual's examples: without totals:. */
static void test_others(void **state)
{
   (void)state;
   test_good_body("version: 1\ncreator: xdebug 3.1.6 (PHP 8.1.2)\n"
                  "cmd: /srv/a.php\npart: 1\npositions: line\n\n"
                  "events: Time_(10ns) Memory_(bytes)\n\n"
                  "fl=(1) php:internal\nfn=(1) php::f\n4 10 20\n\n"
                  "fl=(2) /srv/a.php\nfn=(2) {main}\n\n"
                  "summary: 999 999\n\n"
                  "0 30 40\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 10 20\n",
                  "/srv/a.php {main} 0 30 40\nphp:internal php::f 4 10 20\n");
   test_good_body("creator: other\npositions: instr line\nevents: ticks\n\n"
                  "fn=func\n0x80001234 90 1\n+3 * 5\n+1 +1 6\n",
                  "??? func 90 6\n??? func 91 6\n");
   test_good_body("part: 1\nevents: Instructions\n\n"
                  "# define file ID mapping\nfl=(1) file1.c\nfl=(2) file2.c\n"
                  "# define function ID mapping\n"
                  "fn=(1) main\nfn=(2) func1\nfn=(3) func2\n\n"
                  "fl=(1)\nfn=(1)\n16 20\ncfn=(2)\ncalls=1 50\n16 400\n"
                  "cfi=(2)\ncfn=(3)\ncalls=3 20\n16 400\n\n"
                  "fn=(2)\n51 100\ncfi=(2)\ncfn=(3)\ncalls=2 20\n51 300\n\n"
                  "fl=(2)\nfn=(3)\n20 700\n",
                  "file1.c func1 51 100\nfile1.c main 16 20\n"
                  "file2.c func2 20 700\n");
}

/* What other programs do: an fl= within a function (KLEE), total: (php-memprof), files
   appended to others, which number names again (Xdebug), no last newline (yappi). */
static void test_habits(void **state)
{
   (void)state;
   test_good_body("creator: klee\npositions: instr line\nevents: I\nob=a.ll\n"
                  "fl=a.c\nfn=f\n1 2 3\nfl=b.h\n2 4 5\nfn=g\n3 6 7\n\n\n",
                  "a.c f 2 3\nb.h f 4 5\nb.h g 6 7\n");
   test_good_body("version: 1\nevents: Size\nfl=a\nfn=f\n1 2\ntotal: 9\n", "a f 1 2\n");
   test_good_body("version: 1\narch: arm\nevents: t\ntotals: 9\nfl=a\nfn=f\n1 2\n",
                  "a f 1 2\n");
   test_good_body("\n==== NEW PROFILING FILE ====\nversion: 1\nevents: Time\n"
                  "fl=(1) a\nfn=(1) f\n1 2\n"
                  "\n==== NEW PROFILING FILE ====\nversion: 1\nevents: Time\n"
                  "fl=(1) b\nfn=(1) g\n1 3\n",
                  "a f 1 2\nb g 1 3\n");
   test_good_body("version: 1\nevents: Ticks\nfl=a\nfn=f\n1 2\n3 45",
                  "a f 1 2\na f 3 45\n");
}

/* Each line that a callgrind file can begin with. */
static void test_detection(void **state)
{
   (void)state;
   static const char *const heads[] = {
      "# callgrind format\n",
      "# callgrind format\nversion: 1\n",
      "version: 1\n",
      "version: 0\n",
      "creator: callgrind-3.24\n",
      "pid: 1\n",
      "thread: 1\n",
      "part: 1\n",
      "positions: line\n",
      "event: Ir : Instructions\n",
      "event: Sum = Ir + 2 Dr\n",
      "desc: I1 cache: x\ndesc: y\npart: 1\n",
      "cmd: x\nversion: 1\n",
      "desc: y\ncmd: x\n# callgrind format: no\n",
      "",
      "\n",
      "# comment\n\n",
      "desc: y\n",
      "cmd: x\n\n",
      "cmd: x\ndesc: y\n",
      "version: 0.9.6\n",
      "version: 1.0\n",
   };
   size_t n = sizeof heads / sizeof heads[0];
   for (size_t i = 0; i < n; i++) {
      char text[256];
      sprintf(text, "%sevents: Ir Dr\n" BODY TOTALS, heads[i]);
      test_good_body(text, "a.c main 1 2 3\n");
   }
}

static void test_names(void **state)
{
   (void)state;
   /* Objects, files and functions are numbered independently.  All keys for
      files share numbers, as do all keys for functions. */
   test_good_body(HEADER "ob=(1) object\nfl=(1) file\nfn=(1) function\n1 1\n"
                         "cob=(2) other\ncfi=(2) f2\ncfn=(2) g\ncalls=1 1\n1 9 9\n"
                         "cob=(1)\ncfl=(3) f3\ncfn=(3) h\ncalls=1 1\n1 9 9\n"
                         "jfi=(4) f4\njfn=(4) i\njump=1 1\n1\n"
                         "fi=(2)\n2 1\nfe=(3)\n3 1\nfi=(4)\n4 1\n"
                         "fl=(2)\nfn=(2)\n5 1\nfn=(3)\n6 1\nfn=(4)\n7 1\n"
                         "ob=(2)\nob=(2) other\nfn=(1) function\n8 1\n"
                         "totals: 8\n",
                  "f2 function 2 1 0\nf2 function 8 1 0\nf2 g 5 1 0\n"
                  "f2 h 6 1 0\nf2 i 7 1 0\n"
                  "f3 function 3 1 0\nf4 function 4 1 0\n"
                  "file function 1 1 0\n");
   /* Two numbers can have one name; numbers can be large. */
   test_good_body(HEADER "fl=(1) a\nfn=(9223372036854775807) f\n1 1\n"
                         "fl=(0) a\nfn=(9223372036854775807)\n1 1\n"
                         "totals: 2\n",
                  "a f 1 2 0\n");
   /* Odd names are kept unchanged. */
   test_good_body(
      HEADER "fl=C:\\x41\\b\nfn=(below main)\n1 1\n"
             "fn=(1)\t(below main)'2\n1 1\n"
             "fn=(2)x\n1 1\nfn=\n1 1\nfn=(\n1 1\n"
             "fn=operator()(int)\n1 1\ntotals: 6\n",
      "C:\\x41\\b ( 1 1 0\n"
      "C:\\x41\\b (below main) 1 1 0\n"
      "C:\\x41\\b (below main)'2 1 1 0\n"
      "C:\\x41\\b ??? 1 1 0\nC:\\x41\\b operator()(int) 1 1 0\nC:\\x41\\b x 1 1 0\n");
}

static void test_files(void **state)
{
   (void)state;
   /* The next function is in the file of fl=, after any inlined code. */
   test_good_body(HEADER "fl=a\nfn=f\n1 1\nfi=b\n2 1\nfe=a\n3 1\nfi=b\n4 1\n"
                         "fn=g\n5 1\nfi=b\nfn=h\n6 1\ntotals: 6\n",
                  "a f 1 1 0\na f 3 1 0\na g 5 1 0\na h 6 1 0\n"
                  "b f 2 1 0\nb f 4 1 0\n");
   /* The model leaves out functions without costs of their own. */
   test_good_body(HEADER "fl=a\nfn=f\ncfn=g\ncalls=1 1\n1 9\n\nfn=g\n1 9\n"
                         "fi=b\nfe=a\n\ntotals: 9\n",
                  "a g 1 9 0\n");
   /* Mercurial has no fl=. */
   test_good_body(HEADER "fi=x\nfn=f\n1 1\nfi=y\nfn=g\n1 1\ntotals: 2\n",
                  "x f 1 1 0\ny g 1 1 0\n");
   test_good_body(HEADER "fl=\nfn=f\n1 1\ntotals: 1\n", "??? f 1 1 0\n");
}

static void test_positions(void **state)
{
   (void)state;
   test_good_body(HEADER FUNCTION "10 1\n+5 1\n-15 1\n* 1\n+0 1\n0x1F 1\n"
                                  "-0xf 1\n+0xA 1\ntotals: 8\n",
                  "a.c main 0 3 0\na.c main 10 1 0\na.c main 15 1 0\n"
                  "a.c main 16 1 0\na.c main 26 1 0\na.c main 31 1 0\n");
   /* Positions can be relative to those of the function before. */
   test_good_body(HEADER FUNCTION "10 1\nfn=f\n+1 1\nfl=b.c\nfn=g\n+1 1\n"
                                  "totals: 3\n",
                  "a.c f 11 1 0\na.c main 10 1 0\nb.c g 12 1 0\n");
}

static void test_columns(void **state)
{
   (void)state;
   static const char *const files[] = {
      "positions: instr line\nevents: Ir\nfn=f\n0xffffffffffffffff 7 1\n"
      "* +1 1\n-0xfFfFfFfFfFfFfFfF -8 1\n+3 * 1\ntotals: 4\n",
      "positions:instr\tline \nevents: Ir\nfn=f\n"
      "9223372036854775807 7 1\n12 8 1\n+1 -8 1\n* * 1\ntotals: 4\n",
      "positions: instr bb line\nevents: Ir\nfn=f\n"
      "9 1 7 1\n* * +1 1\n-9 * -8 1\n+1 +1 0 1\ntotals: 4\n",
      "part: 1\nevents: Ir\npositions: instr line\nfn=f\n"
      "9 7 1\n* +1 1\n-9 -8 1\n+1 0 1\ntotals: 4\n",
      "positions: instr\npositions: line\nevents: Ir\nfn=f\n"
      "7 1\n+1 1\n-8 1\n* 1\ntotals: 4\n",
   };
   for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
      test_good_body(files[i], "??? f 0 2\n??? f 7 1\n??? f 8 1\n");
   test_good_body("positions: instr\nevents: Ir\nfn=f\n0x80 1\n+1 1\n* 5\n"
                  "totals: 7\n",
                  "??? f 0 7\n");
   test_good_body("positions:\nevents: Ir\nfn=f\n5\n6\ntotals: 11\n", "??? f 0 11\n");
   test_good_body("part: 1\nevents: Ir\nfn=f\n4294967295 1\ntotals: 1\n",
                  "??? f 4294967295 1\n");
}

/* The lines of calls= and jumps move no position.  Callgrind writes so, as calls
   from lines that were not counted show. */
static void test_pairs(void **state)
{
   (void)state;
   test_good_body(HEADER FUNCTION "100 1\ncfn=g\ncalls=1 +50\n+7 1000 1000\n"
                                  "+8 1\njump=3 -20\n+9\n+1 1\njcnd=1/2 +5\n* \n"
                                  "jcnd=1 2 +5\n-1 \nrcalls=1 7\n500 9\nrcnd=1/1 7\n500\n"
                                  "calls=99999999 anything\n# comment\n\n1 1\n+1 1\n"
                                  "totals: 4\n",
                  "a.c main 100 1 0\na.c main 108 1 0\na.c main 109 1 0\n"
                  "a.c main 110 1 0\n");
}

static void test_counts(void **state)
{
   (void)state;
   test_good_body(HEADER FUNCTION "1\n1 .  2\n2\t5\t\n3 0 \ntotals: 5 2\n",
                  "a.c main 1 0 2\na.c main 2 5 0\na.c main 3 0 0\n");
   test_good_body(HEADER FUNCTION "1 9223372036854775807\n"
                                  "totals: 9223372036854775807\n",
                  "a.c main 1 9223372036854775807 0\n");
   test_good_body(HEADER FUNCTION "1 -7 0x1F\n2 -0 -0x10\ntotals: -7 15\n",
                  "a.c main 1 -7 31\na.c main 2 0 -16\n");
   test_good_body(HEADER FUNCTION "totals: 0 0\n", "");
   test_good_body(HEADER "totals: 0\n", "");
}

/* Parts add up; names stay known, all else begins again. */
static void test_parts(void **state)
{
   (void)state;
   test_good_body("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n"
                  "part: 1\npositions: instr line\nevents: Ir Dr\n"
                  "fl=(1) a.c\nfn=(1) main\n0x10 1 2 3\ntotals: 2 3\n\n"
                  "part: 2\ndesc: Trigger: x\nevents:  Ir Dr\nsummary: 9\n"
                  "fl=(1)\nfn=(1)\n1 20 30\n+1 1\ntotals: 21 30\n"
                  "# callgrind format\nversion: 1\nthread: 2\nevents: Ir Dr\n"
                  "fn=(1) main\n7 1\ntotals: 1\n",
                  "??? main 7 1 0\na.c main 1 22 33\na.c main 2 1 0\n");
   test_good_body(OTHER BODY "part: 2\nevents: Ir Dr\n" BODY
                             "pid: 1\nevents: Ir Dr\n" BODY TOTALS "\n# end\n",
                  "a.c main 1 6 9\n");
}

static void test_first_header(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      HEADER "desc: one\ncmd:  first\n" BODY TOTALS
             "desc: two\ncmd: second\nevents: Ir Dr\n" BODY TOTALS);
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 1);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0], "one");
   assert_string_equal(ac_profile_command(profile), "first");
}

/* ---- With rules of reading ---- */

/* Counts pairs, joins all files, and leaves main out. */
static void rename_pair(void *context, ac_profile *profile, const char **file,
                        const char **function, bool *skip)
{
   size_t *n_calls = context;
   ++*n_calls;
   *skip = strcmp(*function, "main") == 0;
   *file = ac_profile_intern(profile, "all", 3);
}

static void test_reading(void **state)
{
   (void)state;
   ac_profile *profile = ac_profile_new(test_alloc());
   size_t n_calls = 0;
   ac_reading reading = { .name = rename_pair, .context = &n_calls };
   static const char text[] = HEADER BODY
      "2 1\nfn=f\n1 1\n2 1\nfi=b.c\n1 1\nfe=a.c\n1 0 5\n"
      "totals: 6 8\n";
   static const char other[] = "part: 1\nevents: Dw Dr\nfn=f\n9 7 8\ntotals: 7 8\n";
   test_text first = { text, strlen(text), 64 };
   test_text second = { other, strlen(other), 64 };
   an_error error;
   assert_true(ac_read_into(profile, test_alloc(), test_bytes(&first), &reading, &error));
   assert_int_equal(n_calls, 4);
   reading.by_name = true;
   assert_true(
      ac_read_into(profile, test_alloc(), test_bytes(&second), &reading, &error));
   assert_true(ac_read_finish(profile, &error));
   char body[TEST_BODY_B];
   test_body(profile, body);
   assert_string_equal(body, "all f 1 2 5\nall f 2 1 0\nall f 9 0 8\n");
}

/* ---- Bad files ---- */

static const test_bad_file bads[] = {
   { "# callgrind format\n", 1, "the file ends before its events: line" },
   { "# callgrind format\nversion: 1", 2, "the file ends before its events: line" },
   { "# callgrind format", 1, "the file ends within this line" },
   { "version: 2\n", 1,
     "needs version 2: written in callgrind format 2, this reads up to "
     "format 1; use a newer quern" },
   { "version: 1.1\n", 1,
     "needs version 1.1: written in callgrind format 1.1, this reads up to format 1; use "
     "a newer quern" },
   { "version: 1..x\n", 1, "expected a number after version:" },
   { "version: .1\n", 1, "expected a number after version:" },
   { "version: x\n", 1, "expected a number after version:" },
   { "version: 1x\n", 1, "expected a number after version:" },
   { "version:\n", 1, "expected a number after version:" },
   { "positions: line instr\n", 1,
     "expected positions \"instr line\", \"instr\" or \"line\", found \"line "
     "instr\"" },
   { "positions: column\n", 1,
     "expected positions \"instr line\", \"instr\" or \"line\", found "
     "\"column\"" },
   { "positions: line line\n", 1,
     "expected positions \"instr line\", \"instr\" or \"line\", found \"line "
     "line\"" },
   { "version: 1\nevents:\n", 2, "the events: line names no events" },
   { "version: 1\nevents: Ir Dr Ir\n", 2, "event Ir is listed twice" },
   { HEADER "events: Ir Dr\n", 3, "a second events: line" },
   { "version: 1\nhuh: x\n", 2, "the file ends before its events: line" },
   { "version: 1\nHuh: x\n", 2, "expected the events: line, found \"Huh: x\"" },
   { "creator: callgrind-3\nhuh: x\n", 2, "expected the events: line, found \"huh: x\"" },
   { "version: 1\n" BODY, 2, "expected the events: line, found \"fl=a.c\"" },
   { "version: 1\n1 2\n", 2, "expected the events: line, found \"1 2\"" },
   { "creator: callgrind-3\ntotals: 1\n", 2,
     "expected the events: line, found \"totals: 1\"" },
   { "creator: callgrind-3\nsummary: 1\n", 2,
     "expected the events: line, found \"summary: 1\"" },
   { HEADER "huh\n", 3, "expected a line of a callgrind profile, found \"huh\"" },
   { HEADER BODY " 1 2\n", 6, "expected a line of a callgrind profile, found \" 1 2\"" },
   { HEADER BODY "frfn=x\n", 6,
     "expected a line of a callgrind profile, found \"frfn=x\"" },

   { HEADER "1 2\n", 3, "counts before any fn=" },
   { HEADER "fl=a\n1 2\n", 4, "counts before any fn= of this fl=" },
   { HEADER BODY "fl=a\n1 2\n", 7, "counts before any fn= of this fl=" },
   { HEADER BODY TOTALS "part: 2\nevents: Ir Dr\n1 2\n", 9, "counts before any fn=" },
   { HEADER BODY "1 2 3 4\n", 6, "expected at most 2 counts, found 3" },
   { HEADER BODY "1 x\n", 6, "count \"x\" is not a whole number" },
   { HEADER BODY "1 0x\n", 6, "count \"0x\" is not a whole number" },
   { HEADER BODY "1 0x1g\n", 6, "count \"0x1g\" is not a whole number" },
   { HEADER BODY "1 -\n", 6, "count \"-\" is not a whole number" },
   { HEADER BODY "1 --5\n", 6, "count \"--5\" is not a whole number" },
   { HEADER BODY "1 +5\n", 6, "count \"+5\" is not a whole number" },
   { HEADER BODY "1 1.5\n", 6, "count \"1.5\" is not a whole number" },
   { HEADER BODY "1 0x8000000000000000\n", 6,
     "count \"0x8000000000000000\" is larger than 9223372036854775807" },
   { HEADER BODY "1 -9223372036854775807\n1 -3\n1 -1\n", 8,
     "the counts add up to more than 9223372036854775807" },
   { HEADER BODY "1 9223372036854775808\n", 6,
     "count \"9223372036854775808\" is larger than 9223372036854775807" },
   { HEADER BODY "1 9223372036854775806\n", 6,
     "the counts add up to more than 9223372036854775807" },
   { OTHER "#: cachesim 1\n", 4, "cachesim's format, but its header is damaged" },

   { HEADER BODY "4294967296 1\n", 6,
     "line number 4294967296 is larger than 4294967295" },
   { HEADER BODY "0x100000000 1\n", 6,
     "line number 4294967296 is larger than 4294967295" },
   { HEADER BODY "+4294967295 1\n", 6,
     "line number 4294967296 is larger than 4294967295" },
   { HEADER BODY "9223372036854775808 1\n", 6,
     "position \"9223372036854775808\" is too large" },
   { HEADER BODY "0x10000000000000000 1\n", 6,
     "position \"0x10000000000000000\" is too large" },
   { HEADER BODY "+0xffffffffffffffff 1\n", 6,
     "position \"+0xffffffffffffffff\" is too large" },
   { HEADER BODY "-2 1\n", 6, "position \"-2\" is below 0" },
   { HEADER BODY "-99999999999999999999 1\n", 6,
     "position \"-99999999999999999999\" is below 0" },
   { HEADER BODY "1x 1\n", 6, "position \"1x\" is not a number" },
   { HEADER BODY "0x 1\n", 6, "position \"0x\" is not a number" },
   { HEADER BODY "0xg 1\n", 6, "position \"0xg\" is not a number" },
   { HEADER BODY "0X1 1\n", 6, "position \"0X1\" is not a number" },
   { HEADER BODY "+ 1\n", 6, "position \"+\" is not a number" },
   { HEADER BODY "+-1 1\n", 6, "position \"+-1\" is not a number" },
   { HEADER BODY "** 1\n", 6, "position \"**\" is not a number" },
   { HEADER BODY "*1 1\n", 6, "position \"*1\" is not a number" },
   { HEADER FUNCTION "* 1\n", 5,
     "position \"*\" is relative, but no cost line is before it" },
   { HEADER FUNCTION "calls=1 1\n5 1\n+1 1\n", 7,
     "position \"+1\" is relative, but no cost line is before it" },
   { HEADER BODY TOTALS "events: Ir Dr\nfn=f\n+1 1\n", 9,
     "position \"+1\" is relative, but no cost line is before it" },
   { "positions: instr line\nevents: Ir\nfn=f\n0x80\n", 4,
     "expected 2 positions and counts" },
   { "positions: instr line\nevents: Ir\nfn=f\n0x80 \n", 4,
     "expected 2 positions and counts" },
   { "positions: instr line\nevents: Ir\nfn=f\n0x80 x 1\n", 4,
     "position \"x\" is not a number" },
   { "positions: instr\nevents: Ir\nfn=f\n0xffffffffffffffff 1\n+1 1\n", 5,
     "position \"+1\" is too large" },

   { HEADER "fl=(1)\n", 3, "(1) has no name yet" },
   { HEADER "fn=(1) f\nfl=(1)\n", 4, "(1) has no name yet" },
   { HEADER "fl=(1) f\nob=(1)\n", 4, "(1) has no name yet" },
   { HEADER "fl=(1) f\nfn=(1)\n", 4, "(1) has no name yet" },
   { HEADER "ob=(1) f\ncob=(12) \n", 4, "(12) has no name yet" },
   { HEADER "cfn=(3)\n", 3, "(3) has no name yet" },
   { HEADER "fl=(1) a\nfi=(1) b\n", 4, "(1) was \"a\", now it is \"b\"" },
   { HEADER "fn=(1) a\ncfn=(1) a \n", 4, "(1) was \"a\", now it is \"a \"" },
   { HEADER BODY TOTALS "events: Ir Dr\nob=(1) a\nob=(1) b\n", 9,
     "(1) was \"a\", now it is \"b\"" },
   { HEADER "fl=(1 a\n", 3, "bad name number in \"(1 a\"" },
   { HEADER "fl=(1x) a\n", 3, "bad name number in \"(1x) a\"" },
   { HEADER "fl=(1", 3, "the file ends within this line" },
   { HEADER "fl=(9223372036854775808) a\n", 3,
     "bad name number in \"(9223372036854775808) a\"" },

   { HEADER BODY "calls=x 1\n1 2\n", 6, "expected a number after calls=" },
   { HEADER BODY "calls=\n1 2\n", 6, "expected a number after calls=" },
   { HEADER BODY "jump=+1\n1\n", 6, "expected a number after jump=" },
   { HEADER BODY "calls=1 1\nfn=f\n", 7,
     "expected the line that belongs to calls=, found \"fn=f\"" },
   { HEADER BODY "calls=1 1\n" TOTALS, 7,
     "expected the line that belongs to calls=, found \"totals: 2 3\"" },
   { HEADER BODY "jcnd=1/1 1\npart: 2\n", 7,
     "expected the line that belongs to jcnd=, found \"part: 2\"" },
   { HEADER BODY "calls=1 1\ncalls=1 1\n", 7,
     "expected the line that belongs to calls=, found \"calls=1 1\"" },
   { HEADER BODY "calls=1 1\n", 6,
     "the file ends before the line that belongs to calls=" },
   { HEADER BODY "jump=1 1\n\n", 7,
     "the file ends before the line that belongs to jump=" },
   { HEADER BODY "calls=1 1\n1 2 3 4\n", 7, "expected at most 2 counts, found 3" },
   { HEADER BODY "jump=1 1\n5x\n", 7, "position \"5x\" is not a number" },

   { HEADER BODY, 5, "the file ends before its totals: line" },
   { HEADER, 2, "the file ends before its totals: line" },
   { "creator: callgrind-3.19.0\nevents: Ir Dr\n" BODY, 5,
     "the file ends before its totals: line" },
   { "creator:xtree-1\nevents: Ir Dr\n" BODY, 5,
     "the file ends before its totals: line" },
   { HEADER "creator: callgrind-3.19.0\n" BODY, 6,
     "the file ends before its totals: line" },
   { HEADER BODY "part: 2\n", 6, "the part ends before its totals: line" },
   { HEADER BODY TOTALS "part: 2\n", 7, "the file ends before its events: line" },
   { HEADER BODY TOTALS "part: 2\nevents: Ir Dr\n" BODY, 11,
     "the file ends before its totals: line" },
   { OTHER, 3, "the file ends before any counts" },
   { OTHER FUNCTION, 5, "the file ends before any counts" },
   { OTHER FUNCTION "part: 2\n", 6, "the part ends before any counts" },
   { OTHER BODY "calls=1 1\n", 7,
     "the file ends before the line that belongs to calls=" },
   { HEADER BODY "totals: 2 5\n", 6,
     "total of Dr is 5, but the lines add up to 3 (difference 2)" },
   { HEADER BODY "totals: 1 3\n\n", 6,
     "total of Ir is 1, but the lines add up to 2 (difference -1)" },
   { OTHER BODY "totals: 1 3\n", 7,
     "total of Ir is 1, but the lines add up to 2 (difference -1)" },
   { HEADER BODY "totals: 2 3 4\n", 6, "expected at most 2 counts, found 3" },
   { HEADER BODY TOTALS "events: Ir Dr\n" BODY "totals: 4 6\n", 11,
     "total of Ir is 4, but the lines add up to 2 (difference 2)" },
   { HEADER BODY TOTALS TOTALS, 7,
     "expected the header of another part, found \"totals: 2 3\"" },
   { HEADER BODY TOTALS "fn=f\n", 7,
     "expected the header of another part, found \"fn=f\"" },
   { HEADER BODY TOTALS "1 2 3\n", 7,
     "expected the header of another part, found \"1 2 3\"" },
   { HEADER BODY TOTALS "summary: 1\n", 7,
     "expected the header of another part, found \"summary: 1\"" },
   { HEADER BODY TOTALS "part: 2\nevents: Ir\n", 8,
     "events differ: expected Ir Dr, found Ir" },
   { HEADER "desc: LL cache: a\n" BODY TOTALS "desc: LL cache:  b\n", 8,
     "caches differ: expected \"LL cache: a\", found \"LL cache: b\"" },
};

static void test_bad(void **state)
{
   (void)state;
   test_bad_texts(bads, sizeof bads / sizeof bads[0]);
}

static void test_nul(void **state)
{
   (void)state;
   static const char in_name[] = HEADER "fl=a\0c\n";
   static const char in_count[] = HEADER BODY "1 2\0 3\n";
   static const char in_position[] = HEADER BODY "1\0 2\n";
   static const char in_comment[] = HEADER "#\0\n";
   test_bad_text(in_name, sizeof in_name - 1, 3, "NUL byte");
   test_bad_text(in_count, sizeof in_count - 1, 6, "NUL byte");
   test_bad_text(in_position, sizeof in_position - 1, 6, "NUL byte");
   test_bad_text(in_comment, sizeof in_comment - 1, 3, "NUL byte");
}

/* A file cut anywhere is an error with a line number, unless its remaining parts
   are complete. */
static void check_truncation(const char *text, const char *accepted_ends)
{
   size_t n_accepted = 0;
   for (size_t n = 0; n <= strlen(text); n++) {
      an_error error = { 0 };
      ac_profile *profile = test_profile_of(text, n, &error);
      if (profile == NULL) {
         assert_true(error.line > 0);
         assert_true(error.message[0] != '\0');
      } else {
         assert_int_equal(text[n - 1], '\n');
         assert_int_equal(ac_profile_totals(profile)[0],
                          accepted_ends[n_accepted++] - '0');
      }
   }
   assert_int_equal(n_accepted, strlen(accepted_ends));
}

static void test_truncation(void **state)
{
   (void)state;
   static const char parts[] = HEADER BODY TOTALS "part: 2\nevents: Ir Dr\n"
                                                  "fn=f\n1 5\ntotals: 5\n";
   for (size_t n = 0; n < sizeof real_file - 1; n++) {
      an_error error = { 0 };
      if (test_profile_of(real_file, n, &error) != NULL)
         fail_msg("accepted after %zu bytes", n);
      assert_true(error.line > 0 && error.message[0] != '\0');
   }
   check_truncation(parts, "27");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_real),      cmocka_unit_test(test_crlf),
      cmocka_unit_test(test_xtree),     cmocka_unit_test(test_others),
      cmocka_unit_test(test_habits),    cmocka_unit_test(test_detection),
      cmocka_unit_test(test_names),     cmocka_unit_test(test_files),
      cmocka_unit_test(test_positions), cmocka_unit_test(test_columns),
      cmocka_unit_test(test_pairs),     cmocka_unit_test(test_counts),
      cmocka_unit_test(test_parts),     cmocka_unit_test(test_first_header),
      cmocka_unit_test(test_reading),   cmocka_unit_test(test_bad),
      cmocka_unit_test(test_nul),       cmocka_unit_test(test_truncation),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
