/* wild_coroutines.c -- generators, each on its own stack, by swapcontext: one
   resumes another, some end, some are abandoned; their results are known.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK_B = 64 * 1024, N_GENERATORS = 50, N_ROUNDS = 200 };

typedef struct {
   ucontext_t own, caller;
   void *stack;
   long value;
   int id, ended;
} Generator;

static Generator generators[N_GENERATORS];

static void yield(Generator *g, long value)
{
   g->value = value;
   swapcontext(&g->own, &g->caller);
}

/* Yields from as deep as its id, so that stacks differ. */
static void deep(Generator *g, int depth, int round)
{
   char *block = malloc(16 + depth);

   if (depth > 0)
      deep(g, depth - 1, round);
   else
      yield(g, (long)g->id * round);
   free(block);
}

/* makecontext passes only ints. */
static void body(int id)
{
   Generator *g = &generators[id];

   for (int round = 0; round < N_ROUNDS - id; round++)
      deep(g, id % 7, round);
   g->ended = 1;
}

static void start(int id)
{
   Generator *g = &generators[id];

   g->id = id;
   g->stack = malloc(STACK_B);
   getcontext(&g->own);
   g->own.uc_stack.ss_sp = g->stack;
   g->own.uc_stack.ss_size = STACK_B;
   g->own.uc_link = &g->caller;
   makecontext(&g->own, (void (*)(void))body, 1, id);
}

int main(void)
{
   long sum = 0;
   int n_ended = 0;

   for (int i = 0; i < N_GENERATORS; i++)
      start(i);
   for (int round = 0; round < N_ROUNDS - N_GENERATORS / 2; round++)
      for (int i = 0; i < N_GENERATORS; i++)
         if (!generators[i].ended) {
            swapcontext(&generators[i].caller, &generators[i].own);
            if (!generators[i].ended)
               sum += generators[i].value;
         }
   for (int i = 0; i < N_GENERATORS; i++)
      n_ended += generators[i].ended;
   printf("sum %ld, %d ended\n", sum, n_ended);
   return 10;
}
