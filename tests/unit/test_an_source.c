/* test_an_source.c -- finding and reading source files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_source.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each test has a directory of its own, which is also the current one. */
static char directory[] = "/tmp/test_an_source.XXXXXX";

static void write_file(const char *path, const char *text, size_t length)
{
   FILE *file = fopen(path, "w");
   assert_non_null(file);
   assert_int_equal(fwrite(text, 1, length, file), length);
   assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
   (void)state;
   strcpy(directory + strlen(directory) - 6, "XXXXXX");
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int tear_down(void **state)
{
   (void)state;
   char command[sizeof directory + 16];
   snprintf(command, sizeof command, "rm -rf %s", directory);
   return chdir("/") == 0 ? system(command) : -1;
}

/* ---- Lines ---- */

static const an_source_places nowhere = { .n_roots = 0 };

static void check_lines(const char *text, const char *const *lines)
{
   write_file("a.c", text, strlen(text));
   an_source source;
   an_source_open(&source, test_alloc(), "a.c", &nowhere);
   assert_null(source.problem);
   for (; *lines != NULL; lines++) {
      assert_true(an_source_has_more(&source));
      assert_true(an_source_next(&source));
      assert_int_equal(source.length, strlen(*lines));
      assert_memory_equal(source.line, *lines, source.length);
   }
   assert_false(an_source_has_more(&source));
   assert_false(an_source_next(&source));
   an_source_close(&source);
}

static void test_lines(void **state)
{
   (void)state;
   check_lines("", (const char *const[]){ NULL });
   check_lines("\n", (const char *const[]){ "", NULL });
   check_lines("a\n\nb\n", (const char *const[]){ "a", "", "b", NULL });
   check_lines("a\nb", (const char *const[]){ "a", "b", NULL });
   check_lines("a\r\n\r\nb\rc\n", (const char *const[]){ "a", "", "b\rc", NULL });
}

/* ---- Files that are not source ---- */

static void check_problem(const char *name, const char *problem)
{
   an_source source;
   an_source_open(&source, test_alloc(), name, &nowhere);
   assert_non_null(source.problem);
   assert_string_equal(source.problem, problem);
   an_source_close(&source);
}

static void test_problems(void **state)
{
   (void)state;
   write_file("binary", "a\n\0b\n", 5);
   write_file("large", "", 0);
   assert_int_equal(truncate("large", (off_t)AN_SOURCE_MAX_B + 1), 0);
   assert_int_equal(mkfifo("fifo", 0600), 0);
   assert_int_equal(symlink("loop", "loop"), 0);
   char long_name[5000];
   memset(long_name, '/', sizeof long_name);
   long_name[sizeof long_name - 1] = '\0';

   check_problem("", "not found");
   check_problem("missing", "not found");
   check_problem("binary/missing", "not found");
   check_problem("binary", "binary (contains NUL bytes)");
   check_problem("large", "larger than 64 MiB");
   check_problem("fifo", "not a regular file"); /* and does not wait */
   check_problem("/dev/zero", "not a regular file");
   check_problem(".", "is a directory");
   check_problem("loop", "cannot be read");
   check_problem(long_name, "the name is too long");
   if (geteuid() != 0) {
      write_file("secret", "x\n", 2);
      assert_int_equal(chmod("secret", 0), 0);
      check_problem("secret", "permission denied");
   }
}

/* ---- Finding ---- */

/* The file that is read for `name` has this path and this text. */
static void check_found(const char *name, const char *const *directories, size_t n,
                        const char *path, const char *text)
{
   an_source source;
   an_source_places places = { .directories = directories, .n_directories = n };
   an_source_open(&source, test_alloc(), name, &places);
   if (path == NULL) {
      assert_non_null(source.problem);
      assert_string_equal(source.problem, text);
   } else {
      assert_null(source.problem);
      assert_string_equal(source.path, path);
      assert_true(an_source_next(&source));
      assert_int_equal(source.length, strlen(text));
      assert_memory_equal(source.line, text, source.length);
   }
   an_source_close(&source);
}

static void test_find(void **state)
{
   (void)state;
   assert_int_equal(mkdir("one", 0700), 0);
   assert_int_equal(mkdir("two", 0700), 0);
   assert_int_equal(mkdir("two/src", 0700), 0);
   assert_int_equal(mkdir("one/dir.c", 0700), 0);
   write_file("here.c", "here", 4);
   write_file("one/here.c", "one/here", 8);
   write_file("one/a.c", "one/a", 5);
   write_file("two/a.c", "two/a", 5);
   write_file("two/src/a.c", "two/src/a", 9);
   write_file("two/dir.c", "two/dir", 7);
   static const char *const dirs[] = { "one", "two" };
   static const char *const backwards[] = { "two", "one" };

   check_found("here.c", dirs, 2, "here.c", "here"); /* its own path comes first */
   check_found("a.c", NULL, 0, NULL, "not found");
   check_found("a.c", dirs, 2, "one/a.c", "one/a");
   check_found("a.c", backwards, 2, "two/a.c", "two/a");
   check_found("src/a.c", dirs, 2, "two/src/a.c", "two/src/a");
   /* A relative name is looked up whole. */
   check_found("lib/a.c", dirs, 2, NULL, "not found");
   /* Each tail of an absolute name is looked up, the longest first, in each directory. */
   check_found("/gone/src/a.c", backwards, 1, "two/src/a.c", "two/src/a");
   check_found("/gone/src/a.c", dirs, 2, "one/a.c", "one/a");
   check_found("//gone//src//a.c", backwards, 1, "two/src//a.c", "two/src/a");
   check_found("/gone/lib/a.c", backwards, 2, "two/a.c", "two/a");
   check_found("/gone/b.c", dirs, 2, NULL, "not found");
   check_found("/", dirs, 2, NULL, "is a directory");
   /* A file that cannot be used does not hide others, but is reported. */
   check_found("/gone/dir.c", dirs, 2, "two/dir.c", "two/dir");
   check_found("/gone/dir.c", dirs, 1, NULL, "is a directory");
}

/* The problem of a file, or NULL if it is shown. */
static const char *problem_of(const char *name, const an_source_places *places)
{
   an_source source;
   an_source_open(&source, test_alloc(), name, places);
   const char *problem = source.problem;
   an_source_close(&source);
   return problem;
}

static void check_rooted(const char *name, const char *expected,
                         const an_source_places *places)
{
   const char *problem = problem_of(name, places);
   if (expected == NULL) {
      assert_null(problem);
   } else {
      assert_non_null(problem);
      assert_string_equal(problem, expected);
   }
}

/* Only files below a root are shown, whatever path leads there. */
static void test_roots(void **state)
{
   (void)state;
   static const char outside[] = "outside of the source root";
   static const char *const dirs[] = { "in" };
   static const struct {
      const char *name, *problem;
   } cases[] = {
      { "in/r.c", NULL },
      { "r.c", NULL },
      { "in/../in/r.c", NULL },
      { "to_in.c", NULL },
      { "more/m.c", NULL },
      { "outside.c", outside },
      { "in/../outside.c", outside },
      { "in/link.c", outside },
      { "in/up/outside.c", outside },
      { "into.c", outside },
      { "into/i.c", outside },
      { "/dev/null", outside },
      { "in/gone.c", "not found" },
      { "in", outside },
      { "in/sub", "is a directory" },
   };
   assert_int_equal(mkdir("in", 0700), 0);
   assert_int_equal(mkdir("in/sub", 0700), 0);
   assert_int_equal(mkdir("more", 0700), 0);
   assert_int_equal(mkdir("into", 0700), 0); /* begins like "in" */
   write_file("in/r.c", "in\n", 3);
   write_file("more/m.c", "more\n", 5);
   write_file("outside.c", "out\n", 4);
   write_file("into.c", "out\n", 4);
   write_file("into/i.c", "out\n", 4);
   assert_int_equal(symlink("../outside.c", "in/link.c"), 0);
   assert_int_equal(symlink("..", "in/up"), 0);
   assert_int_equal(symlink("in/r.c", "to_in.c"), 0);
   const char *const roots[] = { realpath("in", NULL), realpath("more", NULL) };
   an_source_places places = { dirs, 1, roots, 2, .is_closed = false };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
      check_rooted(cases[i].name, cases[i].problem, &places);
   free((char *)roots[0]);
   free((char *)roots[1]);
}

/* The root "/" allows every file. */
static void test_root_of_all(void **state)
{
   (void)state;
   static const char *const roots[] = { "/" };
   an_source_places places = { .roots = roots, .n_roots = 1 };
   write_file("any.c", "x\n", 2);
   check_rooted("any.c", NULL, &places);
}

static void test_closed(void **state)
{
   (void)state;
   an_source_places places = { .is_closed = true };
   write_file("any.c", "x\n", 2);
   check_rooted("any.c", "not opened", &places);
   check_rooted("gone.c", "not opened", &places);
}

/* Refused files are reported; missing ones need not be. */
static void test_refusals(void **state)
{
   (void)state;
   assert_int_equal(mkfifo("fifo", 0600), 0);
   assert_true(an_source_is_refusal(problem_of("fifo", &nowhere)));
   assert_true(an_source_is_refusal(problem_of(".", &nowhere)));
   assert_false(an_source_is_refusal(problem_of("gone", &nowhere)));
   assert_false(an_source_is_refusal(NULL));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_problems, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_find, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_roots, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_root_of_all, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_closed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
