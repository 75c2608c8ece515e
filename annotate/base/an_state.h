/* an_state.h -- how a run stood when its profile was written, as both kinds of
   profile tell it (docs/FORMAT-cachesim.md, docs/FORMAT-heapprof.md).
   an_state_json.h writes it as JSON, report/an_state_print.h for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STATE_H
#define AN_STATE_H

#include "base/an_span.h"

#include <stdint.h>
#include <stdio.h>

typedef enum an_state_how {
   AN_STATE_UNTOLD,   /* of an older profile: the program is taken to have ended */
   AN_STATE_EXITED,   /* by itself */
   AN_STATE_KILLED,   /* by a signal */
   AN_STATE_REPLACED, /* it became another program, by execve */
   AN_STATE_DUMPED,   /* it went on; somebody asked for the profile */
   AN_STATE_PARTIAL,  /* it went on; what came after the checkpoint is missing */
   AN_STATE_HOWS
} an_state_how;

/* The strings are borrowed. */
typedef struct an_state {
   an_state_how how;
   int64_t number; /* exit status, signal, or milliseconds into the run */
   const char *by; /* AN_STATE_REPLACED: that program; else NULL */
   const char *predecessor; /* profile of what was before execve, or NULL */
} an_state;

static inline bool an_state_is_partial(const an_state *state)
{
   return state->how == AN_STATE_PARTIAL;
}

/* ---- Reading ---- */

/* The state that profiles call by this name; AN_STATE_UNTOLD if none is. */
an_state_how an_state_find(an_span name);

/* The name itself. */
const char *an_state_name(an_state_how how);

/* What JSON calls that which belongs to it: `by` or `number`; NULL: nothing
   does. */
const char *an_state_key(an_state_how how);

/* Whether a number can belong to it: there is no signal 0. */
bool an_state_fits(an_state_how how, int64_t number);

/* ---- Adding up ---- */

/* That of the sum of n profiles: of one, its own; of several, partial, with the
   longest time, if one is, and else untold. */
an_state an_state_sum(const an_state *states, size_t n);

/* ---- As text ---- */

enum { AN_STATE_TEXT_B = 96 };

/* Of a partial one: "a checkpoint 30.1 s into the run; what came later is
   missing".  Returns `text`. */
const char *an_state_describe(const an_state *state,
                              char text[AN_STATE_TEXT_B]);

#endif
