/* many_threads.c -- N threads one after another: each adds 1 to one counter.

      many_threads N [HOW]

   Letters of HOW: each thread has a name (n), a call path (p) or a stack (s) of its own,
   allocates and frees a block beside the counter (b), is in a region (r).
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "cachesim.h"
#include "heapprof.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define NOINLINE __attribute__((noinline))

enum { STACK_B = 64 << 10 };

static const char *how = "";
static long *counter; /* on the heap, with the threads' blocks behind it */

static int has(char letter)
{
   return strchr(how, letter) != NULL;
}

static NOINLINE void count(void)
{
   ++*counter;
   if (!has('b'))
      return;
   volatile char *block = malloc(24);
   block[0] = 1;
   free((void *)block);
}

/* The digits of the number are its path. */
static NOINLINE void zero(unsigned long number);
static NOINLINE void one(unsigned long number);

static void step(unsigned long number)
{
   if (number == 0)
      count();
   else if (number % 2 == 0)
      zero(number / 2);
   else
      one(number / 2);
}

static void zero(unsigned long number)
{
   step(number);
   __asm__ volatile(""); /* no tail call */
}

static void one(unsigned long number)
{
   step(number);
   __asm__ volatile("");
}

static void *work(void *argument)
{
   unsigned long number = (unsigned long)argument;
   char name[16];
   snprintf(name, sizeof name, "t%lu", number);
   if (has('n'))
      pthread_setname_np(pthread_self(), name);
   if (has('r')) {
      CACHESIM_REGION_BEGIN("work");
      HEAPPROF_REGION_BEGIN("work");
   }
   if (has('p'))
      step(number);
   else
      count();
   if (has('r')) {
      HEAPPROF_REGION_END;
      CACHESIM_REGION_END;
   }
   return NULL;
}

static int run(unsigned long number)
{
   pthread_t thread;
   pthread_attr_t attr;
   pthread_attr_init(&attr);
   if (has('s')) {
      void *stack = mmap(NULL, STACK_B, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (stack == MAP_FAILED || pthread_attr_setstack(&attr, stack, STACK_B) != 0)
         return 0;
   }
   return pthread_create(&thread, &attr, work, (void *)number) == 0
          && pthread_join(thread, NULL) == 0 && pthread_attr_destroy(&attr) == 0;
}

int main(int argc, char **argv)
{
   if (argc < 2)
      return 2;
   unsigned long n = strtoul(argv[1], NULL, 10);
   how = argc > 2 ? argv[2] : "";
   counter = calloc(1, sizeof *counter);
   for (unsigned long i = 1; i <= n; i++)
      if (!run(i))
         return 1;
   printf("%ld\n", *counter);
   return (unsigned long)*counter != n;
}
