/* data_use.c LINE-BYTES -- uses some bytes of each line, and prints for each function
   that allocates: lines fetched, bytes of these lines in its block, bytes used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/valgrind.h>

#if defined(__clang__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa)) /* equal functions stay two */
#endif

enum { FLUSH_B = 1 << 20, N = 20000, BLOCK_B = 1 << 21 };

static char other[FLUSH_B];
static unsigned char used[BLOCK_B], is_part[BLOCK_B]; /* of another block */
static bool has_parts;
static size_t line_B;
static volatile uint64_t sink;

static NOINLINE void flush(void)
{
   for (int i = 0; i < FLUSH_B; i += 16)
      *(volatile char *)&other[i];
}

/* Each access as the loops make it. */
static void note(size_t at, size_t size_B)
{
   memset(used + at, 1, size_B);
}

static void expect(const char *site, const char *block)
{
   size_t lines = 0, inside = 0, n_used = 0;
   uintptr_t start = (uintptr_t)block, end = start + BLOCK_B;
   for (uintptr_t line = start / line_B * line_B; line < end; line += line_B) {
      uintptr_t from = line > start ? line : start;
      uintptr_t to = line + line_B < end ? line + line_B : end;
      size_t own = to - from, n = 0;
      for (uintptr_t at = from; at < to; at++)
         n += used[at - start];
      for (uintptr_t at = from; has_parts && at < to; at++)
         own -= is_part[at - start];
      lines += n > 0;
      inside += n > 0 ? own : 0;
      n_used += n;
   }
   printf("%s %zu %zu %zu\n", site, lines, inside, n_used);
   memset(used, 0, sizeof used);
}

/* ---- Ways of use --------------------------------------------------------- */

/* A function that allocates a block, and one that uses it in a loop, i being the number
   of the round. */
#define WAY(name, body) \
   static NOINLINE char *site_##name(void) \
   { \
      char *volatile block = malloc(BLOCK_B); \
      return block; \
   } \
   static NOINLINE void use_##name(char *block) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < N; i++) { \
         body \
      } \
      sink = sum; \
   }
/* What is read is needed: a load whose value is not, VEX leaves out. */
#define READ(type, at) sum += *(volatile type *)(block + (at))
#define WRITE(type, at) *(volatile type *)(block + (at)) = 0

WAY(bytes, READ(char, 3 * i);)
WAY(one_field, READ(uint32_t, 64 * i);)
WAY(two_fields, READ(uint32_t, 64 * i); WRITE(uint32_t, 64 * i + 40);)
WAY(neighbours, READ(uint32_t, 48 * i + 8); READ(uint16_t, 48 * i + 4);
    WRITE(char, 48 * i + 15);)
WAY(straddling, READ(uint32_t, 64 * i + 62);)
WAY(straddling_run, READ(uint32_t, 64 * i + 57); READ(uint32_t, 64 * i + 62);)
WAY(modified, ++*(volatile uint16_t *)(block + 20 * i);)
WAY(back, READ(uint64_t, 80 * (N - 1 - i));)
WAY(pooled, READ(uint32_t, 64 * i + 4);)

/* The program's own allocator hands out parts of a block. */
static NOINLINE void hand_out(char *block)
{
   has_parts = true;
   for (size_t at = 24; at < BLOCK_B / 16; at += 64) {
      VALGRIND_MALLOCLIKE_BLOCK(block + at, 12, 0, 0);
      memset(is_part + at, 1, 12);
   }
}

#define RUN(name, notes) RUN_AFTER(name, (void)block, notes)
#define RUN_AFTER(name, prepare, notes) \
   { \
      char *block = site_##name(); \
      prepare; \
      flush(); \
      use_##name(block); \
      flush(); \
      for (size_t i = 0; i < N; i++) { \
         notes \
      } \
      expect("site_" #name, block); \
   }

int main(int argc, char **argv)
{
   line_B = argc > 1 ? (size_t)atoi(argv[1]) : 64;
   RUN(bytes, note(3 * i, 1);)
   RUN(one_field, note(64 * i, 4);)
   RUN(two_fields, note(64 * i, 4); note(64 * i + 40, 4);)
   RUN(neighbours, note(48 * i + 8, 4); note(48 * i + 4, 2); note(48 * i + 15, 1);)
   RUN(straddling, note(64 * i + 62, 4);)
   RUN(straddling_run, note(64 * i + 57, 4); note(64 * i + 62, 4);)
   RUN(modified, note(20 * i, 2);)
   RUN(back, note(80 * (N - 1 - i), 8);)
   RUN_AFTER(pooled, hand_out(block), note(64 * i + 4, 4);)
   return 0;
}
