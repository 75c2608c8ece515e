/* test_ac_load.c -- profiles from files: unpacked, renamed, filtered and added
   up.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp */
#endif

#include "test_an_common.h"

#include "counts/ac_lines.h"
#include "base/an_wait.h"
#include "counts/ac_load.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static char directory[] = "/tmp/test_ac_load.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int tear_down(void **state)
{
   (void)state;
   return chdir("/") == 0 ? rmdir(directory) : -1;
}

/* ---- Files ---- */

static void put_bytes(const char *name, const char *bytes, size_t n)
{
   FILE *file = fopen(name, "w");
   assert_non_null(file);
   assert_int_equal(fwrite(bytes, 1, n, file), n);
   assert_int_equal(fclose(file), 0);
}

static void put(const char *name, const char *text)
{
   put_bytes(name, text, strlen(text));
}

static void put_gzip(const char *name, const char *text)
{
   gzFile file = gzopen(name, "wb");
   assert_non_null(file);
   assert_int_equal(gzwrite(file, text, (unsigned)strlen(text)), strlen(text));
   assert_int_equal(gzclose(file), Z_OK);
}

/* Makes the file `name` standard input, or a pipe with the text if it is NULL;
   returns a copy of the old standard input. */
static int replace_stdin(const char *name, const char *text)
{
   int saved = dup(STDIN_FILENO), ends[2];
   assert_true(saved >= 0);
   if (name != NULL) {
      ends[0] = open(name, O_RDONLY);
   } else {
      assert_int_equal(pipe(ends), 0);
      assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
      close(ends[1]);
   }
   assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
   close(ends[0]);
   return saved;
}

static void restore_stdin(int saved)
{
   assert_true(dup2(saved, STDIN_FILENO) >= 0);
   close(saved);
}

/* ---- Loading ---- */

static const ac_load_options as_it_is;

/* Expects these lines, each "FILE:FUNCTION LINE COUNT...". */
static void check_lines(const ac_profile *profile, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      ac_lines lines;
      ac_lines_open(&lines, profile, i, 1);
      while (ac_lines_next(&lines)) {
         fprintf(out, "%s:%s %" PRIu32, ac_profile_file(profile, function->file)->name,
                 function->name, lines.line);
         for (size_t k = 0; k < ac_profile_n_events(profile); k++)
            fprintf(out, " %" PRId64, lines.counts[k]);
         putc('\n', out);
      }
      ac_lines_close(&lines);
   }
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
}

/* Adds up the files, which end with NULL. */
static void check_files(char *const *files, const ac_load_options *options,
                        const char *expected)
{
   an_error error;
   size_t n = 0, failed;
   while (files[n] != NULL)
      n++;
   ac_profile *profile = ac_load_files(test_alloc(), files, n, options, &failed, &error);
   if (profile == NULL)
      fail_msg("%s:%zu: %s", files[failed], error.line, error.message);
   check_lines(profile, expected);
}

static void check_file(const char *file, const ac_load_options *options,
                       const char *expected)
{
   char *const files[] = { (char *)file, NULL };
   check_files(files, options, expected);
}

/* Expects that file `index` is refused. */
static void check_refused(char *const *files, size_t index,
                          const ac_load_options *options, size_t line,
                          const char *message)
{
   an_error error = { .line = 77 };
   size_t n = 0, failed = 77;
   while (files[n] != NULL)
      n++;
   assert_null(ac_load_files(test_alloc(), files, n, options, &failed, &error));
   assert_int_equal(failed, index);
   assert_string_equal(error.message, message);
   assert_int_equal(error.line, line);
}

static void check_file_refused(const char *file, size_t line, const char *message)
{
   char *const files[] = { (char *)file, NULL };
   check_refused(files, 0, &as_it_is, line, message);
}

#define CACHE "D1 cache:         32768 B"

static const char one[] = "desc: " CACHE "\ncmd: one\nevents: Ir Dr\n"
                          "fl=/b/a.c\nfn=f\n1 10 1\n2 5\nfn=g\n9 1\n"
                          "summary: 16 1\n";
static const char one_lines[] = "/b/a.c:f 1 10 1\n/b/a.c:f 2 5 0\n"
                                "/b/a.c:g 9 1 0\n";
static const char two[] = "desc: " CACHE "\ncmd: two\nevents: Ir Dr\n"
                          "fl=/b/a.c\nfn=f\n2 5 7\nfl=/c/a.c\nfn=f\n1 1\n"
                          "summary: 6 7\n";

/* ---- One file ---- */

static void test_plain(void **state)
{
   (void)state;
   put("one", one);
   check_file("one", &as_it_is, one_lines);
   assert_int_equal(unlink("one"), 0);
   check_file_refused("one", 0, "No such file or directory");
   check_file_refused(".", 0, "Is a directory");
   put("one", "");
   check_file_refused("one", 1, "the file is empty");
   put("one", "cmd: x\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1");
   check_file_refused("one", 6, "the file ends within this line");
   assert_int_equal(unlink("one"), 0);
}

static const char damaged[] = "the compressed data are damaged or cut short";

static void test_gzip(void **state)
{
   (void)state;
   put_gzip("one.gz", one);
   check_file("one.gz", &as_it_is, one_lines);
   assert_int_equal(rename("one.gz", "one"), 0); /* under any name */
   check_file("one", &as_it_is, one_lines);

   char packed[1024];
   FILE *file = fopen("one", "r");
   assert_non_null(file);
   size_t n = fread(packed, 1, sizeof packed, file);
   fclose(file);
   assert_in_range(n, 30, sizeof packed - 1);
   /* cut before its check sum, within it, and within its data */
   for (size_t length = n - 1; length >= 18; length--) {
      put_bytes("one", packed, length);
      check_file_refused("one", 0, damaged);
   }
   /* a check sum of other data */
   packed[n - 6] ^= 1;
   put_bytes("one", packed, n);
   check_file_refused("one", 0, damaged);
   packed[n - 6] ^= 1;
   /* the second of two members */
   memcpy(packed + n, packed, n);
   put_bytes("one", packed, 2 * n - 20);
   char *const files[] = { (char *)"one", NULL };
   an_error error;
   size_t failed;
   assert_null(ac_load_files(test_alloc(), files, 1, &as_it_is, &failed, &error));
   assert_int_equal(unlink("one"), 0);
}

/* A profile larger than all buffers: the missing end is found late. */
static void test_long_gzip(void **state)
{
   (void)state;
   enum { N_LINES = 100000 };
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   fputs("cmd: x\nevents: Ir\nfl=a\nfn=f\n", out);
   for (int i = 1; i <= N_LINES; i++)
      fprintf(out, "%d %d\n", i, i * 7919 % 10007);
   fputs("summary: 0\n", out); /* not reached */
   assert_int_equal(fclose(out), 0);
   put_gzip("long", text);
   free(text);
   struct stat status;
   assert_int_equal(stat("long", &status), 0);
   assert_int_equal(truncate("long", status.st_size / 2), 0);
   check_file_refused("long", 0, damaged);
   assert_int_equal(unlink("long"), 0);
}

static void test_stdin(void **state)
{
   (void)state;
   put("one", one);
   int saved = replace_stdin("one", NULL);
   check_file("-", &as_it_is, one_lines);
   assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);  /* still open */
   check_file_refused("-", 1, "the file is empty"); /* at its end */
   restore_stdin(saved);
   put_gzip("one", one);
   saved = replace_stdin("one", NULL);
   check_file("-", &as_it_is, one_lines);
   restore_stdin(saved);
   saved = replace_stdin(NULL, one);
   check_file("-", &as_it_is, one_lines);
   restore_stdin(saved);
   assert_int_equal(unlink("one"), 0);
}

static struct {
   size_t n_calls;
   uint64_t read_B, size_B;
} progress;

static void note_progress(const char *what, const char *file, uint64_t read_B,
                          uint64_t size_B)
{
   if (what == NULL)
      return;
   assert_string_equal(what, "");
   assert_non_null(file);
   assert_true(read_B >= progress.read_B);
   progress.n_calls++;
   progress.read_B = read_B;
   progress.size_B = size_B;
}

static void test_progress(void **state)
{
   (void)state;
   ac_load_options options = { .names = NULL };
   an_wait_by(note_progress);
   put("one", one);
   progress.read_B = 0;
   check_file("one", &options, one_lines);
   assert_true(progress.n_calls > 0);
   assert_int_equal(progress.read_B, strlen(one));
   assert_int_equal(progress.size_B, strlen(one));
   put_gzip("one", one); /* bytes of the file, not unpacked ones */
   progress.read_B = 0;
   check_file("one", &options, one_lines);
   struct stat status;
   assert_int_equal(stat("one", &status), 0);
   assert_int_not_equal(status.st_size, strlen(one));
   assert_int_equal(progress.size_B, status.st_size);
   assert_in_range(progress.read_B, 1, progress.size_B);
   int saved = replace_stdin(NULL, one);
   progress.read_B = 0;
   check_file("-", &options, one_lines);
   assert_int_equal(progress.size_B, 0);
   restore_stdin(saved);
   assert_int_equal(unlink("one"), 0);
   an_wait_by(NULL);
   size_t n_calls = progress.n_calls;
   put("one", one);
   check_file("one", &options, one_lines);
   assert_int_equal(progress.n_calls, n_calls);
   assert_int_equal(unlink("one"), 0);
}

/* ---- Names ---- */

/* The file of a function says what its name means; what is renamed is what is shown. */
static void test_demangled(void **state)
{
   (void)state;
   static const char mangled[] =
      "cmd: x\nevents: Ir Dr\nfl=geo.adb\nfn=geo__make\n1 1 1\n"
      "fl=geo.c\nfn=geo__make\n1 2 1\n"
      "fl=x\nfn=__m_MOD_f\n1 3 1\nsummary: 6 3\n";
   an_error error;
   ac_load_names names = { .demangle = true };
   ac_load_options options = { .names = &names };
   char *const files[] = { (char *)"one", NULL };
   put("one", mangled);
   check_files(files, &options,
               "geo.adb:geo.make 1 1 1\ngeo.c:geo__make 1 2 1\nx:m::f 1 3 1\n");
   ac_filter *filter = ac_filter_new(test_alloc());
   names.filter = filter;
   assert_true(ac_filter_add(filter, true, "geo__make", &error));
   assert_true(ac_filter_add(filter, true, "fn:m::*", &error));
   check_files(files, &options,
               "geo.adb:geo.make 1 1 1\ngeo.c:geo__make 1 2 1\nx:m::f 1 3 1\n");
   names.functions = an_rewrite_new(test_alloc());
   assert_true(an_rewrite_add(names.functions, "s/^m::/n::/", &error));
   assert_true(ac_filter_add(filter, false, "fn:geo__make", &error));
   check_files(files, &options, "");
   names.filter = NULL;
   names.demangle = false;
   check_files(files, &options,
               "geo.adb:geo__make 1 1 1\ngeo.c:geo__make 1 2 1\nx:__m_MOD_f 1 3 1\n");
}

static void test_names(void **state)
{
   (void)state;
   an_error error;
   ac_load_names names = { .files = an_rewrite_new(test_alloc()) };
   ac_filter *filter = ac_filter_new(test_alloc());
   assert_non_null(names.files);
   assert_non_null(filter);
   ac_load_options options = { .names = &names };
   put("one", one);
   put("two", two);
   char *const both[] = { (char *)"one", (char *)"two", NULL };

   /* functions that get the same name are added up */
   assert_true(an_rewrite_add(names.files, "s:^/[bc]/::", &error));
   check_files(both, &options, "a.c:f 1 11 1\na.c:f 2 10 7\na.c:g 9 1 0\n");
   names.functions = an_rewrite_new(test_alloc());
   assert_non_null(names.functions);
   assert_true(an_rewrite_add(names.functions, "s/f/h/", &error));
   check_files(both, &options, "a.c:g 9 1 0\na.c:h 1 11 1\na.c:h 2 10 7\n");
   /* the filter sees the new names; checks include what it leaves out */
   names.filter = filter;
   assert_true(ac_filter_add(filter, true, "fn:f", &error));
   check_files(both, &options, "");
   assert_true(ac_filter_add(filter, true, "fn:g", &error));
   check_files(both, &options, "a.c:g 9 1 0\n");
   put("two", "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 1\nsummary: 2 0\n");
   check_refused(both, 1, &options, 6,
                 "summary of Ir is 2, but the lines add up to 1 "
                 "(difference 1)");

   assert_int_equal(unlink("one"), 0);
   assert_int_equal(unlink("two"), 0);
}

/* ---- Several files ---- */

static char *const both[] = { (char *)"one", (char *)"two", NULL };

static void test_several(void **state)
{
   (void)state;
   put("one", one);
   put_gzip("two", two);
   check_files(both, &as_it_is,
               "/b/a.c:f 1 10 1\n/b/a.c:f 2 10 7\n/b/a.c:g 9 1 0\n"
               "/c/a.c:f 1 1 0\n");
   char *const thrice[] = { (char *)"one", (char *)"one", (char *)"one", NULL };
   check_files(thrice, &as_it_is, "/b/a.c:f 1 30 3\n/b/a.c:f 2 15 0\n/b/a.c:g 9 3 0\n");
   char *const missing[] = { (char *)"one", (char *)"none", (char *)"two", NULL };
   check_refused(missing, 1, &as_it_is, 0, "No such file or directory");
   assert_int_equal(unlink("one"), 0);
   assert_int_equal(unlink("two"), 0);
}

static void test_too_much(void **state)
{
   (void)state;
   put("one", "cmd: x\nevents: Ir\nfl=a\nfn=f\n1 9223372036854775807\n"
              "summary: 9223372036854775807\n");
   put("two", "cmd: x\nevents: Ir\nfl=b\nfn=f\n1 1\nsummary: 1\n");
   check_refused(both, 1, &as_it_is, 0,
                 "the counts add up to more than 9223372036854775807");
   assert_int_equal(unlink("one"), 0);
   assert_int_equal(unlink("two"), 0);
}

static void test_force(void **state)
{
   (void)state;
   ac_load_options force = { .allow_different = true };
   put("one", one);
   put("two", "cmd: x\nevents: Dr Bc Ir\nfl=/b/a.c\nfn=f\n1 7 1000 2\n"
              "summary: 7 1000 2\n");
   check_refused(both, 1, &as_it_is, 2, "events differ: expected Ir Dr, found Dr Bc Ir");
   check_files(both, &force, "/b/a.c:f 1 12 8\n/b/a.c:f 2 5 0\n/b/a.c:g 9 1 0\n");
   put("two", "desc: D1 cache: 1 B\ncmd: x\nevents: Ir Dr\nfl=/b/a.c\n"
              "fn=f\n1 2 7\nsummary: 2 7\n");
   check_refused(both, 1, &as_it_is, 1,
                 "caches differ: expected \"D1 cache: 32768 B\", found "
                 "\"D1 cache: 1 B\"");
   check_files(both, &force, "/b/a.c:f 1 12 8\n/b/a.c:f 2 5 0\n/b/a.c:g 9 1 0\n");
   assert_int_equal(unlink("one"), 0);
   assert_int_equal(unlink("two"), 0);
}

/* ---- One like another ---- */

static void test_like(void **state)
{
   (void)state;
   an_error error;
   ac_load_options force = { .allow_different = true };
   ac_profile *like = test_good_profile(one);
   put("two", two);
   ac_profile *profile = ac_load_like(test_alloc(), like, "two", &as_it_is, &error);
   assert_non_null(profile);
   check_lines(profile, "/b/a.c:f 2 5 7\n/c/a.c:f 1 1 0\n");

   put("two", "cmd: x\nevents: Dr\nfl=a\nfn=f\n1 7\nsummary: 7\n");
   assert_null(ac_load_like(test_alloc(), like, "two", &as_it_is, &error));
   assert_string_equal(error.message, "events differ: expected Ir Dr, found Dr");
   assert_int_equal(error.line, 2);
   profile = ac_load_like(test_alloc(), like, "two", &force, &error);
   assert_non_null(profile);
   check_lines(profile, "a:f 1 0 7\n");
   assert_null(ac_load_like(test_alloc(), like, "none", &as_it_is, &error));
   assert_string_equal(error.message, "No such file or directory");
   assert_int_equal(unlink("two"), 0);
}

/* ---- Many files ---- */

enum { N_ROWS = 21000, N_EVENTS = 8, MIB = 1024 * 1024 };

/* A profile of about 1 MiB in memory; `first` is its first line. */
static void put_large(const char *name, uint32_t first)
{
   static const int64_t count = (int64_t)1 << 40;
   FILE *file = fopen(name, "w");
   assert_non_null(file);
   fputs("cmd: x\nevents: A B C D E F G H\nfl=a\nfn=f\n", file);
   for (uint32_t i = 0; i < N_ROWS; i++) {
      fprintf(file, "%" PRIu32, first + i);
      for (int k = 0; k < N_EVENTS; k++)
         fprintf(file, " %" PRId64, count);
      putc('\n', file);
   }
   fputs("summary:", file);
   for (int k = 0; k < N_EVENTS; k++)
      fprintf(file, " %" PRId64, N_ROWS * count);
   putc('\n', file);
   assert_int_equal(fclose(file), 0);
}

/* Loads `one` and `two` in turn, n files in all; returns the memory used. */
static size_t load_many(size_t n)
{
   char *files[64];
   assert_in_range(n, 1, 64);
   for (size_t i = 0; i < n; i++)
      files[i] = (char *)(i % 2 == 0 ? "one" : "two");
   an_error error;
   size_t failed;
   ac_profile *profile = ac_load_files(test_alloc(), files, n, &as_it_is, &failed,
                                       &error);
   assert_int_equal(ac_profile_totals(profile)[N_EVENTS - 1],
                    (int64_t)n * N_ROWS * ((int64_t)1 << 40));
   assert_int_equal(ac_profile_n_functions(profile), 1);
   size_t body_B = ac_profile_body_B(profile);
   return body_B;
}

/* Files with the same lines take the same memory, however many. */
static void test_many(void **state)
{
   (void)state;
   put_large("one", 1);
   put_large("two", 1);
   size_t of_one_B = load_many(1);
   assert_in_range(of_one_B, MIB, 2 * MIB);
   /* larger counts take more bytes, but each line is stored once */
   assert_in_range(load_many(3), of_one_B, 5 * of_one_B / 4);
   assert_in_range(load_many(40), of_one_B, 5 * of_one_B / 3);
   /* half of the lines in each file */
   put_large("two", 1 + N_ROWS);
   assert_in_range(load_many(40), 2 * of_one_B - MIB / 10, 3 * of_one_B);
   assert_int_equal(unlink("one"), 0);
   assert_int_equal(unlink("two"), 0);
}

/* ---- Failing ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),     cmocka_unit_test(test_gzip),
      cmocka_unit_test(test_long_gzip), cmocka_unit_test(test_stdin),
      cmocka_unit_test(test_progress),  cmocka_unit_test(test_demangled),
      cmocka_unit_test(test_names),     cmocka_unit_test(test_several),
      cmocka_unit_test(test_too_much),  cmocka_unit_test(test_force),
      cmocka_unit_test(test_like),      cmocka_unit_test(test_many),

   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
