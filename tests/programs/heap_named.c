/* heap_named.c -- heap_named MODE: threads with names, which allocate.
   Modes: fork, by the last thread; zero, before the end; many; none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heapprof.h"

enum { MANY = 1100 };

static const char *mode;
static pthread_barrier_t is_named;
static void *volatile kept;

static void *work(void *name)
{
   if (name != NULL)
      pthread_setname_np(pthread_self(), name);
   kept = malloc(1000);
   return NULL;
}

/* Is named by another thread, and lives until the end. */
static void *wait_for_end(void *unused)
{
   kept = malloc(500);
   pthread_barrier_wait(&is_named);
   for (;;)
      pause();
   return unused;
}

static void *fork_child(void *name)
{
   work(name);
   pid_t child = strcmp(mode, "fork") == 0 ? fork() : -1;
   if (child == 0) {
      kept = malloc(300);
      _exit(0);
   }
   if (child > 0)
      waitpid(child, NULL, 0);
   return NULL;
}

static void run(void *(*function)(void *), const char *name)
{
   pthread_t thread;
   pthread_create(&thread, NULL, function, (void *)name);
   pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
   pthread_t late;
   if (argc < 2)
      return 2;
   mode = argv[1];
   for (int i = 0; strcmp(mode, "many") == 0 && i < MANY; i++)
      run(work, "one of many");
   run(work, "worker");
   run(work, "<b>\"\n\xff");
   run(work, NULL);
   pthread_barrier_init(&is_named, NULL, 2);
   pthread_create(&late, NULL, wait_for_end, NULL);
   pthread_setname_np(late, "late");
   pthread_barrier_wait(&is_named);
   run(fork_child, "forker");
   if (strcmp(mode, "zero") == 0)
      HEAPPROF_ZERO;
   kept = malloc(1);
   return 0;
}
