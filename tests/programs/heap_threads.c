/* heap_threads.c -- eight threads that allocate at one time; some blocks are
   freed by another thread, and some long after the thread's end.  Then the same
   number of threads again, which reuse the numbers of the first.
   Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, BLOCKS = 2000, SIZE = 40 };

static void *given[THREADS][BLOCKS];
static pthread_barrier_t all_allocated;

__attribute__((noinline)) static void *case_shared(void)
{
   return malloc(SIZE);
}

__attribute__((noinline)) static void *case_local(int i)
{
   return calloc(1, 1 + (size_t)i % 7);
}

static void *work(void *argument)
{
   int me = (int)(size_t)argument;
   void *mine[BLOCKS];
   for (int i = 0; i < BLOCKS; i++) {
      given[me][i] = case_shared();
      mine[i] = case_local(i);
   }
   for (int i = 0; i < BLOCKS; i++)
      free(mine[i]);
   pthread_barrier_wait(&all_allocated);
   /* A quarter of what the next thread allocated, and a quarter stays. */
   int next = (me + 1) % THREADS;
   for (int i = 0; i < BLOCKS / 4; i++)
      free(given[next][i]);
   return NULL;
}

static int run_threads(void)
{
   pthread_t threads[THREADS];
   for (size_t i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
         return 1;
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   for (int i = 0; i < THREADS; i++)
      for (int k = BLOCKS / 4; k < BLOCKS / 2; k++)
         free(given[i][k]);
   return 0;
}

int main(void)
{
   size_t local = 0;
   for (int i = 0; i < BLOCKS; i++)
      local += 1 + (size_t)i % 7;
   pthread_barrier_init(&all_allocated, NULL, THREADS);
   if (run_threads() != 0 || run_threads() != 0)
      return 1;
   printf("case_local %zu %d 0 0 0 0\n", 2 * THREADS * local,
          2 * THREADS * BLOCKS);
   printf("case_shared %d %d %d %d 0 0\n", 2 * THREADS * BLOCKS * SIZE,
          2 * THREADS * BLOCKS, THREADS * BLOCKS * SIZE, THREADS * BLOCKS);
   return 0;
}
