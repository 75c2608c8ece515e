/* owners_saved.c -- blocks that a local variable alone keeps, which is in a register that
   functions must keep, and so on the stack of one that it calls.  Compiled with -O2.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <stdlib.h>
#include <string.h>

typedef struct node {
   struct node *next;
   char text[40];
} node;

static volatile int n_nodes = 5;

static __attribute__((noinline)) node *make_list(void)
{
   node *first = NULL;
   for (int i = 0; i < n_nodes; i++) {
      node *made = calloc(1, sizeof *made);
      made->next = first;
      first = made;
   }
   return first;
}

/* Uses all registers that it must keep for its caller; without one, it saves none. */
static int look(int depth)
{
#if defined(__x86_64__)
   __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\t"
                    "xor %%r14d, %%r14d\n\txor %%r15d, %%r15d"
                    :
                    :
                    : "rbx", "rbp", "r12", "r13", "r14", "r15", "memory");
#endif
   HEAPPROF_OWNERS;
   return depth;
}

static int (*volatile look_at)(int) = look;

/* Keeps its caller's registers. */
static int pass(int depth)
{
   return look_at(depth + 1) + 1;
}

static int (*volatile pass_on)(int) = pass;

static __attribute__((noinline)) int work(int n)
{
   node *held = make_list();
   int sum = pass_on(n);
   for (node *at = held; at != NULL; at = at->next)
      sum += at->text[0];
   return sum;
}

/* With frames of its own between the look and the others. */
static int recurse(int depth);
static int (*volatile again)(int) = recurse;

static int recurse(int depth)
{
   node *mine = make_list();
   int sum = depth == 0 ? look_at(depth) : again(depth - 1);
   for (node *at = mine; at != NULL; at = at->next)
      sum += at->text[0];
   return sum;
}

int main(void)
{
   int sum = work(1) + work(2) + recurse(3);
   return sum == 0;
}
