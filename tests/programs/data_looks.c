/* data_looks.c -- uses fields of blocks and of a variable together or apart, and prints
   for each: the period of its bytes, and the bytes that a look has, by offset and number,
   each alternative of which some looks have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__clang__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa)) /* equal functions stay two */
#endif

enum { N = 4000, N_ROUNDS = 6, BLOCK_B = 128, FLUSH_B = 1 << 20 };

static char *blocks[N];
static char other[FLUSH_B];
static struct {
   char bytes[BLOCK_B];
} table[N];
static volatile uint64_t sink;

/* What is read is needed: a load whose value is not, VEX leaves out. */
#define READ(at) sum += *(volatile uint64_t *)(at)

static NOINLINE void flush(void)
{
   for (int i = 0; i < FLUSH_B; i += 16)
      *(volatile char *)&other[i];
}

/* Far from the last one: no prefetcher helps. */
static int nth(int i)
{
   return (int)((unsigned)i * 1237u % N);
}

/* A function that allocates a block; one that uses the block `at` in round r, as the
   i-th. */
#define WAY(name, body) \
   static NOINLINE char *site_##name(void) \
   { \
      char *volatile block = malloc(BLOCK_B); \
      return block; \
   } \
   static NOINLINE void use_##name(char *const *at, int r, int i) \
   { \
      uint64_t sum = 0; \
      (void)r; \
      (void)i; \
      body; \
      sink = sum; \
   }

WAY(pair, READ(*at + 8); READ(*at + 104))
WAY(turned, READ(*at + 104); READ(*at + 8))
WAY(apart, READ(*at + (r % 2 == 0 ? 8 : 104)))
WAY(chosen, READ(*at); READ(*at + ((r + i) % 2 == 0 ? 64 : 96)))
WAY(former, READ(*at + 40))
WAY(reused, READ(*at + 104))

#define RUN(name, looks) \
   { \
      for (int i = 0; i < N; i++) \
         blocks[i] = site_##name(); \
      for (int r = 0; r < N_ROUNDS; r++) \
         for (int i = 0; i < N; i++) \
            use_##name(&blocks[nth(i)], r, i); \
      flush(); \
      puts("site_" #name " 0 " looks); \
   }

/* Blocks of one site take the place of another's, which are still in the cache. */
static void reuse(void)
{
   for (int r = 0; r < N_ROUNDS; r++) {
      for (int i = 0; i < N; i++)
         blocks[i] = site_former();
      for (int i = 0; i < N; i++) {
         char **at = &blocks[nth(i)];
         use_former(at, 0, i);
         free(*at);
         *at = site_reused();
         use_reused(at, 0, i);
      }
      flush();
   }
   puts("site_reused 0 104+8");
}

static void use_table(void)
{
   uint64_t sum = 0;
   for (int r = 0; r < N_ROUNDS; r++)
      for (int i = 0; i < N; i++) {
         const char *at = table[nth(i)].bytes;
         READ(at + 16);
         READ(at + 80);
      }
   sink = sum;
   puts("table 128 16+8,80+8");
}

int main(void)
{
   RUN(pair, "8+8,104+8")
   RUN(turned, "8+8,104+8")
   RUN(apart, "8+8 104+8")
   RUN(chosen, "0+8,64+8 0+8,96+8")
   reuse();
   use_table();
   return 0;
}
