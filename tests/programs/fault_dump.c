/* fault_dump.c -- requests dumps in open regions while threads work.

      fault_dump N          N dumps, by the request of whichever tool runs it

   The work of the functions case_* does not depend on N.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"
#include "heapprof.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_THREADS = 4, ROUNDS = 2000, KEPT = 32 };

static atomic_int n_begun;
/* The threads wait for the next dump once so many rounds have begun: Valgrind's
   scheduler is not fair, and could let them end first. */
static atomic_int wait_at = INT_MAX;

__attribute__((noinline)) static void case_work(unsigned seed)
{
   void *kept[KEPT] = { NULL };
   unsigned random = seed;
   for (int i = 0; i < ROUNDS; i++) {
      random = random * 1103515245 + 12345;
      unsigned k = random >> 16 & (KEPT - 1);
      free(kept[k]);
      kept[k] = malloc(16 + (random >> 8 & 1023));
   }
   for (int k = 0; k < KEPT; k++)
      free(kept[k]);
}

static void *thread(void *seed)
{
   CACHESIM_REGION_BEGIN("thread");
   HEAPPROF_REGION_BEGIN("thread");
   for (unsigned i = 0; i < 40; i++) {
      case_work((unsigned)(size_t)seed + i);
      n_begun++;
      while (n_begun >= wait_at)
         sched_yield();
   }
   HEAPPROF_REGION_END;
   CACHESIM_REGION_END;
   return NULL;
}

static void dump(int number)
{
   while (n_begun < 30 * number) /* part of their work */
      sched_yield();
   int found = HEAPPROF_IS_RUNNING ? HEAPPROF_DUMP : CACHESIM_DUMP;
   if (found != number)
      printf("dump %d is called %d\n", number, found);
   wait_at = 30 * (number + 1);
}

int main(int argc, char **argv)
{
   pthread_t threads[N_THREADS];
   int n = argc > 1 ? atoi(argv[1]) : 0;
   if (n > 0)
      wait_at = 30;
   for (size_t i = 0; i < N_THREADS; i++)
      pthread_create(&threads[i], NULL, thread, (void *)(i * 1000 + 1));
   CACHESIM_REGION_BEGIN("main");
   HEAPPROF_REGION_BEGIN("main");
   case_work(7);
   for (int i = 1; i <= n; i++)
      dump(i);
   wait_at = INT_MAX;
   case_work(8);
   HEAPPROF_REGION_END;
   CACHESIM_REGION_END;
   for (int i = 0; i < N_THREADS; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
