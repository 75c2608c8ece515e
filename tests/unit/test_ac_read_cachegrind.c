/* test_ac_read_cachegrind.c -- profiles of cachesim and cachegrind: good text, exact
   messages for bad text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

/* ---- Good files ---- */

static void test_own(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(read_own_file);
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 2);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0],
                       "Tool:             cachesim 0.1.0, format 1");
   assert_string_equal(ac_profile_command(profile), "./app -x");
   assert_int_equal(ac_profile_n_events(profile), 3);
   assert_string_equal(ac_profile_event(profile, 2), "Dw");
   read_check_totals(ac_profile_totals(profile), 63, 29, 20);
   assert_int_equal(ac_profile_n_files(profile), 2);
   assert_string_equal(ac_profile_file(profile, 0)->name, "/src/a.c");
   read_check_totals(ac_profile_file(profile, 0)->totals, 54, 20, 11);
   assert_int_equal(ac_profile_n_functions(profile), 3);
   assert_string_equal(ac_profile_function(profile, 0)->name, "f");
   read_check_totals(ac_profile_function(profile, 1)->totals, 51, 20, 10);
}

/* Forms that cachegrind and cg_merge write, or that the manual allows. */
static void test_stock(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      "desc:\ndesc:Two\ncmd:  a\\x41 b\nevents: Ir  Dr \n"
      "# a comment\n#: end 99\n#: other line\n\n"
      "fl=C:\\x41\nfn=f(int, char*)\n"
      "1 .  2\n2\t5\t\n3\n"
      "fl=\nfn=\n4 1 1\n"
      "summary:6 3\n# after\n\n");
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 2);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0], "");
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[1], "Two");
   assert_string_equal(ac_profile_command(profile), "a\\x41 b");
   assert_int_equal(ac_profile_n_events(profile), 2);
   assert_string_equal(ac_profile_file(profile, 0)->name, "");
   assert_string_equal(ac_profile_file(profile, 1)->name, "C:\\x41");
   assert_string_equal(ac_profile_function(profile, 1)->name, "f(int, char*)");
   ac_lines lines;
   ac_lines_open(&lines, profile, 1, 1);
   assert_true(ac_lines_next(&lines));
   assert_int_equal(lines.counts[0], 0);
   assert_int_equal(lines.counts[1], 2);
   assert_true(ac_lines_next(&lines));
   assert_int_equal(lines.counts[0], 5);
   assert_int_equal(lines.counts[1], 0);
   assert_true(ac_lines_next(&lines));
   assert_int_equal(lines.line, 3);
   assert_int_equal(lines.counts[0], 0);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

static void test_escapes(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      "desc: a\\x5cxb\ncmd: printf a\\x0ab\nevents: Ir\n"
      "#: cachesim 1\n"
      "fl=dir\\x1b/\\x5cx41.c\nfn=\\d\xc3\xa4\xff\n1 1\n"
      "summary: 1\n#: end 1\n");
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0], "a\\xb");
   assert_string_equal(ac_profile_command(profile), "printf a\nb");
   assert_string_equal(ac_profile_file(profile, 0)->name, "dir\x1b/\\x41.c");
   assert_string_equal(ac_profile_function(profile, 0)->name, "\\d\xc3\xa4\xff");
}

/* One file, written in two ways, is one function's. */
static void test_file_names(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      "cmd: a\nevents: Ir\n#: cachesim 1\n"
      "fl=/usr/bin/../include/c++/12/v.h\nfn=f/../g\n1 1\n"
      "fl=/usr/include/c++/12/v.h\nfn=f/../g\n1 2\n"
      "fl=src/\\x41/../b.c\nfn=main\n1 4\n"
      "summary: 7\n#: end 3\n");
   assert_int_equal(ac_profile_n_functions(profile), 2);
   assert_string_equal(ac_profile_file(profile, 0)->name, "/usr/include/c++/12/v.h");
   assert_string_equal(ac_profile_function(profile, 0)->name, "f/../g");
   assert_string_equal(ac_profile_file(profile, 1)->name, "src/b.c");
}

/* A repeated function and a repeated line. */
static void test_duplicates(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(HEADER BODY "1 10\nfl=b.c\nfn=main\n1 100\n"
                                                       "fl=a.c\nfn=main\n1 0 1000\n"
                                                       "summary: 112 1003\n");
   assert_int_equal(ac_profile_n_functions(profile), 2);
   ac_lines lines;
   ac_lines_open(&lines, profile, 0, 1);
   assert_true(ac_lines_next(&lines));
   assert_int_equal(lines.counts[0], 12);
   assert_int_equal(lines.counts[1], 1003);
   assert_false(ac_lines_next(&lines));
   ac_lines_close(&lines);
}

static void test_largest(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      HEADER "fl=a.c\nfn=f\n4294967295 9223372036854775807\n"
             "summary: 9223372036854775807 0\n");
   assert_true(ac_profile_totals(profile)[0] == INT64_MAX);
}

/* Notes of a row without names at a known line, the whole command, and lines of a sum of
   profiles, which can have more in its regions. */
static void test_notes(void **state)
{
   (void)state;
   test_good_body(OWN "fl=???\nfn=???\n5 1\n0 2 3\nsummary: 3 3\n#: end 2\n",
                  "??? ??? 0 2 3\n??? ??? 5 1 0\n");
   ac_profile *profile = test_good_profile(
      OWN "#: cmd ./app \\x0a\n#: process 1 0 2 unknown ./a\n" BODY SUMMARY
          "#: region 0 1 r\n#: counts 3 3\n#: end 1\n");
   assert_string_equal(ac_profile_command(profile), "./app \n");
   assert_int_equal(ac_profile_region(profile, 0)->counts[0], 3);
   /* Sums that are lower bounds. */
   profile = test_good_profile(
      "cmd: x\nevents: Ir\n#: cachesim 1\nfl=a\nfn=f\n1 9223372036854775807\n"
      "summary: 9223372036854775807\n#: region 0 1 r\n#: counts 5\n"
      "#: region 1 1 s\n#: counts 6\n#: end 1\n");
}

/* The lines before a process are its own; a later one has none of them.  The count is of
   the file's first event. */
static void test_processes(void **state)
{
   (void)state;
   static const char first[] = "cmd: a\nevents: Dr\nsummary: 0\n";
   static const char sum[] = OWN
      "#: title t\n#: forked 3\n#: became /bin/b\n#: process 5 4 7 replaced ./a\n"
      "#: after a.out\n#: process 6 5 8 killed 9 ./b c\n" END;
   for (int by_name = 0; by_name < 2; by_name++) {
      const ac_reading reading = { .by_name = by_name };
      an_error error = { 0 };
      ac_profile *profile = ac_profile_new(test_alloc());
      if (by_name)
         assert_true(read_into(profile, first, &reading, &error));
      if (!read_into(profile, sum, &reading, &error))
         fail_msg("%s", error.message);
      const an_processes *all = ac_profile_processes(profile);
      const an_process *old = &all->of[by_name], *new = old + 1;
      assert_int_equal(all->n, 2 + by_name);
      assert_int_equal(ac_profile_counting(profile, 0)->processes, 2 + by_name);
      assert_int_equal(old->pid, 5);
      assert_int_equal(old->parent, 4);
      assert_int_equal(old->value, by_name ? 0 : 7);
      assert_string_equal(old->title, "t");
      assert_true(old->is_forked && old->forked == 3);
      assert_string_equal(old->state.by, "/bin/b");
      assert_int_equal(new->state.how, AN_STATE_KILLED);
      assert_string_equal(new->state.predecessor, "a.out");
      assert_string_equal(new->command, "./b c");
      assert_true(new->title == NULL || *new->title == '\0');
      assert_false(new->is_forked);
   }
}

/* A later file must be of the same predictors, even if it has no lines; its escapes are
   not those of the first. */
static void test_later_file(void **state)
{
   (void)state;
   read_second_bad("desc: Predictor: TAGE\n" OWN END, HEADER "summary: 0 0\n", NULL, 3,
                   "predictors differ: expected \"TAGE\", found \"classic\"");
   an_error error = { 0 };
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_true(read_into(profile, "desc: \\x5cx41\n" OWN END, NULL, &error));
   assert_true(read_into(profile, OWN END, NULL, &error));
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0], "\\x41");
}

static void skip_g(void *context, ac_profile *profile, const char **file,
                   const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "g") == 0;
}

/* Without g; lines are compared only as far as they are in memory. */
static bool read_at_once(ac_profile *profile, const char *text, an_error *error)
{
   static const ac_reading reading = { .name = skip_g };
   test_text memory = { text, strlen(text), SIZE_MAX };
   return ac_read_into(profile, test_alloc(), test_bytes(&memory), &reading, error);
}

/* Lines that are known by their text, from the third file on, are counted, too; equal
   ones of a function that is left out are not that function's. */
static void test_known_lines(void **state)
{
   (void)state;
#define LINES "1 2\n2 3\n3 4\n"
   static const char good[] = OWN "fl=a.c\nfn=f\n" LINES "fn=g\n" LINES
                                  "summary: 18\n#: end 6\n";
   static const char bad[] = OWN "fl=a.c\nfn=f\n" LINES "fn=g\n" LINES "x\n";
   for (int ends_badly = 0; ends_badly < 2; ends_badly++) {
      an_error error = { 0 };
      char body[TEST_BODY_B];
      ac_profile *profile = ac_profile_new(test_alloc());
      ac_profile_sum_lines(profile);
      for (int i = 0; i < 5; i++)
         assert_true(read_at_once(profile, good, &error));
      if (ends_badly) {
         assert_false(read_at_once(profile, bad, &error));
         assert_int_equal(error.line, 13);
      } else {
         assert_true(ac_read_finish(profile, &error));
         test_body(profile, body);
         assert_string_equal(body, "a.c f 1 10 0\na.c f 2 15 0\na.c f 3 20 0\n");
      }
   }
}

/* ---- Reasons of misses ---- */

#define MISSES(events, counts) \
   "cmd: x\nevents: " events "\n#: cachesim 1\nfl=a\nfn=f\n1 " counts "\n" \
   "summary: " counts "\n#: end 1\n"
#define LAST "ILmr DLmr DLmw Lcold Lcap Lconf"
#define FIRST "D1mr D1mw D1cold D1cap D1conf"

/* Each miss has at most one; counts at the limit are lower bounds. */
static void test_reasons(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      const char *message; /* NULL: accepted */
   } of[] = {
      { MISSES(LAST, "1 2 4 1 2 4"), NULL },
      { MISSES(LAST, "1 2 4 0 0 1"), NULL },
      { MISSES(LAST, "1 2 4 1 3 4"),
        "Lcold, Lcap and Lconf are 8, more than the misses, 7" },
      { MISSES(LAST, "1 2 3 1 2 4"),
        "Lcold, Lcap and Lconf are 7, more than the misses, 6" },
      { MISSES(FIRST, "2 4 1 2 3"), NULL },
      { MISSES(FIRST, "2 4 1 2 4"),
        "D1cold, D1cap and D1conf are 7, more than the misses, 6" },
      { MISSES("D1mr D1cold D1cap D1conf", "2 1 2 4"), NULL },
      { MISSES("D1mr D1mw D1cold D1cap", "2 4 7 7"), NULL },
      { MISSES(FIRST, "2 4 9223372036854775807 0 0"), NULL },
      { MISSES(FIRST, "2 4 9223372036854775806 0 0"),
        "D1cold, D1cap and D1conf are 9223372036854775806, more than the misses, 6" },
      { "cmd: x\nevents: " FIRST "\nfl=a\nfn=f\n1 2 4 1 2 4\nsummary: 2 4 1 2 4\n",
        NULL }, /* cachegrind has no reasons */
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      if (of[i].message != NULL)
         test_bad_text(of[i].text, strlen(of[i].text), 7, of[i].message);
      else
         test_good_profile(of[i].text);
   }
}

/* ---- Bad files ---- */

#define FOREIGN \
   " belongs to callgrind's format, but the file does not begin " \
   "like callgrind's"

static const test_bad_file bads[] = {
   { "", 1, "the file is empty" },
   { CACHE "\n", 2, "expected a desc: or cmd: line, found \"\"" },
   { CACHE "# comment\n" HEADER, 2,
     "expected a desc: or cmd: line, found \"# comment\"" },
   { CACHE "events: Ir\n", 2, "expected a desc: or cmd: line, found \"events: Ir\"" },
   { CACHE "desc: x\nfl=a.c\n", 3, "expected a desc: or cmd: line, found \"fl=a.c\"" },
   { "\x1f\x8b\x08 gzip perhaps, with a line longer than what is quoted "
     "here\n",
     1,
     "expected a desc: or cmd: line, found \"\x1f\x8b\x08 gzip perhaps, with "
     "a line longer than what is quoted her\"" },
   { "\xef\xbb\xbf", 1, "the file ends within this line" },
   { "\xef\xbb\xbf\xef\xbb\xbf" HEADER, 1,
     "expected a desc: or cmd: line, found \"\xef\xbb\xbf"
     "cmd: ./app\"" },
   { "desc: x\n", 1, "the file ends before its cmd: line" },
   { "cmd: x\n", 1, "the file ends before its events: line" },
   { CACHE "cmd: x\n\nevents: Ir\n", 3, "expected the events: line, found \"\"" },
   { CACHE "cmd: x\ncmd: y\n", 3, "expected the events: line, found \"cmd: y\"" },
   { CACHE "cmd: x\ndesc: y\n", 3, "expected the events: line, found \"desc: y\"" },
   { HEADER, 2, "the file ends before its summary: line" },
   { HEADER BODY, 5, "the file ends before its summary: line" },
   { STOCK "cmd: y\n", 4, "expected fl=, fn=, counts or summary:, found \"cmd: y\"" },
   { STOCK "events: Ir\n", 4,
     "expected fl=, fn=, counts or summary:, found \"events: Ir\"" },
   { STOCK "desc: y\n", 4, "expected fl=, fn=, counts or summary:, found \"desc: y\"" },
   { STOCK "fn=main\n", 4, "expected fl= before any fn=, found \"fn=main\"" },
   { HEADER "1 2 3\n", 3, "counts before any fl= and fn=" },
   { HEADER "fl=a.c\n1 2 3\n", 4, "counts before any fn= of this fl=" },
   { HEADER BODY "fl=b.c\n1 2 3\n", 7, "counts before any fn= of this fl=" },
   { HEADER BODY "1 2 3 4\n", 6, "expected at most 2 counts, found 3" },
   { HEADER BODY "1 2 3 x y\n", 6, "expected at most 2 counts, found 4" },
   { HEADER BODY "1 2 x\n", 6, "count \"x\" is not a whole number" },
   { HEADER BODY "1 2x 3\n", 6, "count \"2x\" is not a whole number" },
   { HEADER BODY "1 .5 3\n", 6, "count \".5\" is not a whole number" },
   { HEADER BODY "1 +5 3\n", 6, "count \"+5\" is not a whole number" },
   { HEADER BODY "1 2\r 3\n", 6, "count \"2\r\" is not a whole number" },
   { STOCK BODY "1 2 -3\n", 7, "negative count \"-3\"" },
   { STOCK BODY "1 2 0x3\n", 7, "count \"0x3\" is not a whole number" },
   { OWN BODY "1 2 -3\n", 7, "negative count \"-3\"" },
   { STOCK BODY "-1 2 3\n", 7,
     "expected fl=, fn=, counts or summary:, found \"-1 2 3\"" },
   { HEADER BODY "1 9223372036854775808\n", 6,
     "count \"9223372036854775808\" is larger than 9223372036854775807" },
   { HEADER BODY "1 9223372036854775807\n", 6,
     "the counts add up to more than 9223372036854775807" },
   { HEADER "fl=a\nfn=f\n1 9223372036854775807\nfn=g\n1 1\nsummary: 0\n", 7,
     "the counts add up to more than 9223372036854775807" },
   { HEADER BODY "4294967296 2 3\n", 6,
     "line number 4294967296 is larger than 4294967295" },
   { HEADER BODY "99999999999999999999 2 3\n", 6,
     "line number 99999999999999999999 is larger than 4294967295" },
   { STOCK BODY "1x 2 3\n", 7, "expected a line number and counts, found \"1x 2 3\"" },
   { HEADER BODY " 1 2 3\n", 6,
     "expected fl=, fn=, counts or summary:, found \" 1 2 3\"" },
   { HEADER BODY "what\n" SUMMARY, 6,
     "expected fl=, fn=, counts or summary:, found \"what\"" },
   { HEADER BODY "summary: 2 3 4\n", 6, "expected at most 2 counts, found 3" },
   { HEADER BODY "summary: 2 y\n", 6, "count \"y\" is not a whole number" },
   { HEADER BODY "summary: 2 5\n", 6,
     "summary of Dr is 5, but the lines add up to 3 (difference 2)" },
   { HEADER BODY "summary: 1 3\n# end\n", 6,
     "summary of Ir is 1, but the lines add up to 2 (difference -1)" },
   { HEADER BODY SUMMARY SUMMARY, 7, "a second summary: line" },
   { STOCK BODY SUMMARY "1 2 3\n", 8,
     "expected nothing after the summary: line, found \"1 2 3\"" },
   { STOCK BODY SUMMARY "fl=b.c\n", 8,
     "expected nothing after the summary: line, found \"fl=b.c\"" },
   { HEADER BODY "summary: 2 3", 6, "the file ends within this line" },

   { STOCK BODY "cfn=g\n", 7, "\"cfn=g\"" FOREIGN },
   { STOCK BODY "calls=1 2\n", 7, "\"calls=1 2\"" FOREIGN },
   { STOCK "ob=a.out\n", 4, "\"ob=a.out\"" FOREIGN },
   { STOCK BODY "fi=b.c\n", 7, "\"fi=b.c\"" FOREIGN },
   { STOCK "positions: line\n", 4, "\"positions: line\"" FOREIGN },
   { STOCK BODY "totals: 2 3\n", 7, "\"totals: 2 3\"" FOREIGN },

   { HEADER "#: cachesim 2\n", 3,
     "needs version 2: written in cachesim format 2, this reads up to format "
     "1; use a newer quern" },
   { HEADER "#: cachesim 0\n", 3, "there is no cachesim format 0" },
   { HEADER "#: cachesim\n", 3, "expected one number after \"#: cachesim\"" },
   { HEADER "#: cachesim x\n", 3, "expected one number after \"#: cachesim\"" },
   { HEADER "#: cachesim 1x\n", 3, "expected one number after \"#: cachesim\"" },
   { HEADER "#: cachesim 1 2\n", 3, "expected one number after \"#: cachesim\"" },
   { OWN "#: cachesim 1\n", 4, "a second \"#: cachesim\" line" },
   { HEADER BODY "#: cachesim 1\n", 6, "\"#: cachesim\" must come before the first fl=" },
   { HEADER "summary: 0 0\n#: cachesim 1\n", 4,
     "\"#: cachesim\" must come before the first fl=" },
   { OWN BODY SUMMARY, 7, "the file ends before its \"#: end\" line" },
   { OWN BODY "#: end 1\n", 7, "\"#: end\" before the summary: line" },
   { OWN BODY SUMMARY "#: end\n", 8, "expected one number after \"#: end\"" },
   { OWN BODY SUMMARY "#: end 2\n", 8, "expected 2 count lines, found 1" },
   { OWN BODY SUMMARY "#: end 0\n", 8, "expected 0 count lines, found 1" },
   { OWN BODY SUMMARY "#: end 1", 8, "the file ends within this line" },
   { OWN BODY "#: region 0 1 r\n", 7, "\"#: region\" before the summary: line" },
   { OWN BODY SUMMARY "#: region 0 1 r\n#: region 0 1 s\n", 9,
     "\"#: region\" out of place" },
   { OWN BODY SUMMARY "#: region 0 -1 r\n", 8,
     "expected PARENT COUNT NAME after \"#: region\"" },
   { OWN BODY SUMMARY "#: counts 1\n", 8, "\"#: counts\" out of place" },
   { OWN BODY SUMMARY "#: region 0 1 r\n#: end 1\n", 9,
     "the last region has no \"#: counts\" line" },
   { OWN BODY SUMMARY "#: region 0 1 r\n#: counts 3\n", 9,
     "3 Ir are more than all lines have, 2" },
   { OWN BODY SUMMARY "#: region 0 1 r\n#: counts 2 2\n#: region 1 1 s\n#: counts 1 1\n"
                      "#: region 1 1 t\n#: counts 2\n",
     13, "the region around it has only 1 Ir besides, not 2" },
   { OWN "#: inherited 2 4\n" END, 4, "4 Dr are more than all lines have, 3" },
   { OWN "#: predecessor\n", 4, "expected a name after \"#: predecessor\"" },
   { OWN "#: process 1 0 2 replaced ./a\n", 4,
     "expected PID PARENT COUNT STATE COMMAND after \"#: process\"" },
   { OWN "#: thread 1 1\n", 4, "\"#: thread\" before the summary: line" },
   { OWN BODY SUMMARY "#: thread 1 1 x\n#: thread-counts 2 2\n#: end 1\n", 10,
     "the threads have 2 Dr, summary: has 3 (difference -1)" },
   { OWN BODY SUMMARY "#: end 1\n\n", 9,
     "expected nothing after the \"#: end\" line, found \"\"" },
   { OWN BODY SUMMARY "#: end 1\n#: end 1\n", 9,
     "expected nothing after the \"#: end\" line, found \"#: end 1\"" },
   { OWN "fl=a\\x4\n", 4, "bad \\x escape in \"a\\x4\"" },
   { OWN "fl=a\nfn=\\x00\n", 5, "bad \\x escape in \"\\x00\"" },
   { "cmd: \\xzz\nevents: Ir\n#: cachesim 1\n", 3, "bad \\x escape in \"\\xzz\"" },
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
   static const char in_line[] = HEADER BODY "1\0 2\n";
   static const char in_cmd[] = "cmd: \0\n";
   static const char utf16[] = "\xff\xfe"
                               "c\0m\0d\0\n\0";
   test_bad_text(in_name, sizeof in_name - 1, 3, "NUL byte");
   test_bad_text(in_count, sizeof in_count - 1, 6, "NUL byte");
   test_bad_text(in_line, sizeof in_line - 1, 6, "NUL byte");
   test_bad_text(in_cmd, sizeof in_cmd - 1, 1, "NUL byte");
   test_bad_text(utf16, sizeof utf16 - 1, 1, "NUL byte");
}

/* A file cut anywhere is an error with a line number. */
static void test_truncation(void **state)
{
   (void)state;
   for (size_t n = 0; n < sizeof read_own_file - 1; n++) {
      an_error error = { 0 };
      if (test_profile_of(read_own_file, n, &error) != NULL)
         fail_msg("accepted after %zu bytes", n);
      assert_true(error.line > 0);
      assert_true(error.message[0] != '\0');
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own),        cmocka_unit_test(test_stock),
      cmocka_unit_test(test_escapes),    cmocka_unit_test(test_file_names),
      cmocka_unit_test(test_duplicates), cmocka_unit_test(test_largest),
      cmocka_unit_test(test_notes),      cmocka_unit_test(test_processes),
      cmocka_unit_test(test_later_file), cmocka_unit_test(test_known_lines),
      cmocka_unit_test(test_reasons),    cmocka_unit_test(test_bad),
      cmocka_unit_test(test_nul),        cmocka_unit_test(test_truncation),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
