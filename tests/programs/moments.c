/* moments.c -- two threads write to one line of memory, and blocks are read, before and
   after what makes counts begin again, stop, or go on elsewhere.

      moments dump|zero|late|fork|exec|wait|blocks

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Alignas(64) volatile long slots[2];
static volatile long sum;

typedef struct {
   volatile long *slot;
   long n;
} work;

/* Each round is one write. */
static void *put(void *argument)
{
   const work *of = argument;
   for (long i = 0; i < of->n; i++)
      *of->slot = i; /* shared */
   return NULL;
}

/* Two threads write n times each. */
static void share(long n)
{
   pthread_t threads[2];
   work works[2] = { { &slots[0], n }, { &slots[1], n } };
   for (int i = 0; i < 2; i++)
      if (pthread_create(&threads[i], NULL, put, &works[i]) != 0)
         abort();
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
}

enum { BLOCK_B = 1 << 20, LINE_B = 64 };

static __attribute__((noinline)) char *make_block(void)
{
   char *block = malloc(BLOCK_B);
   if (block == NULL)
      abort();
   memset(block, 1, BLOCK_B);
   return block;
}

/* Misses each line of memory once, if the caches are smaller. */
static __attribute__((noinline)) void read_block(const char *block)
{
   for (int i = 0; i < BLOCK_B; i += LINE_B)
      sum += block[i];
}

static void blocks(void)
{
   char *early = make_block();
   read_block(early);
   CACHESIM_START_INSTRUMENTATION;
   read_block(early);
   CACHESIM_STOP_INSTRUMENTATION;
   char *between = make_block();
   free(early);
   CACHESIM_START_INSTRUMENTATION;
   read_block(between);
   free(between);
}

static void fork_and_share(void)
{
   share(1000);
   fflush(stdout);
   pid_t child = fork();
   if (child == 0) {
      share(300);
      exit(0);
   }
   waitpid(child, NULL, 0);
   share(400);
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   if (strcmp(what, "dump") == 0) {
      share(1000);
      (void)CACHESIM_DUMP;
      share(500);
   } else if (strcmp(what, "zero") == 0) {
      share(1000);
      CACHESIM_ZERO;
      share(500);
   } else if (strcmp(what, "late") == 0) {
      share(700);
      CACHESIM_START_INSTRUMENTATION;
      share(400);
      CACHESIM_STOP_INSTRUMENTATION;
      share(100);
      CACHESIM_START_INSTRUMENTATION;
      share(200);
   } else if (strcmp(what, "fork") == 0) {
      fork_and_share();
   } else if (strcmp(what, "exec") == 0) {
      share(1000);
      execl(argv[0], argv[0], "after", (char *)NULL);
      return 1;
   } else if (strcmp(what, "after") == 0) {
      share(200);
   } else if (strcmp(what, "wait") == 0) {
      share(1000);
      while (getchar() != EOF)
         ;
   } else if (strcmp(what, "blocks") == 0) {
      blocks();
   }
   return 0;
}
