/* owners_use.c -- static variables whose blocks are read, or no longer, or that keep more
   and more; prints for each variable what a look at the end must find: its name, and the
   bytes and blocks that are idle.

      owners_use CASE

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each phase of a run takes several times as long as all before. */
enum {
   FIRST_PASSES = 1 << 18,
   GROWTH = 8,
   N_BLOCKS = 20,
   BLOCK_B = 104,
   REQUESTS = 1000,
};

typedef struct node {
   struct node *next;
   char text[BLOCK_B - sizeof(void *)];
} node;

/* Of the first phase: what is read in it, later, at the end, or never; by whom.  The
   compiler leaves out stores that nobody needs. */
#define KEPT __attribute__((used)) static node
KEPT *read_early, *read_midway, *read_late, *never_read, *rewritten, *by_kernel,
   *by_thread, *moved, *in_halves;
KEPT *made_late;
KEPT *cache, *shrinking;
KEPT *busy; /* read by one instruction, in most of the run */
static volatile long sum, passes;

static node *new_list(int n)
{
   node *first = NULL;
   for (int i = 0; i < n; i++) {
      node *next = malloc(sizeof *next);
      memset(next->text, i, sizeof next->text);
      next->next = first;
      first = next;
   }
   return first;
}

static void read_list(const node *from, int n)
{
   for (; from != NULL && n > 0; from = from->next, n--)
      sum += from->text[n % 8];
}

static void free_list(node *first)
{
   while (first != NULL) {
      node *next = first->next;
      free(first);
      first = next;
   }
}

static void pass_time(long n)
{
   for (long i = 0; i < n; i++)
      passes += i;
}

/* The longest phase. */
static void keep_busy(void)
{
   for (long i = 0; i < (long)FIRST_PASSES * GROWTH; i++)
      passes += *(volatile char *)busy->text;
}

static void *read_in_thread(void *unused)
{
   read_list(by_thread, N_BLOCKS);
   return unused;
}

static void say(const char *name, int n)
{
   printf("%s %d %d\n", name, n * BLOCK_B, n);
}

/* ---- What is idle ---- */

static void make_lists(void)
{
   node **lists[] = { &read_early, &read_midway, &read_late, &never_read, &rewritten,
                      &by_kernel,  &by_thread,   &moved,     &in_halves };
   for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
      *lists[i] = new_list(N_BLOCKS);
   busy = new_list(1);
   read_list(read_early, N_BLOCKS);
   read_list(in_halves, N_BLOCKS);
   read_list(moved, 1);
}

/* What is in the last phase, which is longer than all others together. */
static void use_late(void)
{
   pthread_t thread;
   int null = open("/dev/null", O_WRONLY);
   read_list(read_late, N_BLOCKS);
   read_list(in_halves, N_BLOCKS / 2);
   for (node *at = rewritten; at != NULL;) {
      node *next = at->next; /* reads it */
      memset(at->text, 1, sizeof at->text);
      at = next == NULL ? NULL : next;
   }
   for (node *at = by_kernel; at != NULL; at = at->next)
      if (write(null, at->text, 8) != 8)
         _exit(1);
   close(null);
   if (pthread_create(&thread, NULL, read_in_thread, NULL) != 0
       || pthread_join(thread, NULL) != 0)
      _exit(1);
   /* Reallocating copies a block; the program does not read it. */
   moved = realloc(moved, sizeof(node[2]));
   made_late = new_list(N_BLOCKS);
}

static void idle(void)
{
   make_lists();
   pass_time(FIRST_PASSES);
   read_list(read_midway, N_BLOCKS); /* at an eighth of the run */
   keep_busy();
   use_late();
   pass_time(FIRST_PASSES);
   say("read_early", N_BLOCKS);
   say("read_midway", N_BLOCKS);
   say("read_late", 0);
   say("never_read", N_BLOCKS);
   say("rewritten", 0);
   say("by_kernel", 0);
   say("by_thread", 0);
   say("in_halves", N_BLOCKS / 2);
   printf("moved %d %d\n", (N_BLOCKS + 1) * BLOCK_B, N_BLOCKS);
   say("made_late", 0);
   say("busy", 0);
}

/* A block that was read before counting began again may be in use: nothing is known. */
static void zeroed(void)
{
   make_lists();
   pass_time(FIRST_PASSES);
   HEAPPROF_ZERO;
   node *kept = new_list(N_BLOCKS);
   never_read = NULL;
   read_midway = kept;
   keep_busy();
   say("read_early", 0);
   say("read_midway", N_BLOCKS);
   say("read_late", 0);
   say("busy", 0);
}

/* A child knows only of its own blocks. */
static void forked(void)
{
   make_lists();
   pass_time(FIRST_PASSES);
   fflush(stdout);
   pid_t child = fork();
   if (child == 0) {
      cache = new_list(N_BLOCKS);
      pass_time((long)FIRST_PASSES * GROWTH);
      _exit(0);
   }
   int status;
   waitpid(child, &status, 0);
   say("cache", N_BLOCKS);
}

/* ---- What only grows ---- */

static void growing(void)
{
   shrinking = new_list(4 * REQUESTS);
   for (int look = 0; look < 4; look++) {
      for (int i = 0; i < REQUESTS; i++) {
         node *next = new_list(1);
         next->next = cache;
         cache = next;
         node *old = shrinking;
         shrinking = old->next;
         free(old);
      }
      HEAPPROF_OWNERS;
   }
   free_list(cache);
   cache = NULL;
}

int main(int argc, char **argv)
{
   static const struct {
      const char *name;
      void (*run)(void);
   } cases[] = {
      { "idle", idle }, { "zeroed", zeroed }, { "forked", forked }, { "growing", growing }
   };
   for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof cases[0]; i++)
      if (strcmp(argv[1], cases[i].name) == 0) {
         cases[i].run();
         return 0;
      }
   return 1;
}
