/* regions.c -- regions of cachesim.h with their own functions: the counts of the
   lines are the expected counts of the regions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 1 << 16 };

static volatile int table[WORDS];

/* Each work_ function is called in one region only.  They differ: the compiler
   would merge equal ones. */
#define WORK(name, divisor) \
   __attribute__((noinline)) static void work_##name(int n) \
   { \
      for (unsigned i = 0; i < (unsigned)n; i++) \
         if (table[i * 7919 % WORDS] % (divisor) == 0) \
            table[i * 4801 % WORDS] += (int)i; \
   }

WORK(outer, 3)
WORK(inner, 4)
WORK(alone, 5)
WORK(outside, 6)
WORK(thread_a, 7)
WORK(thread_b, 8)

static void inner(int n)
{
   CACHESIM_REGION_BEGIN("inner");
   work_inner(n);
   CACHESIM_REGION_END;
}

static void nested(void)
{
   work_outside(1000);
   CACHESIM_REGION_BEGIN("outer");
   for (int i = 0; i < 3; i++) {
      work_outer(20000);
      inner(10000);
   }
   CACHESIM_REGION_END;
   CACHESIM_REGION_BEGIN("al\tone");
   work_alone(30000);
   CACHESIM_REGION_END;
   work_outside(1000);
}

static pthread_barrier_t barrier;

static void *in_a(void *unused)
{
   CACHESIM_REGION_BEGIN("a");
   pthread_barrier_wait(&barrier);
   work_thread_a(300000);
   return unused;
}

static void *in_b(void *unused)
{
   CACHESIM_REGION_BEGIN("b");
   pthread_barrier_wait(&barrier);
   work_thread_b(300000);
   CACHESIM_REGION_END;
   return unused;
}

static void threads(void)
{
   pthread_t a, b;
   pthread_barrier_init(&barrier, NULL, 2);
   pthread_create(&a, NULL, in_a, NULL);
   pthread_create(&b, NULL, in_b, NULL);
   pthread_join(a, NULL);
   pthread_join(b, NULL);
}

static void *waits(void *unused)
{
   CACHESIM_REGION_BEGIN("waits");
   pthread_barrier_wait(&barrier);
   pause();
   return unused;
}

static void forks(void)
{
   pthread_t thread;
   pthread_barrier_init(&barrier, NULL, 2);
   pthread_create(&thread, NULL, waits, NULL);
   pthread_barrier_wait(&barrier);
   CACHESIM_REGION_BEGIN("forked");
   pid_t child = fork();
   work_alone(child == 0 ? 20000 : 10000);
   CACHESIM_REGION_END;
   if (child == 0)
      exit(0);
   waitpid(child, NULL, 0);
}

static void unbalanced(void)
{
   jmp_buf place;
   CACHESIM_REGION_END;
   CACHESIM_REGION_END;
   for (int i = 0; i < 150; i++)
      CACHESIM_REGION_BEGIN("deep");
   printf("depth %lu\n", CACHESIM_REGION_DEPTH);
   CACHESIM_REGION_UNWIND(1);
   if (setjmp(place) == 0) {
      CACHESIM_REGION_BEGIN("left");
      longjmp(place, 1);
   }
   CACHESIM_REGION_UNWIND(0);
   printf("depth %lu\n", CACHESIM_REGION_DEPTH);
   CACHESIM_REGION_BEGIN((const char *)8);
   work_alone(10000);
   CACHESIM_ZERO;
   work_inner(10000);
}

static void dumps(void)
{
   CACHESIM_REGION_BEGIN("outer");
   work_outer(10000);
   (void)CACHESIM_DUMP;
   CACHESIM_STOP_INSTRUMENTATION;
   work_outer(10000);
   CACHESIM_START_INSTRUMENTATION;
   work_outer(10000);
   CACHESIM_REGION_END;
}

/* Many short ones. */
static void often(void)
{
   for (int i = 0; i < 100000; i++) {
      CACHESIM_REGION_BEGIN("short");
      work_inner(3);
      CACHESIM_REGION_END;
   }
}

int main(int argc, char **argv)
{
   static const struct { const char *name; void (*run)(void); } cases[] = {
      { "nested", nested }, { "threads", threads }, { "forks", forks },
      { "unbalanced", unbalanced }, { "dumps", dumps }, { "often", often },
   };
   const char *wanted = argc > 1 ? argv[1] : "nested";
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      if (strcmp(cases[i].name, wanted) == 0)
         cases[i].run();
   return 0;
}
