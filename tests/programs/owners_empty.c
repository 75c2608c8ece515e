/* owners_empty.c -- looks at the heap when there is none, or only a part of one; prints
   how many were asked for.  The program writes by write(), as printf() allocates.

      owners_empty CASE

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

enum { BLOCK_B = 100, POOL_B = 1 << 16, N_POOL = 10 };

__attribute__((used)) static void *volatile kept;
static char pool[POOL_B];
static int n_looks;

static void look(void)
{
   n_looks++;
   HEAPPROF_OWNERS;
}

static void say(void)
{
   const char text[] = { (char)('0' + n_looks), '\n' };
   if (write(1, text, sizeof text) < 0)
      _exit(1);
}

/* Before main. */
__attribute__((constructor)) static void early(int argc, char **argv)
{
   if (argc == 2 && strcmp(argv[1], "early") == 0)
      look();
}

static void look_and_say(void)
{
   look();
   say();
}

static void on_signal(int signal)
{
   (void)signal;
   look();
}

static void in_child(void)
{
   pid_t child = fork();
   look();
   if (child == 0)
      _exit(0);
   waitpid(child, NULL, 0);
}

/* Blocks of its own, and none of the heap. */
static void pools(void)
{
   for (int i = 0; i < N_POOL; i++) {
      VALGRIND_MALLOCLIKE_BLOCK(pool + (size_t)i * BLOCK_B, BLOCK_B, 0, 0);
      look();
   }
   kept = pool;
}

static void one_case(const char *name)
{
   if (strcmp(name, "none") == 0) {
      look();
   } else if (strcmp(name, "before") == 0) {
      look();
      kept = malloc(BLOCK_B);
   } else if (strcmp(name, "after") == 0) {
      free(malloc(BLOCK_B));
      look();
   } else if (strcmp(name, "stopped") == 0) {
      HEAPPROF_STOP;
      kept = malloc(BLOCK_B);
      look();
   } else if (strcmp(name, "zeroed") == 0) {
      kept = malloc(BLOCK_B);
      HEAPPROF_ZERO;
      n_looks = 0;
      look();
   } else if (strcmp(name, "signal") == 0) {
      signal(SIGUSR1, on_signal);
      raise(SIGUSR1);
   } else if (strcmp(name, "child") == 0) {
      in_child();
   } else if (strcmp(name, "child-live") == 0) {
      kept = malloc(BLOCK_B);
      in_child();
   } else if (strcmp(name, "pools") == 0) {
      pools();
   } else if (strcmp(name, "exit") == 0) {
      atexit(look_and_say);
      exit(0);
   } else if (strcmp(name, "empty-block") == 0) {
      kept = malloc(0);
      look();
   }
}

int main(int argc, char **argv)
{
   if (argc == 2)
      one_case(argv[1]);
   say();
   return 0;
}
