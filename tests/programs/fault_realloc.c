/* fault_realloc.c -- reallocates at random, by several threads one after another:
   of NULL, to 0, in place, by moving, with impossible sizes.  Prints the expected
   cases, as heap_calls.c, and the moves and other totals as "name value".
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 200, STEPS = 20000, THREADS = 4 };

static struct {
   unsigned char *at;
   size_t size;
} blocks[BLOCKS];

static struct {
   uint64_t bytes, blocks, end_bytes, end_blocks, reallocs, failed, freed_blocks,
      zero_blocks, moves, moved_bytes;
} sums;

static uint32_t state = 1;
static volatile size_t huge = SIZE_MAX / 2 - 100;

static uint32_t random_below(uint32_t n)
{
   state = state * 1103515245u + 12345u;
   return (state >> 8) % n;
}

/* Mostly small blocks; some are mapped, and move by mremap. */
static size_t random_size(void)
{
   switch (random_below(20)) {
   case 0:  return 0;
   case 1:  return 100000 + random_below(400000);
   case 2:  return random_below(20000);
   default: return random_below(300);
   }
}

static size_t counted(size_t size)
{
   return size == 0 ? 1 : size;
}

static void sum_allocated(size_t size)
{
   sums.bytes += counted(size);
   sums.blocks++;
   sums.end_bytes += counted(size);
   sums.end_blocks++;
   sums.zero_blocks += size == 0;
}

static void sum_freed(size_t size)
{
   sums.end_bytes -= counted(size);
   sums.end_blocks--;
   sums.freed_blocks++;
}

static void check(int i)
{
   for (size_t k = 0; k < blocks[i].size; k += 97)
      if (blocks[i].at[k] != (unsigned char)i)
         abort();
}

static void fill(int i)
{
   for (size_t k = 0; k < blocks[i].size; k++)
      blocks[i].at[k] = (unsigned char)i;
}

static void allocate(int i, size_t size)
{
   blocks[i].at = realloc(NULL, size);
   if (blocks[i].at == NULL)
      abort();
   blocks[i].size = size;
   sum_allocated(size);
   fill(i);
}

static void resize(int i, size_t size)
{
   uintptr_t before = (uintptr_t)blocks[i].at;
   unsigned char *to = random_below(2) == 0 ? realloc(blocks[i].at, size)
                                            : reallocarray(blocks[i].at, size, 1);
   if (size == 0) { /* the C library frees it */
      if (to != NULL)
         abort();
      sum_freed(blocks[i].size);
      blocks[i].at = NULL;
      return;
   }
   if (to == NULL)
      abort();
   sums.bytes += counted(size);
   sums.blocks++;
   sums.end_bytes += counted(size) - counted(blocks[i].size);
   sums.reallocs++;
   if ((uintptr_t)to != before) {
      size_t old = counted(blocks[i].size), new = counted(size);
      sums.moves++;
      sums.moved_bytes += old < new ? old : new;
   }
   blocks[i].at = to;
   if (blocks[i].size > size)
      blocks[i].size = size;
   check(i);
   blocks[i].size = size;
   fill(i);
}

static void refuse(int i)
{
   void *to = random_below(2) == 0 ? realloc(blocks[i].at, huge)
                                   : reallocarray(blocks[i].at, huge, 16);
   if (to != NULL)
      abort();
   sums.failed++;
   check(i);
}

__attribute__((noinline)) static void *case_work(void *unused)
{
   for (int step = 0; step < STEPS / THREADS; step++) {
      int i = (int)random_below(BLOCKS);
      if (blocks[i].at == NULL)
         allocate(i, random_size());
      else if (random_below(20) == 0)
         refuse(i);
      else
         resize(i, random_size());
   }
   return unused;
}

static void tell(void)
{
   printf("case_work %lu %lu %lu %lu %lu %lu\n", (unsigned long)sums.bytes,
          (unsigned long)sums.blocks, (unsigned long)sums.end_bytes,
          (unsigned long)sums.end_blocks, (unsigned long)sums.reallocs,
          (unsigned long)sums.failed);
   printf("moves %lu %lu\nfreed %lu\nzero %lu\n", (unsigned long)sums.moves,
          (unsigned long)sums.moved_bytes, (unsigned long)sums.freed_blocks,
          (unsigned long)sums.zero_blocks);
}

int main(void)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (int i = 0; i < THREADS; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, case_work, NULL) != 0)
         abort();
      pthread_join(thread, NULL);
   }
   tell();
   return 0;
}
