/* test_ac_write.c -- written profiles, byte for byte and read again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_lines.h"
#include "counts/ac_write.h"

#include <stdio.h>

/* ---- Writing and reading back ---- */

/* The written profile; the caller frees it. */
static char *written(const ac_profile *profile, const char *note)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   ac_write(profile, note, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static void check_written(const char *text, const char *note, const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   char *got = written(profile, note);
   assert_string_equal(got, expected);
   free(got);
}

static void check_same_header(const ac_profile *a, const ac_profile *b)
{
   assert_string_equal(ac_profile_command(a), ac_profile_command(b));
   const ac_texts *of_a = ac_profile_texts(a, AC_DESC);
   const ac_texts *of_b = ac_profile_texts(b, AC_DESC);
   assert_int_equal(of_a->n, of_b->n);
   for (size_t i = 0; i < of_a->n; i++)
      assert_string_equal(of_a->text[i], of_b->text[i]);
   assert_int_equal(ac_profile_n_events(a), ac_profile_n_events(b));
   for (size_t i = 0; i < ac_profile_n_events(a); i++)
      assert_string_equal(ac_profile_event(a, i), ac_profile_event(b, i));
}

static void check_same_function(const ac_profile *a, const ac_profile *b, size_t i)
{
   const ac_function *x = ac_profile_function(a, i);
   const ac_function *y = ac_profile_function(b, i);
   assert_string_equal(x->name, y->name);
   assert_string_equal(ac_profile_file(a, x->file)->name,
                       ac_profile_file(b, y->file)->name);
   ac_lines of_a, of_b;
   ac_lines_open(&of_a, a, i, 1);
   ac_lines_open(&of_b, b, i, 1);
   while (ac_lines_next(&of_a)) {
      assert_true(ac_lines_next(&of_b));
      assert_int_equal(of_a.line, of_b.line);
      assert_memory_equal(of_a.counts, of_b.counts,
                          ac_profile_n_events(a) * sizeof *of_a.counts);
   }
   assert_false(ac_lines_next(&of_b));
   ac_lines_close(&of_a);
   ac_lines_close(&of_b);
}

/* Writes the profile, reads it, and writes it again. */
static void check_round(const ac_profile *profile)
{
   char *text = written(profile, "note\n");
   ac_profile *back = test_good_profile(text);
   check_same_header(profile, back);
   assert_int_equal(ac_profile_n_functions(profile), ac_profile_n_functions(back));
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++)
      check_same_function(profile, back, i);
   assert_memory_equal(ac_profile_totals(profile), ac_profile_totals(back),
                       ac_profile_n_events(profile) * sizeof(int64_t));
   char *again = written(back, "note\n");
   assert_string_equal(again, text);
   free(again);
   free(text);
}

static void check_round_of(const char *text)
{
   ac_profile *profile = test_good_profile(text);
   check_round(profile);
}

/* ---- Tests ---- */

static const char small[] = "desc: Tool: x\ndesc:\ncmd: ./app a\n"
                            "events: Ir Dr\n"
                            "fl=b.c\nfn=g\n7 1\n7 2 1\n3 0 5\n"
                            "fl=a.c\nfn=f\n0 1000000 2\n"
                            "fl=b.c\nfn=f\n1 9 9\n"
                            "summary: 1000012 17\n";

static void test_golden(void **state)
{
   (void)state;
   check_written(small, "merged 2",
                 "desc: Tool: x\n"
                 "desc: \n"
                 "cmd: ./app a\n"
                 "events: Ir Dr\n"
                 "#: cachesim 1\n"
                 "#: merged 2\n"
                 "#: process 0 0 1000012 unknown ./app a\n"
                 "fl=a.c\n"
                 "fn=f\n"
                 "0 1000000 2\n"
                 "fl=b.c\n"
                 "fn=f\n"
                 "1 9 9\n"
                 "fn=g\n"
                 "3 0 5\n"
                 "7 3 1\n"
                 "summary: 1000012 17\n"
                 "#: end 4\n");
   check_written("cmd:\nevents: Ir\nsummary: 0\n", NULL,
                 "cmd: \nevents: Ir\n#: cachesim 1\n"
                 "#: process 0 0 0 unknown \nsummary: 0\n#: end 0\n");
   /* a note stays on its line */
   check_written("cmd: x\nevents: Ir\nsummary: 0\n", "a\nb",
                 "cmd: x\nevents: Ir\n#: cachesim 1\n#: a\\x0ab\n"
                 "#: process 0 0 0 unknown x\nsummary: 0\n#: end 0\n");
}

static void test_round(void **state)
{
   (void)state;
   check_round_of(small);
   check_round_of("cmd:\nevents: Ir\nsummary: 0\n");
   check_round_of("cmd: x\nevents: A B C\nfl=\nfn=\n"
                  "4294967295 9223372036854775807 0 0\n"
                  "summary: 9223372036854775807 0 0\n");
   /* callgrind's format */
   check_round_of("# callgrind format\nversion: 1\ncmd: a b\n"
                  "events: Ir\nfl=(1) a.c\nfn=(1) f\n1 5\n+1 6\n"
                  "calls=1 9\n3 100\ntotals: 11\n");
}

/* Each note is written, and read again, once. */
static void test_notes(void **state)
{
   (void)state;
   static const char noted[] =
      "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
      "#: process 7 1 9223372036854775807 killed 9 x\n"
      "#: no-lines /lib/a b.so\n#: no-lines /lib/c\\x0a.so\n"
      "#: lost-debug-info /lib/c\\x0a.so\n"
      "fl=a.c\nfn=f\n1 9223372036854775807 2\n"
      "summary: 9223372036854775807 2\n#: saturated Ir\n#: end 1\n";
   check_written(noted, NULL, noted);
   check_written("cmd: x\nevents: Ir\n#: cachesim 1\n#: no-lines a\n"
                 "#: no-lines a\n#: no-lines\nsummary: 0\n#: end 0\n",
                 NULL,
                 "cmd: x\nevents: Ir\n#: cachesim 1\n"
                 "#: process 0 0 0 unknown x\n#: no-lines a\n#: no-lines \n"
                 "summary: 0\n#: end 0\n");
   /* In cachegrind's format they are comments. */
   check_written("cmd: x\nevents: Ir\n#: no-lines a\nsummary: 0\n", NULL,
                 "cmd: x\nevents: Ir\n#: cachesim 1\n"
                 "#: process 0 0 0 unknown x\nsummary: 0\n#: end 0\n");
}

/* Each process is written, and read again. */
static void test_processes(void **state)
{
   (void)state;
   static const char sum[] =
      "cmd: make and 6 more processes\nevents: Ir\n#: cachesim 1\n"
      "#: process 10 1 5 exited 2 make\n"
      "#: became /bin/ls -\n#: process 11 10 6 replaced sh -c ls -\n"
      "#: after a.out\n#: process 11 10 7 exited 0 ls -\n"
      "#: process 12 10 8 partial 30120  \n"
      "#: process 13 10 9 dumped a\\x0ab\n"
      "#: title make: b\\x0ac\n#: forked 0\n#: process 14 10 1 exited 0 make\n"
      "#: forked 9\n#: process 15 10 1 exited 0 make\n"
      "fl=a.c\nfn=f\n1 37\nsummary: 37\n#: end 1\n";
   check_written(sum, NULL, sum);
   check_written("cmd: ./a\nevents: Ir Dr\n#: cachesim 1\n#: pid 5\n#: parent 4\n"
                 "#: forked 7\n#: inherited 7 2\n#: title t\nfl=a.c\nfn=f\n1 8 3\n"
                 "summary: 8 3\n#: end 1\n",
                 NULL,
                 "cmd: ./a\nevents: Ir Dr\n#: cachesim 1\n"
                 "#: title t\n#: forked 7\n#: inherited\n#: process 5 4 8 unknown ./a\n"
                 "fl=a.c\nfn=f\n1 8 3\nsummary: 8 3\n#: end 1\n");
}

/* Each thread is written, and read again, unless there is one, or they do not add up: a
   filter left out lines of theirs. */
static void test_threads(void **state)
{
   (void)state;
#define THREADED \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "#: process 0 0 0 unknown x\n"
#define LINES "fl=a.c\nfn=f\n1 9 2\nsummary: 9 2\n"
   static const char threads[] = THREADED LINES
      "#: thread 1 1\n#: thread-counts 5 2\n"
      "#: thread 2 3 my\\x0aio\n#: thread-counts 4 0\n#: end 1\n";
   check_written(threads, NULL, threads);
   check_written(THREADED LINES "#: thread 1 1\n#: thread-counts 9 2\n#: end 1\n", NULL,
                 THREADED LINES "#: end 1\n");
}

/* The machine's text is written as it was read. */
static void test_machines(void **state)
{
   (void)state;
   static const char machine[] =
      "cmd: x\nevents: Ir Dr\n#: cachesim 1\n#: machine small\n#: m I1 size=32K\n"
      "#: process 0 0 0 unknown x\n" LINES "#: end 1\n";
   check_written(machine, NULL, machine);
}

/* Names with bytes that need escapes, and with text that looks like them. */
static void test_escapes(void **state)
{
   (void)state;
   /* cachegrind has no escapes: the backslashes in these names must survive */
   check_round_of("desc: a\\x41\ncmd: c\\x42 d\\\\x43\nevents: Ir\n"
                  "fl=d\\x0a\\e\nfn=f\\x\\\n1 1\nsummary: 1\n");
   check_written("desc: \\x41\ncmd: \\x42\\ \\y\nevents: Ir\n"
                 "fl=\\x0a\nfn=\\\\x\x1b\t\x7f\xe9\n1 1\nsummary: 1\n",
                 NULL,
                 "desc: \\x5cx41\ncmd: \\x5cx42\\ \\y\nevents: Ir\n"
                 "#: cachesim 1\n"
                 "#: process 0 0 1 unknown \\x5cx42\\ \\y\n"
                 "fl=\\x5cx0a\nfn=\\\\x5cx\\x1b\\x09\\x7f\xe9\n1 1\n"
                 "summary: 1\n#: end 1\n");

   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   char name[256];
   for (int i = 0; i < 255; i++)
      name[i] = (char)(i + 1); /* each byte but NUL */
   ac_profile_add_text(profile, AC_DESC, name, 255);
   ac_profile_set_command(profile, name, 255);
   ac_profile_add_text(profile, AC_EVENT, "Ir", 2);
   const char *interned = ac_profile_intern(profile, name, 255);
   const an_process process = {
      .pid = 7,
      .parent = 6,
      .value = 7,
      .command = interned,
      .state = { .how = AN_STATE_REPLACED, .by = interned, .predecessor = interned },
   };
   ac_profile_add_process(profile, &process);
   const char *newlines = ac_profile_intern(profile, "\nsummary: 0\n", 12);
   ac_profile_begin(profile, interned, newlines);
   ac_profile_add(profile, 1, &(int64_t){ 3 });
   ac_profile_begin(profile, newlines, interned);
   ac_profile_add(profile, 2, &(int64_t){ 4 });
   ac_profile_finish(profile);
   check_round(profile);
}

/* A profile without lines; its command has n bytes. */
static ac_profile *profile_of_command(char byte, size_t n)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   char *command = malloc(n);
   assert_non_null(command);
   memset(command, byte, n);
   ac_profile_set_command(profile, command, n);
   const an_process process = {
      .command = ac_profile_intern(profile, command, n),
   };
   ac_profile_add_process(profile, &process);
   free(command);
   ac_profile_add_text(profile, AC_EVENT, "Ir", 2);
   ac_profile_finish(profile);
   return profile;
}

/* KCachegrind looks for events: in the first 2,047 bytes. */
static void check_command(char byte, size_t n, bool is_short)
{
   ac_profile *profile = profile_of_command(byte, n);
   char *text = written(profile, NULL);
   assert_int_equal(strncmp(text, "cmd: ...\nevents: ", 17) == 0, !is_short);
   assert_int_equal(strstr(text, "\n#: cmd ") == NULL, is_short);
   assert_in_range(strstr(text, "events:") - text, 1, 2000);
   free(text);
   check_round(profile);
}

static void test_long_commands(void **state)
{
   (void)state;
   check_command('a', 1000, true);
   check_command('a', 1001, false);
   check_command('a', 200000, false);
   check_command('\x01', 250, true); /* four bytes each */
   check_command('\x01', 251, false);
}

/* Write errors are left to ferror. */
static void test_write_error(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(small);
   FILE *out = fopen("/dev/full", "w");
   assert_non_null(out);
   setvbuf(out, NULL, _IONBF, 0);
   ac_write(profile, NULL, out);
   assert_true(ferror(out));
   fclose(out);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),      cmocka_unit_test(test_round),
      cmocka_unit_test(test_notes),       cmocka_unit_test(test_processes),
      cmocka_unit_test(test_threads),     cmocka_unit_test(test_machines),
      cmocka_unit_test(test_escapes),     cmocka_unit_test(test_long_commands),
      cmocka_unit_test(test_write_error),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
