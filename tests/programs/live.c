/* live.c -- a program that takes orders line by line, and can do other work
   meanwhile; for commands from outside.

      live [spin] [threads] [fork]

   It prints `ready`, and `done` after each line of its input: `alloc`, `realloc` or
   `free` a block, `work` with some, `think` long without any; it ends with the input.
   spin: polls its input instead of waiting in a system
   call.  threads: four others work all the time.  fork: a child waits beside it,
   and ends with it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_BLOCKS = 100, N_THREADS = 4, KEPT = 64 };

static void *blocks[MAX_BLOCKS];
static int n_blocks;
static atomic_bool at_end;

__attribute__((noinline)) static void *case_alloc(void)
{
   return malloc(1000);
}

__attribute__((noinline)) static void *case_realloc(void *p)
{
   return realloc(p, 3000);
}

/* Some live blocks that come and go, the same in each call. */
__attribute__((noinline)) static void case_work(int rounds)
{
   void *kept[KEPT] = { NULL };
   unsigned random = 1;
   for (int i = 0; i < rounds; i++) {
      random = random * 1103515245 + 12345;
      unsigned k = random >> 16 & (KEPT - 1);
      free(kept[k]);
      kept[k] = malloc(16 + (random >> 8 & 1023));
   }
   for (int k = 0; k < KEPT; k++)
      free(kept[k]);
}

static void *thread(void *nothing)
{
   (void)nothing;
   while (!at_end)
      case_work(100);
   return NULL;
}

static void obey(const char *line)
{
   if (strcmp(line, "alloc") == 0 && n_blocks < MAX_BLOCKS)
      blocks[n_blocks++] = case_alloc();
   else if (strcmp(line, "realloc") == 0 && n_blocks > 0)
      blocks[n_blocks - 1] = case_realloc(blocks[n_blocks - 1]);
   else if (strcmp(line, "free") == 0 && n_blocks > 0)
      free(blocks[--n_blocks]);
   else if (strcmp(line, "work") == 0)
      case_work(100000);
   else if (strcmp(line, "think") == 0)
      for (volatile int i = 0; i < 10000000; i++)
         continue;
   write(STDOUT_FILENO, "done\n", 5);
}

/* False at the end of the input.  (stdio would allocate.) */
static int read_line(char *line, size_t size, int spins)
{
   size_t n = 0;
   struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
   while (n + 1 < size) {
      while (spins && poll(&input, 1, 0) == 0)
         case_work(10);
      if (read(STDIN_FILENO, line + n, 1) != 1)
         return 0;
      if (line[n] == '\n')
         break;
      n++;
   }
   line[n] = '\0';
   return 1;
}

/* A child that ends when the other end of its pipe does, with its parent. */
static void start_child(int pipes[2])
{
   char nothing;
   if (pipe(pipes) != 0)
      exit(1);
   pid_t child = fork();
   if (child == 0) {
      close(pipes[1]);
      free(case_alloc());
      read(pipes[0], &nothing, 1);
      exit(0);
   }
   close(pipes[0]);
   dprintf(STDOUT_FILENO, "child %d\n", (int)child);
}

int main(int argc, char **argv)
{
   pthread_t threads[N_THREADS];
   int spins = 0, n_threads = 0, has_child = 0, pipes[2];
   char line[80];
   for (int i = 1; i < argc; i++) {
      spins |= strcmp(argv[i], "spin") == 0;
      if (strcmp(argv[i], "threads") == 0)
         n_threads = N_THREADS;
      has_child |= strcmp(argv[i], "fork") == 0;
   }
   if (has_child)
      start_child(pipes);
   for (int i = 0; i < n_threads; i++)
      pthread_create(&threads[i], NULL, thread, NULL);
   write(STDOUT_FILENO, "ready\n", 6);
   while (read_line(line, sizeof line, spins))
      obey(line);
   at_end = 1;
   for (int i = 0; i < n_threads; i++)
      pthread_join(threads[i], NULL);
   if (has_child) {
      close(pipes[1]);
      wait(NULL);
   }
   return 0;
}
