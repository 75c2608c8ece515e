/* test_ac_read.c -- files read as a whole: their format, their ends, several of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include <errno.h>

/* ---- One file ---- */

/* Reads of any size give the same profile. */
static void test_pieces(void **state)
{
   (void)state;
   for (size_t piece_B = 1; piece_B < sizeof read_own_file; piece_B++) {
      test_text memory = { read_own_file, sizeof read_own_file - 1, piece_B };
      an_error error;
      ac_profile *profile = test_read_profile(test_alloc(), test_bytes(&memory), &error);
      assert_non_null(profile);
      read_check_totals(ac_profile_totals(profile), 63, 29, 20);
   }
}

static void test_crlf(void **state)
{
   (void)state;
   char text[2 * sizeof read_own_file];
   size_t n = 0;
   for (const char *at = read_own_file; *at != '\0'; at++) {
      if (*at == '\n')
         text[n++] = '\r';
      text[n++] = *at;
   }
   text[n] = '\0';
   ac_profile *profile = test_good_profile(text);
   assert_string_equal(ac_profile_command(profile), "./app -x");
   assert_string_equal(ac_profile_event(profile, 2), "Dw");
   assert_string_equal(ac_profile_file(profile, 0)->name, "/src/a.c");
}

static void test_byte_order_mark(void **state)
{
   (void)state;
   test_good_body("\xef\xbb\xbf" HEADER BODY SUMMARY, "a.c main 1 2 3\n");
   test_good_body("\xef\xbb\xbf"
                  "desc: x\r\n" HEADER BODY SUMMARY,
                  "a.c main 1 2 3\n");
   test_good_body("\xef\xbb\xbf# callgrind format\nevents: Ir\nfn=f\n1 2\n"
                  "totals: 2\n",
                  "??? f 1 2\n");
}

/* A header line decides, from then on: what comes before can be of both. */
static void test_formats(void **state)
{
   (void)state;
   test_good_body("desc: x\ncmd: y\nversion: 1\nevents: Ir\nfn=f\n1 2\ntotals: 2\n",
                  "??? f 1 2\n");
   test_good_body("desc: x\ncmd: y\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n",
                  "a f 1 2\n");
   test_good_body("# callgrind format\npositions: instr line\nversion: 1\nevents: Ir\n"
                  "fn=f\n0x10 3 5\ntotals: 5\n",
                  "??? f 3 5\n");
   static const char late[] = "desc: I1 cache:\ncmd: y\nevents: Ir\nfl=a\nversion: 1\n";
   test_bad_text(late, strlen(late), 5,
                 "\"version: 1\" belongs to callgrind's format, but the file does not "
                 "begin like callgrind's");
}

static void check_six(const char *text, const char *expected)
{
   an_error error;
   ac_profile *profile = ac_profile_new(test_alloc());
   ac_profile_sum_lines(profile);
   bool ok = true;
   for (int i = 0; i < 6 && ok; i++) {
      test_text bytes = { text, strlen(text), SIZE_MAX };
      ok = ac_read_into(profile, test_alloc(), test_bytes(&bytes), NULL, &error);
   }
   assert_int_equal(ok && ac_read_finish(profile, &error), expected != NULL);
   if (expected == NULL) {
      assert_string_equal(error.message,
                          "the counts add up to more than 9223372036854775807");
      return;
   }
   char body[TEST_BODY_B];
   test_body(profile, body);
   assert_string_equal(body, expected);
}

/* From the third file on, lines are known by their text: the last of them, too. */
static void test_known_lines(void **state)
{
   (void)state;
   check_six("cmd: y\nevents: Ir\nfl=a\nfn=f\n1 2\n8 4\n+1 9\n",
             "a f 1 12\na f 8 24\na f 9 54\n");
   check_six("cmd: y\nevents: Ir\nfl=a\nfn=f\n1 4611686018427387904\n"
             "2 -4611686018427387904\n3 -1\n3 1\nsummary: 0\n",
             NULL);
}

/* Without caches in the header, the first line that is only callgrind's decides, wherever
   it is: all before are the same in both formats. */
static void test_late_formats(void **state)
{
   (void)state;
   static const char *const files[][2] = {
      { "cfn=g\ncalls=1 1\n5 9\n", "" },
      { "fi=b\n5 9\n", "b f 5 9\n" },
      { "ob=x\n5 9\n", "a f 5 9\n" },
      { "+1 9\n", "a f 2 9\n" },
      { "*\n", "" },
      { "-1 9\n", "a f 0 9\n" },
      { "0x5 9\n", "a f 5 9\n" },
      { "2 9\n+1 9\n", "a f 2 9\na f 3 9\n" },
      { "summary: 9\n2 9\ncalls=1 1\n5 9\n", "a f 2 9\n" },
      { "totals: 2\npart: 2\nevents: Ir\nfl=a\nfn=f\n7 9\n", "a f 7 9\n" },
      { "fl=(1) c\nfn=(1) g\n1 9\nfl=(1)\nfn=(1)\n1 9\n", "c g 1 18\n" },
      { "fn=(1) g\n1 9\nfn=(1)\n1 9\n", "a g 1 18\n" },
   };
   for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
      char text[200], body[200];
      sprintf(text, "cmd: y\nevents: Ir\nfl=a\nfn=f\n1 2\n%s", files[i][0]);
      bool is_before = strncmp(files[i][1], "a f 0", 5) == 0;
      sprintf(body, is_before ? "%sa f 1 2\n" : "a f 1 2\n%s", files[i][1]);
      test_good_body(text, body);
   }
   test_good_body("cmd: y\nevents: Ir\nsummary: 9\nfl=a\nfn=f\n1 2\n", "a f 1 2\n");
   test_good_body("cmd: y\nevents: Ir\nfn=f\n1 2\n", "??? f 1 2\n");
   test_good_body("cmd: y\nevents: Ir\nfl=a\nfn=f\n1 -2\nsummary: -2\n", "a f 1 -2\n");
}

static ptrdiff_t read_error(void *context, char *to, size_t size_B)
{
   (void)context, (void)to, (void)size_B;
   errno = EISDIR;
   return -1;
}

static ptrdiff_t read_letters(void *context, char *to, size_t size_B)
{
   (void)context;
   memset(to, 'x', size_B);
   return (ptrdiff_t)size_B;
}

/* Nothing, a part of a line, bytes that cannot be read, and a line without end. */
static void test_ends(void **state)
{
   (void)state;
   static const struct {
      ptrdiff_t (*read)(void *context, char *to, size_t size_B);
      const char *text;
      size_t line;
      const char *message;
   } of[] = {
      { test_read, "", 1, "the file is empty" },
      { test_read, "cmd: x\n", 1, "the file ends before its events: line" },
      { test_read, "cmd: x", 1, "the file ends within this line" },
      { test_read, HEADER "fl=a", 3, "the file ends within this line" },
      { read_error, NULL, 0, "Is a directory" },
      { read_letters, NULL, 1, "the line is longer than 33554432 bytes" },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_error error = { .line = 99 };
      test_text memory = { of[i].text, of[i].text == NULL ? 0 : strlen(of[i].text), 64 };
      an_source_of_bytes from = { .read = of[i].read, .context = &memory };
      assert_null(test_read_profile(test_alloc(), from, &error));
      assert_string_equal(error.message, of[i].message);
      assert_int_equal(error.line, of[i].line);
   }
}

/* ---- Several ---- */

static void test_two_files(void **state)
{
   (void)state;
   read_sum((const char *const[]){ HEADER BODY SUMMARY, read_two, NULL }, NULL,
            "a.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
   /* Formats can differ. */
   read_sum(
      (const char *const[]){ read_two, OWN BODY SUMMARY "#: end 1\n",
                             "version: 1\nevents: Ir Dr\nfn=(1) main\n3 4\ntotals: 4\n",
                             NULL },
      NULL, "??? main 3 4 0\na.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
}

/* The profile has the header of the first file. */
static void test_first_header(void **state)
{
   (void)state;
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error;
   assert_true(read_into(profile, "desc: \\x41\n" HEADER "summary: 0\n", NULL, &error));
   assert_true(read_into(profile,
                         "desc: two\ndesc: three\n" OWN "#: cmd \\x0a\n"
                         "summary: 0\n#: end 0\n",
                         NULL, &error));
   assert_true(read_into(profile, read_two, NULL, &error));
   assert_string_equal(ac_profile_command(profile), "./app");
   assert_true(ac_read_finish(profile, &error));
   assert_int_equal(ac_profile_texts(profile, AC_DESC)->n, 1);
   assert_string_equal(ac_profile_texts(profile, AC_DESC)->text[0], "\\x41");
   assert_string_equal(ac_profile_command(profile), "3 processes of several commands");
   assert_int_equal(ac_profile_n_events(profile), 2);
}

/* Each file's state and process are the profile's; a sum has listed its own. */
static void test_runs(void **state)
{
   (void)state;
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error = { 0 };
   assert_true(read_into(profile, OWN "#: pid 7\n#: state killed 9\n" END, NULL, &error));
   assert_true(read_into(profile,
                         OWN "#: process 8 7 2 exited 0 ./b\n"
                             "#: process 9 7 0 unknown ./c\n" END,
                         NULL, &error));
   assert_true(
      read_into(profile, "version: 1\nevents: Ir Dr\nfn=f\n3 5\n", NULL, &error));
   assert_true(ac_read_finish(profile, &error));
   const an_processes *processes = ac_profile_processes(profile);
   assert_int_equal(ac_profile_n_states(profile), 3);
   assert_int_equal(ac_profile_state(profile, 0)->how, AN_STATE_KILLED);
   assert_int_equal(ac_profile_counting(profile, 0)->processes, 4);
   assert_int_equal(processes->n, 4);
   int64_t values = 0, pids = 0;
   for (size_t i = 0; i < processes->n; i++) {
      values += processes->of[i].value;
      pids += processes->of[i].pid;
   }
   assert_int_equal(values, 2 + 2 + 0 + 5);
   assert_int_equal(pids, 7 + 8 + 9);
}

/* Sums of several files are checked at the end. */
static void test_sum_too_large(void **state)
{
   (void)state;
   static const char large[] = HEADER "fl=a\nfn=f\n1 9223372036854775807\n"
                                      "summary: 9223372036854775807\n";
   static const char small[] = HEADER "fl=a\nfn=g\n1 1\nsummary: 1\n";
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error = { .line = 1 };
   assert_true(read_into(profile, large, NULL, &error));
   assert_true(read_into(profile, small, NULL, &error));
   assert_false(ac_read_finish(profile, &error));
   assert_string_equal(error.message,
                       "the counts add up to more than 9223372036854775807");
   assert_int_equal(error.line, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_crlf),
      cmocka_unit_test(test_byte_order_mark),
      cmocka_unit_test(test_formats),
      cmocka_unit_test(test_late_formats),
      cmocka_unit_test(test_known_lines),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_two_files),
      cmocka_unit_test(test_first_header),
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_sum_too_large),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
