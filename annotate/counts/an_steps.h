/* an_steps.h -- the call paths of a profile, with a step for each inlined function, too.

   A step is a function on a path: one that was called by the step before, or code that
   was inlined into it.  Frames number what a step can be: the functions of the model
   (an_calls.h), then its inlined code, then the one of an_steps_left_out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STEPS_H
#define AN_STEPS_H

#include "counts/an_calls.h"

#include <stdbool.h>

typedef struct an_call_step {
   uint32_t caller;  /* an earlier step, or AN_NO_CALL */
   uint32_t frame;
   uint32_t arc;     /* by which it was called; AN_NO_CALL: inlined, or left out */
} an_call_step;

typedef struct an_steps {
   an_call_step *of;
   size_t n;
   int64_t *values;  /* of each step: its self cost by event, then its calls */
   size_t n_values;  /* the events and 1 */
   /* private: */
   const tk_alloc *alloc;
   size_t capacity, values_capacity;
} an_steps;

/* The frame of paths that are not in the profile. */
static inline uint32_t an_steps_left_out(const an_calls *calls)
{
   return calls->n_functions + calls->n_inlined;
}

/* AN_NO_MEMORY leaves nothing to close. */
an_status an_steps_open(an_steps *steps, const tk_alloc *alloc,
                        const an_calls *calls, size_t n_events);
void an_steps_close(an_steps *steps);

/* Whether a frame is inlined code. */
static inline bool an_steps_is_inlined(const an_calls *calls, uint32_t frame)
{
   return frame >= calls->n_functions && frame < an_steps_left_out(calls);
}

/* ---- Links: the calls of one function by another, from one line ---- */

typedef struct an_link {
   uint32_t caller, callee; /* rows of an_costs.h; caller AN_NO_CALL: none */
   const char *file;        /* of the call; NULL: unknown */
   uint32_t line;           /* 0: unknown */
   int64_t n_calls;         /* 0: the callee was inlined there */
   const int64_t *inclusive;
} an_link;

typedef struct an_links {
   an_link *of;             /* by caller, callee, file, line */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   int64_t *counts;
} an_links;

struct an_costs;

/* The links of all functions, the inlined ones, too.  AN_NO_MEMORY leaves nothing to
   close. */
an_status an_links_open(an_links *links, const tk_alloc *alloc,
                        const an_calls *calls, const struct an_costs *costs,
                        size_t n_events);
void an_links_close(an_links *links);

#endif
