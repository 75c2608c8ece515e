/* test_an_guard.c -- nothing reads or writes past a buffer: after each block
   comes an inaccessible page.  Each write of a report fails once.

   Sanitizers look at what is compiled with them; this looks at libc's functions
   and zlib's, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif

#include "test_an_common.h"

#include "base/an_pool.h"
#include "sections/ac_report.h"
#include "counts/ac_write.h"

#include <dirent.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Memory ---- */

enum { ALIGNMENT_B = 16 };

typedef struct {
   void *map;
   size_t size_B;
} guarded;

static size_t page_B(void)
{
   return (size_t)sysconf(_SC_PAGESIZE);
}

/* The block ends at most ALIGNMENT_B - 1 bytes before the page.  The mapping is
   recorded on a page of its own, before the block's. */
static void *guarded_get(void *context, const char *label, size_t size_B)
{
   (void)context;
   (void)label;
   size_t page = page_B();
   size_t rounded_B = (size_B + ALIGNMENT_B - 1) / ALIGNMENT_B * ALIGNMENT_B;
   size_t usable_B = (rounded_B + page - 1) / page * page;
   guarded g = { .size_B = usable_B + 2 * page };
   g.map = mmap(NULL, g.size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0);
   assert_true(g.map != MAP_FAILED);
   char *end = (char *)g.map + page + usable_B;
   assert_int_equal(mprotect(end, page, PROT_NONE), 0);
   memcpy(g.map, &g, sizeof g);
   return end - rounded_B;
}

static void guarded_put(void *context, void *block)
{
   (void)context;
   if (block == NULL)
      return;
   /* The record is at the start of the page before the block's first. */
   size_t page = page_B();
   uintptr_t first = (uintptr_t)block / page * page;
   guarded g;
   memcpy(&g, (void *)(first - page), sizeof g);
   assert_int_equal(munmap(g.map, g.size_B), 0);
}

static const tk_alloc guarded_alloc = { .get = guarded_get, .put = guarded_put };

/* ---- Files ---- */

/* The whole file, at the end of a page; the caller gives it back. */
static char *file_bytes(const char *directory, const char *name, size_t *n)
{
   char path[4400];
   snprintf(path, sizeof path, "%s/%s", directory, name);
   FILE *file = fopen(path, "r");
   assert_non_null(file);
   assert_int_equal(fseek(file, 0, SEEK_END), 0);
   *n = (size_t)ftell(file);
   rewind(file);
   char *bytes = guarded_get(NULL, "file", *n + 1);
   assert_int_equal(fread(bytes, 1, *n, file), *n);
   assert_int_equal(fclose(file), 0);
   return bytes;
}

static void read_in_pieces(const char *bytes, size_t n, size_t piece_B)
{
   an_error error;
   an_pool *pool = an_pool_new(&guarded_alloc);
   test_text text = { bytes, n, piece_B };
   test_read_profile(an_pool_alloc(pool), test_bytes(&text), &error);
   an_pool_free(pool);
}

/* Each file of a corpus, in pieces of all sizes, and truncated. */
static void read_corpus(const char *name)
{
   char directory[4000];
   const char *top = getenv("srcdir");
   snprintf(directory, sizeof directory, "%s/tests/fuzz/corpus/%s",
            top == NULL ? "." : top, name);
   DIR *corpus = opendir(directory);
   assert_non_null(corpus);
   unsigned n_files = 0;
   for (struct dirent *entry; (entry = readdir(corpus)) != NULL;) {
      if (entry->d_name[0] == '.')
         continue;
      size_t n;
      char *bytes = file_bytes(directory, entry->d_name, &n);
      for (size_t piece_B = 1; piece_B <= 4096; piece_B *= 8)
         read_in_pieces(bytes, n, piece_B);
      for (size_t cut = 0; cut < n; cut += 13)
         read_in_pieces(bytes, cut, 4096);
      guarded_put(NULL, bytes);
      n_files++;
   }
   closedir(corpus);
   assert_true(n_files >= 3);
}

static void test_reading_stays_inside(void **state)
{
   (void)state;
   read_corpus("cachegrind");
   read_corpus("callgrind");
}

/* A file larger than the reader's buffer, which is then full, with lines of all
   lengths: each byte of a line is once the last in the buffer. */
static void test_full_buffers_stay_inside(void **state)
{
   (void)state;
   enum { LINES = 20000 };
   char *text = NULL;
   size_t n = 0;
   FILE *out = open_memstream(&text, &n);
   assert_non_null(out);
   fputs("cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n", out);
   for (int i = 1; i <= LINES; i++)
      fprintf(out, "%d %*d 0\n", i, 1 + i % 40, 1);
   fprintf(out, "summary: %d 0\n", LINES);
   assert_int_equal(fclose(out), 0);
   for (size_t piece_B = 4093; piece_B < n; piece_B *= 5) {
      an_error error;
      test_text bytes = { text, n, piece_B };
      ac_profile *profile = test_read_profile(&guarded_alloc, test_bytes(&bytes), &error);
      assert_non_null(profile);
      assert_int_equal(ac_profile_totals(profile)[0], LINES);
   }
   free(text);
}

/* ---- Writes that fail ---- */

static const char good[] = "desc: d\ncmd: c\nevents: Ir Dr\n"
                           "fl=a\nfn=f\n1 20 3\n2 5 5\nfn=g\n9 1 0\n"
                           "fl=b\nfn=f\n3 4 1\nsummary: 30 9\n";

typedef struct {
   size_t n_calls, fail_at; /* that call and all later ones fail */
} flaky;

static ssize_t flaky_write(void *cookie, const char *bytes, size_t size_B)
{
   (void)bytes;
   flaky *f = cookie;
   return ++f->n_calls >= f->fail_at ? 0 : (ssize_t)size_B;
}

typedef void printer(const ac_scope *scope, FILE *out);

static void print_json(const ac_scope *scope, FILE *out)
{
   ac_report_json(scope, "x", NULL, out);
}

static void print_profile(const ac_scope *scope, FILE *out)
{
   ac_write(scope->profile, "note", out);
}

/* A failed write is seen at the end, at the latest. */
static void check_each_write(printer *print)
{
   test_text text = { good, sizeof good - 1, 64 };
   an_error error;
   ac_profile *profile = test_read_profile(&guarded_alloc, test_bytes(&text), &error);
   test_measures shown;
   test_measures_open(&shown, profile, NULL);
   const test_options options = { .request = { .show = shown.measures,
                                               .sort = shown.measures,
                                               .percents = true,
                                               .annotate = true } };
   const ac_scope scope = test_scope(profile, &options);
   bool failed = true;
   for (size_t n = 1; failed; n++) {
      flaky f = { .fail_at = n };
      cookie_io_functions_t io = { .write = flaky_write };
      FILE *out = fopencookie(&f, "w", io);
      assert_non_null(out);
      setvbuf(out, NULL, _IOFBF, 64); /* many writes */
      print(&scope, out);
      failed = ferror(out) != 0;
      failed |= fclose(out) != 0;
      assert_int_equal(failed, f.n_calls >= n);
   }
}

static void test_each_write_fails(void **state)
{
   (void)state;
   check_each_write(ac_report);
   check_each_write(print_json);
   check_each_write(ac_report_csv);
   check_each_write(print_profile);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reading_stays_inside),
      cmocka_unit_test(test_full_buffers_stay_inside),
      cmocka_unit_test(test_each_write_fails),
   };
   return cmocka_run_group_tests_name("an_guard", tests, NULL, NULL);
}
