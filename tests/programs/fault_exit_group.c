/* fault_exit_group.c -- a thread ends the process while all others work:
   the main one and some more allocate and free, one waits for input, one for a
   lock, one computes.  Prints the expected cases, as heap_calls.c.

   fault_exit_group exit|_exit|syscall
   fault_exit_group without-main         the main thread has ended by itself
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CASE __attribute__((noinline)) static

enum { OTHERS = 7, KNOWN = 1000, STATUS = 7 };

static pthread_barrier_t all_known;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int never[2];
static const char *how;

static void *volatile kept;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

CASE void case_known(void)
{
   for (int i = 0; i < KNOWN; i++) {
      use(malloc(24));
      free(use(malloc(8)));
   }
}

/* An unknown number of times. */
static void allocate_for_ever(void)
{
   for (;;) {
      void *block = use(malloc(100));
      free(use(realloc(block, 5000)));
   }
}

static void wait_for_input(void)
{
   char c;
   if (read(never[0], &c, 1) != 0)
      abort();
}

CASE void count_for_ever(void)
{
   for (volatile unsigned i = 0;; i++)
      ;
}

CASE void end_process(void)
{
   for (int i = 0; i < 50; i++) /* let the others reach their states */
      usleep(1000);
   if (strcmp(how, "exit") == 0 || strcmp(how, "without-main") == 0)
      exit(STATUS);
   if (strcmp(how, "_exit") == 0)
      _exit(STATUS);
   syscall(SYS_exit_group, STATUS);
}

static void *work(void *argument)
{
   case_known();
   pthread_barrier_wait(&all_known);
   switch ((int)(intptr_t)argument) {
   case 0: wait_for_input(); break;
   case 1: pthread_mutex_lock(&held); break;
   case 2: count_for_ever(); break;
   case 3: end_process(); break;
   default: allocate_for_ever();
   }
   abort();
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc < 2 || pipe(never) != 0)
      return 1;
   how = argv[1];
   pthread_mutex_lock(&held);
   pthread_barrier_init(&all_known, NULL, OTHERS + 1);
   printf("case_known %d %d %d %d 0 0\n", (OTHERS + 1) * KNOWN * 32,
          (OTHERS + 1) * KNOWN * 2, (OTHERS + 1) * KNOWN * 24,
          (OTHERS + 1) * KNOWN);
   fflush(stdout);
   for (intptr_t i = 0; i < OTHERS; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, work, (void *)i) != 0)
         return 1;
   }
   case_known();
   pthread_barrier_wait(&all_known);
   if (strcmp(how, "without-main") == 0)
      pthread_exit(NULL);
   allocate_for_ever();
   return 0;
}
