/* fault_restarted.c -- blocks that are used before counting is set to zero, or while it
   is stopped or not yet begun, and never later.

   fault_restarted zero | stop | start   start: with --instr-at-start=no

   Without a mode, all is watched.  Prints the findings that are true: "FAULT FUNCTION
   BLOCKS OF MORE", where MORE blocks of the function were not watched for their whole
   life.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"
#include "heapprof.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10, SIZE_B = 1000 };

/* Volatile, so that each access that is written here takes place. */
typedef volatile unsigned char byte;

static byte *used[N], *read_later[N], *written_later[N], *mixed[2 * N];
static unsigned sum; /* what was read */

static byte *taken(void *block)
{
   if (block == NULL)
      abort();
   return block;
}

static void put(byte *block)
{
   for (size_t i = 0; i < SIZE_B; i++)
      block[i] = (byte)i;
}

static void use(byte *block)
{
   for (size_t i = 0; i < SIZE_B; i++)
      sum += block[i];
}

/* ---- By function: each has one site ---- */

/* Written and read, all before. */
__attribute__((noinline)) static void allocate_used(void)
{
   for (int i = 0; i < N; i++)
      used[i] = taken(malloc(SIZE_B));
}

/* Written before, read after. */
__attribute__((noinline)) static void allocate_read_later(void)
{
   for (int i = 0; i < N; i++)
      read_later[i] = taken(malloc(SIZE_B));
}

/* Read before, written after. */
__attribute__((noinline)) static void allocate_written_later(void)
{
   for (int i = 0; i < N; i++)
      written_later[i] = taken(calloc(1, SIZE_B));
}

/* The first N are used before, the others never: one site. */
__attribute__((noinline)) static void allocate_mixed(int first)
{
   for (int i = first; i < first + N; i++)
      mixed[i] = taken(malloc(SIZE_B));
}

/* Freed at once: short-lived. */
__attribute__((noinline)) static void allocate_short(void)
{
   for (int i = 0; i < 20000; i++) {
      byte *block = taken(malloc(16));
      block[0] = 1;
      sum += block[0];
      free((void *)block);
   }
}

static void use_early(void)
{
   for (int i = 0; i < N; i++) {
      put(used[i]);
      use(used[i]);
      put(read_later[i]);
      use(written_later[i]);
      put(mixed[i]);
      use(mixed[i]);
   }
}

/* ---- Before and after ---- */

static void begin(const char *mode)
{
   bool is_stop = strcmp(mode, "stop") == 0;
   allocate_used();
   allocate_read_later();
   allocate_written_later();
   if (is_stop) {
      HEAPPROF_STOP;
      CACHESIM_STOP_INSTRUMENTATION;
   }
   use_early();
   if (is_stop || strcmp(mode, "start") == 0) {
      HEAPPROF_START;
      CACHESIM_START_INSTRUMENTATION;
   } else if (strcmp(mode, "zero") == 0) {
      HEAPPROF_ZERO;
      CACHESIM_ZERO;
   }
}

static void finish(void)
{
   for (int i = 0; i < N; i++) {
      use(read_later[i]);
      put(written_later[i]);
   }
   allocate_short();
   for (int i = 0; i < N; i++) {
      free((void *)used[i]);
      free((void *)read_later[i]);
      free((void *)written_later[i]);
   }
   for (int i = 0; i < 2 * N; i++)
      free((void *)mixed[i]);
}

int main(int argc, char **argv)
{
   const char *mode = argc > 1 ? argv[1] : "";
   for (volatile int phase = 0; phase < 2; phase++) {
      allocate_mixed(phase * N);
      if (phase == 0)
         begin(mode);
      else
         finish();
   }
   printf("untouched allocate_mixed %d %d %d\n", N, *mode == '\0' ? 2 * N : N,
          strcmp(mode, "zero") == 0 || strcmp(mode, "stop") == 0 ? N : 0);
   /* Until they are freed nobody reads them again; that is known of what was watched. */
   if (*mode == '\0') {
      printf("idle allocate_used %d %d 0\n", N, N);
      printf("idle allocate_written_later %d %d 0\n", N, N);
   }
   printf("temporary allocate_short 19999 20000 0\n");
   return 0;
}
