/* heap_regions.c -- regions of heapprof.h, and their figures.

   Prints only the results of the requests, and allocates nothing for that: all
   figures are known.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile kept[64];

static void say(const char *format, ...)
{
   char text[256];
   va_list arguments;
   va_start(arguments, format);
   int length = vsnprintf(text, sizeof text, format, arguments);
   va_end(arguments);
   if (write(1, text, (size_t)length) != length)
      _exit(99);
}

static void get(int i, size_t size_B)
{
   kept[i] = malloc(size_B);
}

static void drop(int i)
{
   free(kept[i]);
   kept[i] = NULL;
}

static void say_process(const char *when)
{
   say("%s: current %lu in %lu, peak %lu in %lu, total %lu in %lu\n", when,
       HEAPPROF_CURRENT_BYTES(), HEAPPROF_CURRENT_BLOCKS(),
       HEAPPROF_PEAK_BYTES(), HEAPPROF_PEAK_BLOCKS(),
       HEAPPROF_TOTAL_BYTES(), HEAPPROF_TOTAL_BLOCKS());
}

static void say_region(const char *when)
{
   say("%s: depth %lu: %lu in %lu, peak %lu, left %ld in %ld\n", when,
       HEAPPROF_REGION_DEPTH, HEAPPROF_REGION_BYTES(),
       HEAPPROF_REGION_BLOCKS(), HEAPPROF_REGION_PEAK_BYTES(),
       HEAPPROF_REGION_LEFT_BYTES(), HEAPPROF_REGION_LEFT_BLOCKS());
}

static void inner(size_t size_B)
{
   HEAPPROF_REGION_BEGIN("inner");
   get(1, size_B);
   drop(1);
   say_region("inner");
   HEAPPROF_REGION_END;
}

static void nested(void)
{
   say("running %d\n", HEAPPROF_IS_RUNNING);
   get(0, 1000);
   say_process("before");
   HEAPPROF_REGION_BEGIN("outer");
   get(2, 50);
   inner(300);
   inner(500);
   say_region("outer");
   kept[2] = realloc(kept[2], 70);
   drop(0);
   say_region("outer, later");
   HEAPPROF_REGION_END;
   inner(20);
   HEAPPROF_REGION_BEGIN("\303\244\t\"\1");
   HEAPPROF_REGION_END;
   HEAPPROF_REGION_BEGIN((const char *)16);
   HEAPPROF_REGION_END;
   say_process("after");
}

/* ---- Threads and processes ---------------------------------------------- */

static pthread_barrier_t barrier;

static void *in_thread(void *unused)
{
   (void)unused;
   HEAPPROF_REGION_BEGIN("thread");
   pthread_barrier_wait(&barrier); /* main is in its region now */
   get(3, 100);
   get(4, 200);
   drop(4);
   pthread_barrier_wait(&barrier);
   pthread_barrier_wait(&barrier); /* main has looked */
   HEAPPROF_REGION_BEGIN("left open");
   get(5, 40);
   return NULL;
}

static void threads(void)
{
   pthread_t thread;
   pthread_barrier_init(&barrier, NULL, 2);
   pthread_create(&thread, NULL, in_thread, NULL);
   HEAPPROF_REGION_BEGIN("main");
   pthread_barrier_wait(&barrier);
   pthread_barrier_wait(&barrier);
   get(6, 7);
   say_region("main");
   HEAPPROF_REGION_END;
   pthread_barrier_wait(&barrier);
   pthread_join(thread, NULL);
   /* That thread is in no region any more. */
   HEAPPROF_REGION_BEGIN("later");
   get(7, 60000);
   drop(7);
   HEAPPROF_REGION_END;
}

static void *in_region_for_good(void *unused)
{
   (void)unused;
   HEAPPROF_REGION_BEGIN("other");
   pthread_barrier_wait(&barrier);
   pause();
   return NULL;
}

static void forks(void)
{
   pthread_t thread;
   pthread_barrier_init(&barrier, NULL, 2);
   pthread_create(&thread, NULL, in_region_for_good, NULL);
   pthread_barrier_wait(&barrier);
   HEAPPROF_REGION_BEGIN("forked");
   pid_t child = fork();
   get(8, child == 0 ? 5000 : 6);
   say_region(child == 0 ? "child" : "parent");
   HEAPPROF_REGION_END;
   if (child == 0)
      exit(0);
   waitpid(child, NULL, 0);
}

/* ---- What does not match ------------------------------------------------ */

static void jumps(void)
{
   jmp_buf place;
   HEAPPROF_REGION_BEGIN("outer");
   volatile unsigned long depth = HEAPPROF_REGION_DEPTH;
   if (setjmp(place) == 0) {
      HEAPPROF_REGION_BEGIN("left");
      HEAPPROF_REGION_BEGIN("left too");
      get(9, 11);
      longjmp(place, 1);
   }
   HEAPPROF_REGION_UNWIND(depth);
   get(10, 22);
   say_region("after the jump");
   HEAPPROF_REGION_END;
   say_process("at last");
}

static void unbalanced(void)
{
   HEAPPROF_REGION_END;
   HEAPPROF_REGION_END;
   say("%lu %d\n", HEAPPROF_REGION_BLOCKS(), HEAPPROF_WITHIN(1, 1));
   for (int i = 0; i < 150; i++)
      HEAPPROF_REGION_BEGIN("again");
   get(11, 33);
   say_region("deep");
   for (int i = 0; i < 150; i++)
      HEAPPROF_REGION_END;
   say("depth %lu\n", HEAPPROF_REGION_DEPTH);
   HEAPPROF_REGION_BEGIN("still open");
   get(12, 44);
}

static void many(void)
{
   char name[16];
   for (int i = 0; i < 9000; i++) {
      snprintf(name, sizeof name, "region %d", i);
      HEAPPROF_REGION_BEGIN(name);
      get(13, 10);
      drop(13);
      HEAPPROF_REGION_END;
   }
   HEAPPROF_REGION_BEGIN("one more");
   get(13, 10);
   say_region("one more");
   HEAPPROF_REGION_END;
}

/* ---- Snapshots and large numbers ---------------------------------------- */

static void snapshots(void)
{
   get(14, 123);
   HEAPPROF_SNAPSHOT;
   get(15, 1);
   HEAPPROF_SNAPSHOT;
   drop(14);
   for (int i = 0; i < 1100; i++)
      HEAPPROF_SNAPSHOT;
}

/* ---- Control ------------------------------------------------------------ */

static void control(void)
{
   get(17, 1);
   HEAPPROF_REGION_BEGIN("stopped");
   HEAPPROF_STOP;
   get(18, 100);
   HEAPPROF_START;
   get(19, 20);
   say_region("stopped and started");
   HEAPPROF_ZERO;
   say_region("zero");
   drop(19);
   get(20, 300);
   say_region("after zero");
   HEAPPROF_REGION_END;
   say("dump %d\n", HEAPPROF_DUMP);
   HEAPPROF_REGION_BEGIN("after the dump");
   HEAPPROF_REGION_END;
   say("dump %d\n", HEAPPROF_DUMP);
}

/* Together more than fits in 32 bits. */
static void large(void)
{
   HEAPPROF_REGION_BEGIN("large");
   for (int i = 0; i < 5; i++) {
      get(16, (size_t)1 << 30);
      drop(16);
   }
   say_region("large");
   HEAPPROF_REGION_END;
   say_process("large");
}

int main(int argc, char **argv)
{
   static const struct { const char *name; void (*run)(void); } cases[] = {
      { "nested", nested }, { "threads", threads }, { "forks", forks },
      { "jumps", jumps }, { "unbalanced", unbalanced }, { "many", many },
      { "snapshots", snapshots }, { "control", control },
      { "large", large },
   };
   const char *wanted = argc > 1 ? argv[1] : "nested";
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      if (strcmp(cases[i].name, wanted) == 0)
         cases[i].run();
   return 0;
}
