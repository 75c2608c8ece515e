/* ac_estimate_private.h -- what the files of the estimate share; for ac_estimate.c,
   ac_estimate_paths.c and ac_estimate_cycle.c.

   Rows have a number for each event.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_count.h"
#include "counts/ac_estimate.h"

#include <stdbool.h>

typedef struct ac_flow {
   uint32_t index; /* of the arc, among the sums */
   uint32_t caller, callee;
   bool is_inner;      /* within a cycle, or of a function by itself */
   bool is_large;      /* its share can be seen */
   double weight;      /* of its calls: shares of all events, above 0 */
   const int64_t *raw; /* as the file says */
   int64_t *counts;    /* that flow; of inner ones: none */
   int64_t *shown;     /* that paths have */
} ac_flow;

typedef struct ac_estimate_of {
   ac_call_sums *sums;
   const tk_alloc *alloc;
   const int64_t *totals;
   int64_t *least; /* what a path needs of one event */
   size_t n_events;
   uint32_t n;          /* functions */
   ac_flow *arcs;       /* with a caller: by caller, large and expensive ones first */
   uint32_t *first_arc; /* of each function, and the end */
   uint32_t *callers;   /* arcs by callee */
   uint32_t *first_caller;
   uint32_t *order;    /* functions: callees first, those of a cycle together */
   uint32_t *place;    /* of each function there */
   uint32_t *first;    /* of each function: the place where its cycle begins, and ends: */
   uint32_t *end;      /* its own place and the next, if it is in none */
   int64_t *wholes;    /* rows by function: what it, or its cycle, costs with its calls */
   int64_t *most;      /* the same as the file says, by the calls of others or by others'
                           calls; of a cycle, only its first function has it */
   int64_t *from_none; /* rows by function: calls from none */
   int64_t *inclusive; /* rows by function */
} ac_estimate_of;

static inline int64_t *ac_estimate_row(const ac_estimate_of *e, int64_t *rows,
                                       uint32_t function)
{
   return rows + function * e->n_events;
}

static inline const int64_t *ac_estimate_self(const ac_estimate_of *e, uint32_t function)
{
   return ac_call_sums_self(e->sums, function);
}

static inline bool ac_estimate_is_cycle(const ac_estimate_of *e, uint32_t function)
{
   return e->end[function] - e->first[function] > 1;
}

/* The part of `of` that part / whole is, rounded down; at most all. */
static inline int64_t ac_estimate_part(int64_t of, int64_t part, int64_t whole)
{
   if (of <= 0 || part <= 0 || whole <= 0)
      return 0;
   if (part >= whole)
      return of;
   return (int64_t)((unsigned __int128)of * (uint64_t)part / (uint64_t)whole);
}

/* The difference: of sums that did not fit, which is an error already, any number. */
static inline int64_t ac_estimate_minus(int64_t a, int64_t b)
{
   int64_t difference;
   return __builtin_sub_overflow(a, b, &difference) ? 0 : difference;
}

/* Adds counts: at most the largest number; negative ones are 0. */
static inline void ac_estimate_add(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (counts[i] > 0)
         sums[i] = (int64_t)tk_count_add((uint64_t)sums[i], (uint64_t)counts[i]);
}

/* ---- Cycles (ac_estimate_cycle.c) ---- */

/* A cycle, as a call from outside of one of its functions sees it: where what flows in
   there, 1 of each event, goes.  Rows by the place in the cycle. */
typedef struct ac_cycle_entry {
   uint32_t function;
   uint32_t
      *ranks; /* an order, in which calls that lead back cost little; the entry's: 0 */
   double *through; /* how much of what each function costs, with all its calls */
   double *calls;   /* what calls by functions before it cost */
   double *wholes;  /* what flows through, but back */
   bool has_rest;   /* some does not reach the functions that cost it */
} ac_cycle_entry;

/* Looks at about so many numbers at most, and returns how many: then it is less exact. */
size_t ac_cycle_entry_open(const ac_estimate_of *e, uint32_t function, size_t most_work,
                           ac_cycle_entry *entry);

/* What flows through an arc by one of its functions; none, if it leads back. */
double ac_cycle_entry_flow(const ac_estimate_of *e, const ac_cycle_entry *entry,
                           const ac_flow *arc, size_t event);

/* ---- Paths (ac_estimate_paths.c) ---- */

/* Adds paths: of each function at most what it costs. */
void ac_estimate_paths(ac_estimate_of *e);
