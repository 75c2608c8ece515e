/* ac_cycles.c -- functions that call each other: the strongly connected components of
   the calls, found by Tarjan's algorithm ("Depth-First Search and Linear Graph
   Algorithms", 1972) without recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_costs.h"

#include <string.h>

/* Arrays by function, all in one block. */
typedef struct {
   const ac_calls *calls;
   uint32_t *next;   /* its next arc to follow; arcs of one caller are together */
   uint32_t *number; /* in the order of visits, from 1; 0: not visited */
   uint32_t *low;    /* the least number that is reached from here */
   uint32_t *path;   /* functions that are being visited */
   uint32_t *stack;  /* functions without a component yet */
   uint32_t *cycle;  /* the result; UINT32_MAX: on the stack */
   uint32_t *order;  /* likewise: functions, callees first; or NULL */
   size_t n_path, n_stack, n_ordered;
   uint32_t n_visited, n_cycles;
} search;

enum { ARRAYS = 5 };

static void visit_function(search *s, uint32_t function)
{
   s->number[function] = s->low[function] = ++s->n_visited;
   s->path[s->n_path++] = function;
   s->stack[s->n_stack++] = function;
   s->cycle[function] = UINT32_MAX;
}

static void lower_number(search *s, uint32_t function, uint32_t number)
{
   if (number < s->low[function])
      s->low[function] = number;
}

/* Takes the function and all above it from the stack: they call each other. */
static void take_component(search *s, uint32_t function)
{
   size_t n = s->n_stack;
   while (s->stack[--s->n_stack] != function)
      ;
   uint32_t cycle = n - s->n_stack > 1 ? ++s->n_cycles : 0;
   for (size_t i = s->n_stack; i < n; i++) {
      s->cycle[s->stack[i]] = cycle;
      if (s->order != NULL)
         s->order[s->n_ordered++] = s->stack[i];
   }
}

/* Follows one more call of the last function of the path, or leaves the function. */
static void go_on(search *s)
{
   const ac_arc *arcs = s->calls->arcs;
   uint32_t at = s->path[s->n_path - 1], arc = s->next[at];
   if (arc < s->calls->n_arcs && arcs[arc].caller == at) {
      uint32_t callee = arcs[arc].callee;
      s->next[at]++;
      if (s->number[callee] == 0)
         visit_function(s, callee);
      else if (s->cycle[callee] == UINT32_MAX)
         lower_number(s, at, s->number[callee]);
      return;
   }
   if (s->low[at] == s->number[at])
      take_component(s, at);
   if (--s->n_path > 0)
      lower_number(s, s->path[s->n_path - 1], s->low[at]);
}

/* Numbers cycles by their first functions. */
static void renumber_cycles(search *s)
{
   uint32_t *order = s->number; /* of each cycle */
   uint32_t n = 0;
   memset(order, 0, s->calls->n_functions * sizeof *order);
   for (uint32_t i = 0; i < s->calls->n_functions; i++) {
      uint32_t cycle = s->cycle[i];
      if (cycle == 0)
         continue;
      if (order[cycle - 1] == 0)
         order[cycle - 1] = ++n;
      s->cycle[i] = order[cycle - 1];
   }
}

void ac_cycles_find(const ac_calls *calls, const tk_alloc *alloc, uint32_t *cycle,
                    size_t *n, uint32_t *order)
{
   size_t n_functions = calls->n_functions;
   uint32_t *at = tk_get(alloc, AN_LABEL, (ARRAYS * n_functions + 1) * sizeof *at);
   search s = { .calls = calls,
                .next = at,
                .number = at + n_functions,
                .low = at + 2 * n_functions,
                .path = at + 3 * n_functions,
                .stack = at + 4 * n_functions,
                .cycle = cycle,
                .order = order };
   memset(at, 0, 2 * n_functions * sizeof *at);
   for (uint32_t i = calls->n_arcs; i-- > 0;)
      if (calls->arcs[i].caller != AC_NO_CALL)
         s.next[calls->arcs[i].caller] = i;
   for (uint32_t i = 0; i < n_functions; i++) {
      if (s.number[i] == 0)
         visit_function(&s, i);
      while (s.n_path > 0)
         go_on(&s);
   }
   renumber_cycles(&s);
   *n = s.n_cycles;
}
