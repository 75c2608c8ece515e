/* test_an_output.c -- files that are written whole, or not at all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp */
#endif

#include "test_an_common.h"

#include "base/an_output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/test_an_output.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   umask(022);
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int tear_down(void **state)
{
   (void)state;
   return chdir("/") == 0 ? rmdir(directory) : -1;
}

/* ---- The directory ---- */

static size_t n_entries(void)
{
   size_t n = 0;
   DIR *entries = opendir(".");
   assert_non_null(entries);
   for (struct dirent *e; (e = readdir(entries)) != NULL;)
      n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
   closedir(entries);
   return n;
}

static void check_content(const char *name, const char *expected)
{
   char text[64] = "";
   FILE *file = fopen(name, "r");
   assert_non_null(file);
   fread(text, 1, sizeof text - 1, file);
   fclose(file);
   assert_string_equal(text, expected);
}

static mode_t mode_of(const char *name)
{
   struct stat status;
   assert_int_equal(lstat(name, &status), 0);
   return status.st_mode;
}

/* Writes a file as an ordinary program does. */
static void put(const char *name, const char *text)
{
   FILE *file = fopen(name, "w");
   assert_non_null(file);
   assert_true(fputs(text, file) >= 0);
   assert_int_equal(fclose(file), 0);
}

static void write_output(const char *name, const char *text, bool keep)
{
   an_output output;
   assert_true(an_output_open(&output, name));
   assert_true(fputs(text, output.out) >= 0);
   assert_true(an_output_close(&output, keep));
}

/* ---- Files ---- */

static void test_kept(void **state)
{
   (void)state;
   an_output output;
   assert_true(an_output_open(&output, "out"));
   assert_true(fputs("new\n", output.out) >= 0);
   assert_int_equal(fflush(output.out), 0);
   assert_int_equal(access("out", F_OK), -1); /* not before the end */
   assert_true(an_output_close(&output, true));
   check_content("out", "new\n");
   assert_int_equal(mode_of("out"), S_IFREG | 0644); /* by the umask */
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

static void test_discarded(void **state)
{
   (void)state;
   write_output("out", "new\n", false);
   assert_int_equal(n_entries(), 0);
   put("out", "old\n");
   write_output("out", "new\n", false);
   check_content("out", "old\n");
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

static void test_replaced(void **state)
{
   (void)state;
   put("out", "old\n");
   assert_int_equal(chmod("out", 0640), 0);
   an_output output;
   assert_true(an_output_open(&output, "out"));
   assert_true(fputs("new\n", output.out) >= 0);
   check_content("out", "old\n"); /* until then */
   assert_true(an_output_close(&output, true));
   check_content("out", "new\n");
   assert_int_equal(mode_of("out"), S_IFREG | 0640);
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

/* A link is replaced, not followed; the new file has the mode of its target. */
static void test_link(void **state)
{
   (void)state;
   put("target", "old\n");
   assert_int_equal(chmod("target", 0600), 0);
   assert_int_equal(symlink("target", "out"), 0);
   write_output("out", "new\n", true);
   check_content("target", "old\n");
   check_content("out", "new\n");
   assert_int_equal(mode_of("out"), S_IFREG | 0600);
   assert_int_equal(unlink("out"), 0);
   assert_int_equal(unlink("target"), 0);

   assert_int_equal(symlink("nowhere", "out"), 0);
   write_output("out", "new\n", true);
   assert_int_equal(mode_of("out"), S_IFREG | 0644);
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

/* ---- Other than files ---- */

static void test_stdout(void **state)
{
   (void)state;
   an_output output;
   assert_true(an_output_open(&output, "-"));
   assert_ptr_equal(output.out, stdout);
   assert_true(an_output_close(&output, true));
   assert_int_equal(n_entries(), 0);
   assert_false(ferror(stdout)); /* still open */
   assert_true(fcntl(STDOUT_FILENO, F_GETFD) >= 0);
}

static void test_special(void **state)
{
   (void)state;
   write_output("/dev/null", "new\n", true);
   assert_true(S_ISCHR(mode_of("/dev/null")));
   assert_int_equal(symlink("/dev/null", "out"), 0);
   write_output("out", "new\n", true);
   assert_true(S_ISLNK(mode_of("out")));
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

/* ---- Failing ---- */

static void check_refused(const char *name, int number)
{
   an_output output;
   size_t n = n_entries();
   errno = 0;
   assert_false(an_output_open(&output, name));
   assert_int_equal(errno, number);
   assert_int_equal(n_entries(), n);
}

static void test_refused(void **state)
{
   (void)state;
   check_refused(".", EISDIR);
   check_refused("/", EISDIR);
   check_refused("", ENOENT);
   check_refused("none/out", ENOENT);
   check_refused("none/", ENOENT);
   put("file", "");
   check_refused("file/out", ENOTDIR);
   assert_int_equal(unlink("file"), 0);
   assert_int_equal(mkdir("sub", 0700), 0);
   assert_int_equal(symlink("sub", "out"), 0);
   check_refused("out", EISDIR);
   assert_int_equal(unlink("out"), 0);
   assert_int_equal(rmdir("sub"), 0);
}

static void test_write_error(void **state)
{
   (void)state;
   an_output output;
   assert_true(an_output_open(&output, "/dev/full")); /* in the buffer */
   assert_true(fputs("new\n", output.out) >= 0);
   errno = 0;
   assert_false(an_output_close(&output, true));
   assert_int_equal(errno, ENOSPC);

   assert_true(an_output_open(&output, "/dev/full")); /* past it */
   for (int i = 0; i < 100000; i++)
      fputs("new\n", output.out);
   assert_true(ferror(output.out));
   errno = 0;
   assert_false(an_output_close(&output, true));
   assert_true(errno == ENOSPC || errno == EIO);
}

/* If writing fails, the old file stays. */
static void test_file_write_error(void **state)
{
   (void)state;
   put("out", "old\n");
   an_output output;
   assert_true(an_output_open(&output, "out"));
   int full = open("/dev/full", O_WRONLY);
   assert_true(full >= 0);
   assert_true(dup2(full, fileno(output.out)) >= 0);
   close(full);
   assert_true(fputs("new\n", output.out) >= 0);
   errno = 0;
   assert_false(an_output_close(&output, true));
   assert_int_equal(errno, ENOSPC);
   check_content("out", "old\n");
   assert_int_equal(n_entries(), 1);
   assert_int_equal(unlink("out"), 0);
}

/* The name has become a directory during the writing. */
static void test_cannot_replace(void **state)
{
   (void)state;
   an_output output;
   assert_true(an_output_open(&output, "out"));
   assert_int_equal(mkdir("out", 0700), 0);
   errno = 0;
   assert_false(an_output_close(&output, true));
   assert_int_equal(errno, EISDIR);
   assert_int_equal(n_entries(), 1);
   assert_int_equal(rmdir("out"), 0);
}

/* Kills a child while it writes; returns its status. */
static int interrupted(int number)
{
   pid_t child = fork();
   assert_true(child >= 0);
   if (child == 0) {
      an_output output;
      if (an_output_open(&output, "out")) {
         fputs("new\n", output.out);
         fflush(output.out);
         raise(number);
         an_output_close(&output, true);
      }
      _exit(7);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   return status;
}

static void test_interrupted(void **state)
{
   (void)state;
   static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
   for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
      put("out", "old\n");
      signal(signals[i], SIG_DFL); /* nohup may run the tests themselves */
      int status = interrupted(signals[i]);
      assert_true(WIFSIGNALED(status));
      assert_int_equal(WTERMSIG(status), signals[i]);
      check_content("out", "old\n");
      assert_int_equal(n_entries(), 1);
   }
   /* The signal is ignored, as under nohup. */
   signal(SIGHUP, SIG_IGN);
   int status = interrupted(SIGHUP);
   signal(SIGHUP, SIG_DFL);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 7);
   check_content("out", "new\n");
   assert_int_equal(unlink("out"), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_discarded),
      cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_link),
      cmocka_unit_test(test_stdout),
      cmocka_unit_test(test_special),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_write_error),
      cmocka_unit_test(test_file_write_error),
      cmocka_unit_test(test_cannot_replace),
      cmocka_unit_test(test_interrupted),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
