/* ac_steps.h -- the call paths of a profile, with a step for each inlined function, too.

   A step is a function on a path: one that was called by the step before, or code that
   was inlined into it.  Frames number what a step can be: the functions of the model
   (ac_calls.h), then its inlined code, then the one of ac_steps_pruned.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_STEPS_H
#define AC_STEPS_H

#include "counts/ac_calls.h"

#include <stdbool.h>

typedef struct ac_call_step {
   uint32_t caller;  /* an earlier step, or AC_NO_CALL */
   uint32_t frame;
   uint32_t arc;     /* by which it was called; AC_NO_CALL: inlined, or pruned */
} ac_call_step;

typedef struct ac_steps {
   ac_call_step *of;
   size_t n;
   int64_t *values;  /* of each step: its self cost by event, then its calls */
   size_t n_values;  /* the events and 1 */
   /* private: */
   const tk_alloc *alloc;
   size_t capacity, values_capacity;
} ac_steps;

/* The frame of paths that are not in the profile. */
static inline uint32_t ac_steps_pruned(const ac_calls *calls)
{
   return calls->n_functions + calls->n_inlined;
}

/* AN_NO_MEMORY leaves nothing to close. */
an_status ac_steps_open(ac_steps *steps, const tk_alloc *alloc,
                        const ac_calls *calls, size_t n_events);
void ac_steps_close(ac_steps *steps);

/* Whether a frame is inlined code. */
static inline bool ac_steps_is_inlined(const ac_calls *calls, uint32_t frame)
{
   return frame >= calls->n_functions && frame < ac_steps_pruned(calls);
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
   ac_link *of;             /* by caller, callee, file, line */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} ac_links;

struct ac_costs;

/* The links of all functions, the inlined ones, too.  AN_NO_MEMORY leaves nothing to
   close. */
an_status ac_links_open(ac_links *links, const tk_alloc *alloc,
                        const ac_calls *calls, const struct ac_costs *costs,
                        size_t n_events);
void ac_links_close(ac_links *links);

#endif
