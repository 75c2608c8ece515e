/* test_tk_writer.c -- if any system call fails, with any error: the error is reported,
   the old file stays, and no other file is left.  The core's functions are imitated
   here, on real files.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* Before the C library's, whose macros are names in them. */
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "run/tk_descriptors.h"
#include "run/tk_files.h"
#include "run/tk_jail.h"
#include "run/tk_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The core -------------------------------------------------------- */

/* Which of the calls that may fail does, from 1; 0: none. */
static int n_calls, fail_at, fail_with;
static int most_written_B; /* by one write; 0: all of it */
static struct vki_rlimit file_limit;

static bool fails(void)
{
   return ++n_calls == fail_at;
}

static SysRes result_of(long value)
{
   SysRes sr;
   memset(&sr, 0, sizeof sr);
   sr._isError = value < 0;
   sr._val = (UWord)(value < 0 ? errno : value);
   return sr;
}

/* Filters of seccomp refuse these. */
static bool can_create, can_seek;

Bool tk_jail_allows(UInt number, UWord a, UWord b, UWord c, UWord d)
{
   (void)a, (void)b, (void)c, (void)d;
   bool creates = number == SYS_openat || number == SYS_renameat
                  || number == SYS_unlinkat;
   return (can_create || !creates) && (can_seek || number != SYS_lseek);
}

SysRes tk_jail_call(UInt number, UWord a, UWord b, UWord c, UWord d)
{
   bool is_bad = number != SYS_unlinkat && fails();
   if (!tk_jail_allows(number, a, b, c, d)) {
      errno = EPERM;
      return result_of(-1);
   }
   if (is_bad && number != SYS_close) {
      errno = fail_with;
      return result_of(-1);
   }
   if (number == SYS_write && most_written_B > 0 && c > (UWord)most_written_B)
      c = (UWord)most_written_B;
   long value = syscall((long)number, a, b, c, d);
   if (is_bad) { /* the descriptor is closed even then */
      errno = fail_with;
      value = -1;
   }
   return result_of(value);
}

Bool tk_jail_holds(void)
{
   return !can_create;
}
Int tk_jail_pid(void)
{
   return 4711;
}

SysRes VG_(stat)(const HChar *path, struct vg_stat *st)
{
   struct stat real;
   long value = stat(path, &real);
   st->mode = real.st_mode;
   return result_of(value);
}

Int VG_(getrlimit)(Int resource, struct vki_rlimit *limit)
{
   assert_int_equal(resource, RLIMIT_FSIZE);
   *limit = file_limit;
   return 0;
}

Int VG_(setrlimit)(Int resource, const struct vki_rlimit *limit)
{
   assert_int_equal(resource, RLIMIT_FSIZE);
   file_limit = *limit;
   return 0;
}

const HChar *VG_(strerror)(UWord error);
const HChar *VG_(strerror)(UWord error)
{
   return strerror((int)error);
}
Int tk_descriptors_safe(Int fd)
{
   return fd;
}
HChar *VG_(strdup)(const HChar *label, const HChar *s)
{
   (void)label;
   return strdup(s);
}
void *VG_(malloc)(const HChar *label, SizeT size_B)
{
   (void)label;
   return malloc(size_B);
}
void VG_(free)(void *block)
{
   free(block);
}
SizeT VG_(strlen)(const HChar *s)
{
   return strlen(s);
}
HChar *VG_(strrchr)(const HChar *s, HChar c)
{
   return strrchr(s, c);
}
Int VG_(strcmp)(const HChar *a, const HChar *b)
{
   return strcmp(a, b);
}
Int VG_(strncmp)(const HChar *a, const HChar *b, SizeT n)
{
   return strncmp(a, b, n);
}
void *VG_(memcpy)(void *to, const void *from, SizeT n)
{
   return memcpy(to, from, n);
}
UInt VG_(sprintf)(HChar *to, const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   int n = vsprintf(to, format, arguments);
   va_end(arguments);
   return (UInt)n;
}
UInt VG_(snprintf)(HChar *to, Int size_B, const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   int n = vsnprintf(to, (size_t)size_B, format, arguments);
   va_end(arguments);
   return (UInt)n;
}

/* ---- A directory with a file ----------------------------------------- */

static char directory[64], path[96];
static tk_writer writer;

static int begin(void **state)
{
   (void)state;
   strcpy(directory, "/tmp/quern-writer.XXXXXX");
   assert_non_null(mkdtemp(directory));
   snprintf(path, sizeof path, "%s/out", directory);
   fail_at = most_written_B = 0;
   can_create = can_seek = true;
   file_limit.rlim_cur = file_limit.rlim_max = ~0ul;
   return 0;
}

static int end(void **state)
{
   (void)state;
   unlink(path);
   assert_int_equal(rmdir(directory), 0); /* with nothing else in it */
   return 0;
}

static void put_old(void)
{
   FILE *old = fopen(path, "w");
   assert_non_null(old);
   fputs("old", old);
   fclose(old);
}

static size_t read_file(char *bytes, size_t size_B)
{
   FILE *file = fopen(path, "r");
   assert_non_null(file);
   size_t n = fread(bytes, 1, size_B - 1, file);
   bytes[n] = '\0';
   fclose(file);
   return n;
}

static int count_files(void)
{
   DIR *open_directory = opendir(directory);
   int n = -2; /* . and .. */
   while (readdir(open_directory) != NULL)
      n++;
   closedir(open_directory);
   return n;
}

enum { CHUNKS = 3, CHUNK_B = TK_TEXT_BUFFER_B };

static void write_chunks(void)
{
   for (int i = 0; i < CHUNKS * CHUNK_B; i++)
      tk_text_char(&writer.text, "abc"[i / CHUNK_B]);
   tk_text_char(&writer.text, '.');
}

static const char *write_all(void)
{
   n_calls = 0;
   const char *fault = tk_writer_open(&writer, path);
   if (fault != NULL)
      return fault;
   write_chunks();
   return tk_writer_close(&writer);
}

static void check_new(void)
{
   static char bytes[CHUNKS * CHUNK_B + 10];
   assert_int_equal(read_file(bytes, sizeof bytes), CHUNKS * CHUNK_B + 1);
   for (int i = 0; i < CHUNKS * CHUNK_B; i++)
      assert_int_equal(bytes[i], "abc"[i / CHUNK_B]);
   assert_int_equal(count_files(), 1);
}

static void check_old(void)
{
   char bytes[10];
   read_file(bytes, sizeof bytes);
   assert_string_equal(bytes, "old");
   assert_int_equal(count_files(), 1);
}

static int lowest_free_descriptor(void)
{
   int fd = open("/dev/null", O_RDONLY);
   close(fd);
   return fd;
}

/* ---- Tests ----------------------------------------------------------- */

static void whole(void **state)
{
   (void)state;
   put_old();
   assert_null(write_all());
   check_new();
   struct stat st;
   assert_int_equal(stat(path, &st), 0);
   assert_int_equal(st.st_mode & 07777, 0600);
}

static void in_small_pieces(void **state)
{
   (void)state;
   most_written_B = 1000;
   assert_null(write_all());
   check_new();
}

/* Every call of a whole run, with every error. */
static void any_call_fails(void **state)
{
   (void)state;
   static const int errors[] = { ENOSPC, EDQUOT, EIO, EROFS, EMFILE, ESTALE };
   put_old();
   assert_null(write_all());
   int n_all = n_calls, fd = lowest_free_descriptor();
   assert_in_range(n_all, CHUNKS + 4, CHUNKS + 4);
   for (size_t e = 0; e < sizeof errors / sizeof errors[0]; e++)
      for (fail_at = 1; fail_at <= n_all; fail_at++) {
         fail_with = errors[e];
         put_old();
         const char *fault = write_all();
         assert_non_null(fault);
         assert_non_null(strstr(fault, strerror(fail_with)));
         check_old();
         assert_int_equal(lowest_free_descriptor(), fd);
      }
}

/* A signal during a write is no error. */
static void interrupted(void **state)
{
   (void)state;
   for (fail_at = 2; fail_at <= CHUNKS + 2; fail_at++) {
      fail_with = EINTR;
      assert_null(write_all());
      check_new();
   }
}

static void somebody_has_the_temporary(void **state)
{
   (void)state;
   char planted[128], precious[128];
   snprintf(precious, sizeof precious, "%s/precious", directory);
   snprintf(planted, sizeof planted, "%s/.quern.4711.0", directory);
   assert_int_equal(symlink(precious, planted), 0);
   assert_null(write_all());
   assert_int_equal(access(precious, F_OK), -1);
   assert_int_equal(unlink(planted), 0);
   check_new();
}

/* The program's own limit is lifted meanwhile, and no other. */
static void limits(void **state)
{
   (void)state;
   file_limit.rlim_cur = 10;
   assert_null(write_all());
   assert_int_equal(file_limit.rlim_cur, 10);
   check_new();
   put_old();
   file_limit.rlim_max = CHUNK_B + 1;
   const char *fault = write_all();
   assert_non_null(fault);
   assert_non_null(strstr(fault, "File too large"));
   assert_int_equal(file_limit.rlim_cur, 10);
   check_old();
}

static void places_that_are_no_files(void **state)
{
   (void)state;
   assert_int_equal(mkdir(path, 0700), 0);
   assert_string_equal(tk_writer_obstacle(path), "it is a directory");
   assert_string_equal(write_all(), "it is a directory");
   assert_int_equal(rmdir(path), 0);
   assert_int_equal(mkfifo(path, 0600), 0);
   assert_string_equal(tk_writer_obstacle(path), "it exists and is not a regular file");
   assert_int_equal(unlink(path), 0);
   assert_null(tk_writer_obstacle(path));
   assert_int_equal(count_files(), 0);
   assert_null(tk_writer_obstacle("/dev/null"));
}

/* ---- The reserve ----------------------------------------------------- */

static void leave_reserve(void)
{
   fail_at = 0;
   can_create = true;
   assert_true(tk_writer_leave_reserve(true));
   assert_null(tk_writer_reserved());
}

static void reserve_old(void)
{
   put_old();
   tk_writer_reserve(path);
   assert_string_equal(tk_writer_reserved(), path);
   assert_int_equal(count_files(), 2);
}

/* A new file can take its place: it does, and is the reserve from then on. */
static void a_reserve_that_is_not_needed(void **state)
{
   (void)state;
   int fd = lowest_free_descriptor();
   reserve_old();
   assert_null(write_all());
   assert_null(write_all());
   assert_true(tk_writer_fall_back(path));
   assert_null(write_all());
   leave_reserve();
   check_new();
   assert_int_equal(lowest_free_descriptor(), fd);
}

static void a_reserve_in_place(void **state)
{
   (void)state;
   reserve_old();
   can_create = false;
   assert_false(tk_writer_can_replace(path));
   assert_true(tk_writer_can_rewrite());
   assert_non_null(write_all());
   assert_false(tk_writer_fall_back("other"));
   assert_true(tk_writer_fall_back(path));
   assert_false(tk_writer_fall_back(path));
   most_written_B = 1000;
   assert_null(write_all());
   assert_null(write_all());
   assert_true(access(tk_writer_spare(), F_OK) == 0);
   leave_reserve();
   check_new();
   can_seek = false;
   assert_false(tk_writer_can_rewrite());
}

static void check_one_is_whole(void)
{
   struct stat file, spare;
   assert_int_equal(stat(path, &file), 0);
   assert_int_equal(stat(tk_writer_spare(), &spare), 0);
   assert_true(file.st_size == CHUNKS * CHUNK_B + 1
               || spare.st_size == CHUNKS * CHUNK_B + 1);
}

/* Whatever fails, twice, the file or the spare file is whole. */
static void one_is_always_whole(void **state)
{
   (void)state;
   reserve_old();
   can_create = false;
   assert_true(tk_writer_fall_back(path));
   assert_null(write_all());
   int n_all = n_calls;
   fail_with = ENOSPC;
   for (int first = 1; first <= n_all; first++)
      for (int second = 1; second <= n_all; second++) {
         fail_at = first;
         assert_non_null(write_all());
         check_one_is_whole();
         fail_at = second;
         assert_non_null(write_all());
         check_one_is_whole();
         fail_at = 0;
         assert_null(write_all());
      }
   leave_reserve();
   check_new();
}

/* After a chroot the path leads elsewhere, and the directory is known.  It stays so for
   good, so this test comes last. */
static void a_directory_that_was_kept(void **state)
{
   (void)state;
   char moved[80];
   snprintf(moved, sizeof moved, "%s.moved", directory);
   put_old();
   tk_files_keep(path);
   assert_int_equal(rename(directory, moved), 0);
   const char *fault = write_all();
   assert_int_equal(rename(moved, directory), 0);
   assert_null(fault);
   check_new();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(whole, begin, end),
      cmocka_unit_test_setup_teardown(in_small_pieces, begin, end),
      cmocka_unit_test_setup_teardown(any_call_fails, begin, end),
      cmocka_unit_test_setup_teardown(interrupted, begin, end),
      cmocka_unit_test_setup_teardown(somebody_has_the_temporary, begin, end),
      cmocka_unit_test_setup_teardown(limits, begin, end),
      cmocka_unit_test_setup_teardown(places_that_are_no_files, begin, end),
      cmocka_unit_test_setup_teardown(a_reserve_that_is_not_needed, begin, end),
      cmocka_unit_test_setup_teardown(a_reserve_in_place, begin, end),
      cmocka_unit_test_setup_teardown(one_is_always_whole, begin, end),
      cmocka_unit_test_setup_teardown(a_directory_that_was_kept, begin, end),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
