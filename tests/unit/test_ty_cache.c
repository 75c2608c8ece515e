/* test_ty_cache.c -- what is kept of debug info: found again, and never anything else.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test_ty_made.h"
#include "base/an_alloc.h"
#include "types/ty_cache.h"

enum { NUMBER = 7, BYTES = 3000 };

static unsigned char bytes[BYTES];

static Dwarf *make(const char *name)
{
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   DIE(DW_TAG_structure_type, NAME(name), SIZE(8));
   made_unit_end();
   return made_dwarf();
}

static ty_cache *reopen(Dwarf *dwarf)
{
   return ty_cache_open(an_alloc_malloc(), dwarf, 0);
}

static void keep(Dwarf *dwarf, size_t size_B)
{
   ty_cache *cache = reopen(dwarf);
   assert_non_null(cache);
   ty_cache_put(cache, NUMBER, bytes, size_B);
   ty_cache_close(cache);
}

/* Is what was kept there?  If it is, it is right. */
static bool is_kept(Dwarf *dwarf, size_t expected_B)
{
   size_t size_B = 0;
   ty_cache *cache = reopen(dwarf);
   assert_non_null(cache);
   const void *kept = ty_cache_get(cache, NUMBER, &size_B);
   if (kept != NULL) {
      assert_int_equal(size_B, expected_B);
      assert_int_equal((uintptr_t)kept % 8, 0);
      assert_memory_equal(kept, bytes, size_B);
   }
   ty_cache_close(cache);
   return kept != NULL;
}

/* The file that is there, if it is only one; the number of all. */
static size_t list(char file[300])
{
   size_t n = 0;
   DIR *directory = opendir("cache/quern");
   for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
      if (entry->d_name[0] != '.') {
         snprintf(file, 300, "cache/quern/%s", entry->d_name);
         n++;
      }
   if (directory != NULL)
      closedir(directory);
   return n;
}

static int enter(void **state)
{
   char path[200];
   for (size_t i = 0; i < BYTES; i++)
      bytes[i] = (unsigned char)(i * i >> 3);
   if (made_enter(state) != 0)
      return -1;
   snprintf(path, sizeof path, "%s/cache", made_directory);
   return setenv("XDG_CACHE_HOME", path, 1);
}

static int begin(void **state)
{
   (void)state;
   return system("rm -rf cache");
}

/* ---- Keeping ---- */

static void keeps(void **state)
{
   (void)state;
   char file[300];
   size_t size_B;
   Dwarf *dwarf = make("node");
   assert_false(is_kept(dwarf, BYTES));
   assert_int_equal(list(file), 0); /* nothing to keep */
   keep(dwarf, BYTES);
   assert_int_equal(list(file), 1);
   assert_true(is_kept(dwarf, BYTES));
   /* More of it, beside what was there; also nothing, which is something. */
   ty_cache *cache = reopen(dwarf);
   ty_cache_put(cache, NUMBER + 1, bytes, 3);
   ty_cache_put(cache, NUMBER + 2, NULL, 0);
   ty_cache_close(cache);
   assert_int_equal(list(file), 1);
   assert_true(is_kept(dwarf, BYTES));
   cache = reopen(dwarf);
   assert_memory_equal(ty_cache_get(cache, NUMBER + 1, &size_B), bytes, 3);
   assert_int_equal(size_B, 3);
   assert_non_null(ty_cache_get(cache, NUMBER + 2, &size_B));
   assert_int_equal(size_B, 0);
   assert_null(ty_cache_get(cache, NUMBER + 3, &size_B));
   ty_cache_close(cache);
   made_end(dwarf);
}

static void is_of_the_content(void **state)
{
   (void)state;
   Dwarf *dwarf = make("node"), *again = make("node"), *other = make("nod2");
   keep(dwarf, BYTES);
   assert_true(is_kept(again, BYTES));
   assert_false(is_kept(other, BYTES)); /* of the same size */
   made_end(dwarf);
   made_end(again);
   made_end(other);
}

static void leaves_small_files(void **state)
{
   (void)state;
   Dwarf *dwarf = make("node");
   assert_null(ty_cache_open(an_alloc_malloc(), dwarf, made.info.n + 1));
   ty_cache *cache = ty_cache_open(an_alloc_malloc(), dwarf, made.info.n);
   assert_non_null(cache);
   ty_cache_close(cache);
   /* None is nothing. */
   size_t size_B;
   assert_null(ty_cache_get(NULL, NUMBER, &size_B));
   ty_cache_put(NULL, NUMBER, bytes, BYTES);
   ty_cache_close(NULL);
   made_end(dwarf);
}

/* ---- Damage ---- */

static void change(const char *file, long at, int byte)
{
   FILE *f = fopen(file, "r+b");
   assert_non_null(f);
   fseek(f, at, SEEK_SET);
   fputc(byte, f);
   fclose(f);
}

static void refuses_damage(void **state)
{
   (void)state;
   char file[300];
   struct stat status;
   Dwarf *dwarf = make("node");
   keep(dwarf, 40);
   assert_int_equal(list(file), 1);
   assert_int_equal(stat(file, &status), 0);
   for (long at = 0; at < status.st_size; at++) {
      FILE *f = fopen(file, "rb");
      fseek(f, at, SEEK_SET);
      int byte = fgetc(f);
      fclose(f);
      change(file, at, byte ^ 0x10);
      assert_false(is_kept(dwarf, 40));
      change(file, at, byte);
   }
   assert_true(is_kept(dwarf, 40));
   for (off_t size = status.st_size - 1; size >= 0; size--) {
      assert_int_equal(truncate(file, size), 0);
      assert_false(is_kept(dwarf, 40));
   }
   keep(dwarf, 40); /* in its place */
   assert_true(is_kept(dwarf, 40));
   made_end(dwarf);
}

static void needs_room(void **state)
{
   (void)state;
   char file[300];
   Dwarf *dwarf = make("node");
   struct rlimit none, limit;
   keep(dwarf, BYTES);
   list(file);
   assert_int_equal(unlink(file), 0);
   /* As on a disk that is full. */
   signal(SIGXFSZ, SIG_IGN);
   assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
   none = limit;
   none.rlim_cur = 1000;
   assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
   keep(dwarf, BYTES);
   assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
   assert_int_equal(list(file), 0);
   assert_false(is_kept(dwarf, BYTES));
   keep(dwarf, BYTES);
   assert_true(is_kept(dwarf, BYTES));
   made_end(dwarf);
}

/* ---- Other processes ---- */

/* Each writes, over and over, until it is killed. */
static void shares(void **state)
{
   (void)state;
   enum { WRITERS = 3, LOOKS = 400 };
   pid_t writers[WRITERS];
   size_t n_kept = 0;
   char file[300] = "";
   Dwarf *dwarf = make("node");
   for (int i = 0; i < WRITERS; i++) {
      writers[i] = fork();
      for (uint64_t k = 100; writers[i] == 0; k++) {
         ty_cache *cache = reopen(dwarf);
         ty_cache_put(cache, NUMBER, bytes, BYTES);
         ty_cache_close(cache);
         if (k % 16 == 0 && list(file) > 0)
            unlink(file);
      }
   }
   while (n_kept < LOOKS)
      n_kept += is_kept(dwarf, BYTES);
   for (int i = 0; i < WRITERS; i++) {
      kill(writers[i], SIGKILL);
      waitpid(writers[i], NULL, 0);
   }
   keep(dwarf, BYTES);
   assert_true(is_kept(dwarf, BYTES));
   made_end(dwarf);
}

/* ---- Limits ---- */

static void make_file(const char *file, off_t size_B, int age_s)
{
   const struct timespec times[2] = { { .tv_sec = time(NULL) - age_s },
                                      { .tv_sec = time(NULL) - age_s } };
   FILE *f = fopen(file, "wb");
   assert_non_null(f);
   fclose(f);
   assert_int_equal(truncate(file, size_B), 0); /* with a hole */
   assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
}

static void removes_the_oldest(void **state)
{
   (void)state;
   Dwarf *dwarf = make("node");
   keep(dwarf, 8);
   make_file("cache/quern/old", TY_CACHE_MOST_B / 2, 5000);
   make_file("cache/quern/new", TY_CACHE_MOST_B / 2 - 1000, 50);
   make_file("cache/quern/killed.123", 100, 5000);
   make_file("cache/quern/writes.123", 100, 5);
   keep(dwarf, BYTES);
   assert_int_equal(access("cache/quern/old", F_OK), -1);
   assert_int_equal(access("cache/quern/new", F_OK), 0);
   assert_int_equal(access("cache/quern/killed.123", F_OK), -1);
   assert_int_equal(access("cache/quern/writes.123", F_OK), 0);
   made_end(dwarf);
}

/* What is used is not old. */
static void keeps_what_is_used(void **state)
{
   (void)state;
   char file[300];
   struct stat status;
   Dwarf *dwarf = make("node");
   keep(dwarf, 8);
   assert_int_equal(list(file), 1);
   const struct timespec old[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
   assert_int_equal(utimensat(AT_FDCWD, file, old, 0), 0);
   assert_true(is_kept(dwarf, 8));
   assert_int_equal(stat(file, &status), 0);
   assert_true(status.st_mtime > 1000);
   made_end(dwarf);
}

static void needs_a_directory(void **state)
{
   (void)state;
   char path[200], file[300];
   char *cache = strdup(getenv("XDG_CACHE_HOME"));
   Dwarf *dwarf = make("node");
   /* A file, a missing directory above, a relative one. */
   assert_int_equal(close(open("cache", O_CREAT | O_WRONLY, 0600)), 0);
   assert_null(reopen(dwarf));
   assert_int_equal(unlink("cache"), 0);
   snprintf(path, sizeof path, "%s/none/cache", made_directory);
   setenv("XDG_CACHE_HOME", path, 1);
   assert_null(reopen(dwarf));
   setenv("XDG_CACHE_HOME", "cache", 1);
   setenv("HOME", "relative", 1);
   assert_null(reopen(dwarf));
   unsetenv("HOME");
   assert_null(reopen(dwarf));
   /* Below the home. */
   snprintf(path, sizeof path, "%s/home", made_directory);
   assert_int_equal(mkdir(path, 0700), 0);
   setenv("HOME", path, 1);
   unsetenv("XDG_CACHE_HOME");
   keep(dwarf, BYTES);
   assert_int_equal(access("home/.cache/quern", F_OK), 0);
   assert_true(is_kept(dwarf, BYTES));
   setenv("XDG_CACHE_HOME", cache, 1);
   free(cache);
   keep(dwarf, BYTES);
   /* Another user's is not used. */
   if (geteuid() == 0) {
      assert_int_equal(chown("cache/quern", 12345, 12345), 0);
      assert_null(reopen(dwarf));
      assert_int_equal(chown("cache/quern", 0, 0), 0);
      assert_int_equal(list(file), 1);
      assert_int_equal(chown(file, 12345, 12345), 0);
      assert_false(is_kept(dwarf, BYTES));
   }
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(keeps, begin),
      cmocka_unit_test_setup(is_of_the_content, begin),
      cmocka_unit_test_setup(leaves_small_files, begin),
      cmocka_unit_test_setup(refuses_damage, begin),
      cmocka_unit_test_setup(needs_room, begin),
      cmocka_unit_test_setup(shares, begin),
      cmocka_unit_test_setup(removes_the_oldest, begin),
      cmocka_unit_test_setup(keeps_what_is_used, begin),
      cmocka_unit_test_setup(needs_a_directory, begin),
   };
   return cmocka_run_group_tests(tests, enter, made_leave);
}
