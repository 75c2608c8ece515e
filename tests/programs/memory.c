/* memory.c -- references for every case of the fast paths: every size
   straddling at every offset, read-modify-write, atomics, wide vectors,
   string instructions, predicated accesses, big saves.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

static _Alignas(4096) unsigned char arena[1 << 20];
static volatile uint64_t sink;

static void straddle(void)
{
   for (unsigned offset = 0; offset < 4096; offset++) {
      unsigned char *p = arena + offset * 61 % 8192;
      sink += *(volatile uint16_t *)p;
      *(volatile uint32_t *)(p + 3) = offset;
      sink += *(volatile uint64_t *)(p + 7);
      (*(volatile uint32_t *)(p + 11))++;
   }
}

static void atomics(void)
{
   uint64_t *cells = (uint64_t *)arena;
   for (unsigned i = 0; i < 5000; i++) {
      __atomic_fetch_add(&cells[i * 9 % 4096], 1, __ATOMIC_SEQ_CST);
      uint32_t expected = i;
      __atomic_compare_exchange_n((uint32_t *)&cells[i * 33 % 4096],
                                  &expected, 7, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST);
   }
}

static void conflict(void)
{
   /* One set after another in any first-level cache: assoc + 1 lines. */
   for (unsigned round = 0; round < 200; round++)
      for (unsigned way = 0; way < 20; way++)
         arena[way * 32768 + round % 64]++;
}

#if defined(__x86_64__) || defined(__i386__)
static void strings(void)
{
   for (unsigned n = 1; n < 300; n += 7) {
      void *to = arena + 5, *from = arena + 9000;
      size_t count = n;
      __asm__ volatile("rep movsb"
                       : "+D"(to), "+S"(from), "+c"(count) : : "memory");
   }
}

static void saves(void)
{
   static _Alignas(64) unsigned char area[4096];
   for (unsigned i = 0; i < 64; i++)
      __asm__ volatile("fxsave %0\n\tfxrstor %0"
                       : "+m"(*(unsigned char(*)[512])(area + i % 4 * 512)));
}

__attribute__((target("avx2"))) static void vectors(void)
{
   __m256i sum = _mm256_setzero_si256();
   for (unsigned i = 0; i < 3000; i++) {
      const unsigned char *p = arena + i * 37 % 65536;
      sum = _mm256_add_epi8(sum, _mm256_loadu_si256((const __m256i *)p));
      __m256i mask = _mm256_set_epi32(-1, 0, i % 2 ? -1 : 0, 0, -1, -1, 0, 0);
      sum = _mm256_add_epi32(sum, _mm256_maskload_epi32((const int *)p, mask));
      _mm256_maskstore_epi32((int *)(arena + i * 41 % 65536), mask, sum);
   }
   _mm256_storeu_si256((__m256i *)arena, sum);
}
#endif

/* Enough rounds for all of this to become hot code, and to run as such. */
enum { ROUNDS = 12 };

int main(int argc, char **argv)
{
   for (int round = 0; round < ROUNDS; round++) {
      straddle();
      atomics();
      conflict();
#if defined(__x86_64__) || defined(__i386__)
      strings();
      saves();
      if (argc < 2 && __builtin_cpu_supports("avx2"))
         vectors();
#endif
   }
   (void)argc;
   (void)argv;
   printf("%llu\n", (unsigned long long)sink % 1000);
   return 0;
}
