/* fault_switches.c -- threads that miss in the caches, mispredict, share a line of memory
   and allocate, while counting is switched in a way that the caller names.

   fault_switches N_THREADS HOW [regions]

   HOW: none, option (--toggle-collect=counted), request, zero, stop, start
   (--instr-at-start=no), killed (as option; SIGKILL ends it after a checkpoint).

   Each thread asks for a dump in the middle, and is in a region if that is wanted.  With
   one thread, main is that.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"
#include "heapprof.h"

#include <valgrind/callgrind.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FUNCTION __attribute__((noinline, noclone)) static

enum { MOST_THREADS = 8, STEP = 4096 + 64, FAR = 2048 };

static const char *how;
static int has_regions;
static volatile char far[FAR * STEP]; /* more than caches and TLBs hold */
static volatile unsigned place;       /* in it */
static volatile long counters[MOST_THREADS];
static volatile unsigned noise = 1;

/* Loads far away wait when it ends. */
FUNCTION void part(long self, int n)
{
   for (int i = 0; i < n; i++) {
      place = (place + 7) % FAR;
      far[place * STEP]++;
      noise = noise * 1103515245 + 12345;
      if (noise >> 16 & 1)
         counters[self]++;
   }
}

FUNCTION void counted(long self)
{
   char *block = malloc(300);
   memset(block, 1, 200);
   part(self, 150);
   free(block);
}

FUNCTION void switch_on(void)
{
   if (strcmp(how, "request") == 0) {
      CALLGRIND_TOGGLE_COLLECT;
   } else if (strcmp(how, "start") == 0) {
      CACHESIM_START_INSTRUMENTATION;
      HEAPPROF_START;
   }
}

FUNCTION void switch_off(void)
{
   if (strcmp(how, "request") == 0) {
      CALLGRIND_TOGGLE_COLLECT;
   } else if (strcmp(how, "zero") == 0) {
      CACHESIM_ZERO;
      HEAPPROF_ZERO;
   } else if (strcmp(how, "stop") == 0) {
      CACHESIM_STOP_INSTRUMENTATION;
      HEAPPROF_STOP;
      part(0, 100);
      CACHESIM_START_INSTRUMENTATION;
      HEAPPROF_START;
   }
}

static void *run(void *argument)
{
   long self = (long)argument;
   if (has_regions)
      CACHESIM_REGION_BEGIN("run");
   for (int i = 0; i < 3; i++) {
      part(self, 50);
      switch_on();
      counted(self);
      if (i == 1) {
         (void)CACHESIM_DUMP;
         (void)HEAPPROF_DUMP;
      }
      switch_off();
   }
   if (has_regions)
      CACHESIM_REGION_END;
   return NULL;
}

int main(int argc, char **argv)
{
   pthread_t threads[MOST_THREADS];
   long n = argc == 3 || argc == 4 ? strtol(argv[1], NULL, 10) : 0;
   if (n < 1 || n > MOST_THREADS) {
      fprintf(stderr, "usage: fault_switches N_THREADS HOW [regions]\n");
      return 2;
   }
   how = argv[2];
   has_regions = argc == 4;
   for (long i = 1; i < n; i++)
      if (pthread_create(&threads[i], NULL, run, (void *)i) != 0)
         return 1;
   run(NULL);
   for (long i = 1; i < n; i++)
      pthread_join(threads[i], NULL);
   if (strcmp(how, "killed") == 0) {
      for (time_t end = time(NULL) + 3; time(NULL) < end;)
         counted(0);
      raise(SIGKILL);
   }
   return 0;
}
