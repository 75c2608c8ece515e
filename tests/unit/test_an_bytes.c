/* test_an_bytes.c -- plain and packed files, in pieces of any size, and cut at each byte.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/an_bytes.h"

enum { TEXT_B = 100000, MOST_B = 2 * TEXT_B };

static char name[] = "test_an_bytes.XXXXXX";
static char text[TEXT_B];

/* Hardly packs, so that buffers end everywhere. */
static int begin(void **state)
{
   (void)state;
   uint32_t x = 1;
   for (size_t i = 0; i < TEXT_B; i++) {
      x = 1664525 * x + 1013904223;
      text[i] = (char)(x >> 24);
   }
   int fd = mkstemp(name);
   return fd < 0 || close(fd) != 0;
}

static int end(void **state)
{
   (void)state;
   return unlink(name);
}

static void put(const void *bytes, size_t size_B)
{
   FILE *file = fopen(name, "wb");
   assert_non_null(file);
   assert_int_equal(fwrite(bytes, 1, size_B, file), size_B);
   assert_int_equal(fclose(file), 0);
}

/* A member of a gzip file with the text's first text_B bytes; its size. */
static size_t pack(unsigned char *to, size_t text_B)
{
   z_stream s = { .next_in = (unsigned char *)text,
                  .avail_in = (uInt)text_B,
                  .next_out = to,
                  .avail_out = MOST_B };
   assert_int_equal(deflateInit2(&s, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, 0), Z_OK);
   assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
   size_t size_B = MOST_B - s.avail_out;
   deflateEnd(&s);
   return size_B;
}

/* Reads pieces of piece_B into a text of MOST_B; its size, or -1. */
static ptrdiff_t get(char *to, size_t piece_B, bool *is_damaged)
{
   an_bytes bytes;
   an_error error;
   size_t size_B = 0;
   ptrdiff_t n;
   assert_true(an_bytes_open(&bytes, name, &error));
   an_source_of_bytes from = an_bytes_source(&bytes);
   while ((n = from.read(from.context, to + size_B, piece_B)) > 0)
      size_B += (size_t)n;
   *is_damaged = bytes.is_damaged;
   if (n == 0)
      assert_true(bytes.size_B == 0 || an_bytes_read_B(&bytes) <= bytes.size_B);
   an_bytes_close(&bytes);
   return n < 0 ? -1 : (ptrdiff_t)size_B;
}

static void expect(size_t text_B, size_t piece_B)
{
   static char found[MOST_B + TEXT_B];
   bool is_damaged;
   assert_int_equal(get(found, piece_B, &is_damaged), text_B);
   assert_memory_equal(found, text, text_B);
}

static void test_plain(void **state)
{
   (void)state;
   for (size_t size_B = 0; size_B < 4; size_B++) {
      put(text, size_B);
      expect(size_B, 1);
      expect(size_B, 1000);
   }
   put(text, TEXT_B);
   expect(TEXT_B, 1000);
   expect(TEXT_B, 1);
   put("\x1f", 1); /* not the beginning of a gzip file */
   char found[8];
   bool is_damaged;
   assert_int_equal(get(found, 8, &is_damaged), 1);
}

static void test_packed(void **state)
{
   (void)state;
   static unsigned char packed[MOST_B];
   static const size_t sizes[] = { 0, 1, 1000, TEXT_B };
   for (size_t i = 0; i < 4; i++) {
      put(packed, pack(packed, sizes[i]));
      expect(sizes[i], 1);
      expect(sizes[i], 999);
      expect(sizes[i], TEXT_B);
   }
}

static void test_members(void **state)
{
   (void)state;
   static unsigned char packed[3 * MOST_B];
   static char found[3 * TEXT_B];
   bool is_damaged;
   size_t one_B = pack(packed, TEXT_B);
   size_t two_B = one_B + pack(packed + one_B, 1000);
   put(packed, two_B);
   assert_int_equal(get(found, 777, &is_damaged), TEXT_B + 1000);
   assert_memory_equal(found, text, TEXT_B);
   assert_memory_equal(found + TEXT_B, text, 1000);
   memset(packed + two_B, 'x', 100); /* as gzip, it passes over what follows */
   put(packed, two_B + 100);
   assert_int_equal(get(found, 777, &is_damaged), TEXT_B + 1000);
}

/* A part of a file is never taken for the whole. */
static void test_cut(void **state)
{
   (void)state;
   static unsigned char packed[2 * MOST_B];
   static char found[3 * TEXT_B];
   bool is_damaged;
   size_t one_B = pack(packed, 300);
   size_t two_B = one_B + pack(packed + one_B, 300);
   for (size_t size_B = 2; size_B < two_B; size_B++) {
      put(packed, size_B);
      assert_int_equal(get(found, 100, &is_damaged), size_B == one_B ? 300 : -1);
      assert_true(is_damaged == (size_B != one_B));
   }
   one_B = pack(packed, TEXT_B);
   for (size_t size_B = one_B - 20; size_B < one_B; size_B++) {
      put(packed, size_B);
      assert_int_equal(get(found, TEXT_B, &is_damaged), -1);
      assert_true(is_damaged);
   }
}

static void test_damaged(void **state)
{
   (void)state;
   static unsigned char packed[MOST_B];
   static char found[MOST_B];
   bool is_damaged;
   size_t size_B = pack(packed, 300);
   for (size_t i = 2; i < size_B; i++) {
      if (i >= 4 && i < 10)
         continue; /* time, flags, system */
      packed[i] ^= 0xff;
      put(packed, size_B);
      assert_int_equal(get(found, 100, &is_damaged), -1);
      assert_true(is_damaged);
      packed[i] ^= 0xff;
   }
}

static void test_pipe(void **state)
{
   (void)state;
   static unsigned char packed[MOST_B];
   static char found[MOST_B];
   size_t size_B = pack(packed, 300);
   int ends[2], stdin_fd = dup(STDIN_FILENO);
   assert_int_equal(pipe(ends), 0);
   assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
   close(ends[0]);
   if (fork() == 0) {
      for (size_t i = 0; i < size_B; i++)
         if (write(ends[1], packed + i, 1) != 1 || (i < 3 && usleep(1000) != 0))
            _exit(1);
      _exit(0);
   }
   close(ends[1]);
   an_bytes bytes;
   an_error error;
   assert_true(an_bytes_open(&bytes, "-", &error));
   assert_int_equal(bytes.size_B, 0);
   an_source_of_bytes from = an_bytes_source(&bytes);
   size_t n = 0;
   for (ptrdiff_t more; (more = from.read(from.context, found + n, 7)) > 0;)
      n += (size_t)more;
   assert_int_equal(n, 300);
   assert_int_equal(an_bytes_read_B(&bytes), size_B);
   an_bytes_close(&bytes);
   assert_true(dup2(stdin_fd, STDIN_FILENO) >= 0);
   close(stdin_fd);
}

static void test_errors(void **state)
{
   (void)state;
   an_bytes bytes;
   an_error error;
   assert_false(an_bytes_open(&bytes, "no/such/file", &error));
   assert_true(an_bytes_open(&bytes, ".", &error));
   an_source_of_bytes from = an_bytes_source(&bytes);
   char found[8];
   assert_int_equal(from.read(from.context, found, 8), -1);
   assert_false(an_bytes_fail(&bytes, 21, &error)); /* EISDIR */
   assert_string_equal(error.message, "Is a directory");
   an_bytes_close(&bytes);
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),   cmocka_unit_test(test_packed),
      cmocka_unit_test(test_members), cmocka_unit_test(test_cut),
      cmocka_unit_test(test_damaged), cmocka_unit_test(test_pipe),
      cmocka_unit_test(test_errors),
   };
   return cmocka_run_group_tests(tests, begin, end);
}
