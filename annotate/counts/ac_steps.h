/* ac_steps.h -- a view of the call paths of a profile (ac_calls.h): with a step for each
   inlined function, too.

   A step is a function on a path: one that was called by the step before, or code that
   was inlined into it.  Frames number what a step can be: the functions of the model,
   then its inlined code, then the one of ac_steps_pruned.  Counts stay in the model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"

#include <stdbool.h>

typedef struct ac_call_step {
   uint32_t caller; /* an earlier step, or AC_NO_CALL */
   uint32_t frame;
   uint32_t node;   /* of the model; AC_NO_CALL: code that costs nothing on this path */
   int64_t n_calls; /* with recursive calls that have no path of their own */
} ac_call_step;

typedef struct ac_steps {
   const ac_calls *calls;
   ac_call_step *of;
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *nothing; /* the self cost of steps without a node */
   size_t capacity;
} ac_steps;

/* The frame of paths that are not in the profile. */
static inline uint32_t ac_steps_pruned(const ac_calls *calls)
{
   return calls->n_functions + calls->n_inlined;
}

/* The model is borrowed. */
void ac_steps_open(ac_steps *steps, const tk_alloc *alloc, const ac_calls *calls,
                   size_t n_events);

/* Whether a frame is inlined code. */
static inline bool ac_steps_is_inlined(const ac_calls *calls, uint32_t frame)
{
   return frame >= calls->n_functions && frame < ac_steps_pruned(calls);
}

/* The arc by which the step was called; AC_NO_CALL: it is inlined, or pruned. */
static inline uint32_t ac_steps_arc(const ac_steps *steps, size_t i)
{
   const ac_call_step *step = &steps->of[i];
   return step->frame < steps->calls->n_functions ? steps->calls->nodes[step->node].what
                                                  : AC_NO_CALL;
}

static inline const int64_t *ac_steps_self(const ac_steps *steps, size_t i)
{
   uint32_t node = steps->of[i].node;
   return node == AC_NO_CALL ? steps->nothing : steps->calls->nodes[node].self;
}

/* ---- Links: the calls of one function by another, from one line ---- */

typedef struct ac_link {
   uint32_t caller, callee; /* rows of ac_costs.h; caller AC_NO_CALL: none */
   const char *file;        /* of the call; NULL: unknown */
   uint32_t line;           /* 0: unknown */
   int64_t n_calls;         /* 0: the callee was inlined there */
   const int64_t *inclusive;
} ac_link;

typedef struct ac_links {
   ac_link *of; /* by caller, callee, file, line */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} ac_links;

struct ac_costs;

/* The links of all functions, the inlined ones, too. */
void ac_links_open(ac_links *links, const tk_alloc *alloc, const ac_calls *calls,
                   const struct ac_costs *costs, size_t n_events);
