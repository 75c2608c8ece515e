/* fault_threads.c -- thousands of short threads, in waves, which reuse thread
   numbers.  Each allocates its own blocks, frees a part of them and leaves a part
   to a thread of the next wave.  Prints the expected cases, as heap_calls.c, and
   the number of threads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CASE __attribute__((noinline)) static

enum { WAVES = 75, WIDTH = 40, STACK_B = 64 << 10 };

static void *left[WIDTH];
static uint32_t found[WIDTH];
static pthread_barrier_t all_run;

static void *volatile kept;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

static size_t size_of(int thread)
{
   return 1 + (size_t)thread % 97;
}

CASE void *case_left(int thread)
{
   return use(malloc(size_of(thread)));
}

CASE void case_own(int thread)
{
   for (int i = 0; i < thread % 5; i++)
      free(use(realloc(use(malloc(16)), 32)));
}

CASE void case_kept(void)
{
   use(calloc(3, 5));
}

/* The same number of instructions in each thread. */
CASE uint32_t count_here(uint32_t x)
{
   for (int i = 0; i < 500; i++)
      x = x * 1103515245u + 12345u;
   return x;
}

static void *work(void *argument)
{
   int thread = (int)(intptr_t)argument, place = thread % WIDTH;
   if (thread % 3 == 0)
      sched_yield();
   free(left[place]);
   left[place] = case_left(thread);
   case_own(thread);
   case_kept();
   found[place] += count_here((uint32_t)thread);
   if (thread / WIDTH % 10 == 0) /* all threads of some waves live at one time */
      pthread_barrier_wait(&all_run);
   return NULL;
}

static void run_wave(int first)
{
   pthread_t threads[WIDTH];
   pthread_attr_t attributes;
   pthread_attr_init(&attributes);
   pthread_attr_setstacksize(&attributes, STACK_B);
   for (int i = 0; i < WIDTH; i++)
      if (pthread_create(&threads[i], &attributes, work,
                         (void *)(intptr_t)(first + i)) != 0)
         abort();
   for (int i = 0; i < WIDTH; i++)
      pthread_join(threads[i], NULL);
   pthread_attr_destroy(&attributes);
}

static void tell(void)
{
   enum { THREADS = WAVES * WIDTH };
   size_t left_B = 0, last_B = 0;
   int n_own = 0;
   uint32_t sum = 0;
   for (int i = 0; i < THREADS; i++) {
      left_B += size_of(i);
      last_B += i >= THREADS - WIDTH ? size_of(i) : 0;
      n_own += i % 5;
   }
   for (int i = 0; i < WIDTH; i++)
      sum += found[i];
   printf("case_kept %d %d %d %d 0 0\n", THREADS * 15, THREADS, THREADS * 15,
          THREADS);
   printf("case_left %zu %d %zu %d 0 0\n", left_B, THREADS, last_B, WIDTH);
   printf("case_own %d %d 0 0 %d 0\n", n_own * 48, n_own * 2, n_own);
   printf("threads %d\nsum %u\n", THREADS + 1, (unsigned)sum);
}

int main(void)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   pthread_barrier_init(&all_run, NULL, WIDTH);
   for (int i = 0; i < WAVES; i++)
      run_wave(i * WIDTH);
   tell();
   return 0;
}
