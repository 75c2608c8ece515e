/* an_state.h -- how a run stood when its profile was written, as both kinds of
   profile tell it (docs/FORMAT-cachesim.md, docs/FORMAT-heapprof.md).

   What it is made of is pure (an_state.c); what prints it is an_state_print.c.
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

/* ---- Telling.  Write errors are left to ferror(out). ---- */

enum { AN_STATE_TEXT_B = 96 };

/* Of a partial one: "a checkpoint 30.1 s into the run; what came later is
   missing".  Returns `text`. */
const char *an_state_describe(const an_state *state,
                              char text[AN_STATE_TEXT_B]);

/* Lines of a report's metadata: "Ended:", "Dumped:" or "Partial:", if it did not
   end by itself with status 0; "Before exec:".  `whose` is NULL or begins the
   label: "Old". */
void an_state_print(const an_state *state, const char *whose, FILE *out);

/* Members of a JSON object, each followed by a comma and a line's end: "state"
   and "predecessor", if they are told; of two profiles, "states", if one is. */
void an_state_print_json(const an_state *state, FILE *out);
void an_state_print_pair_json(const an_state *old, const an_state *new,
                              FILE *out);

/* The object that says how, or null. */
void an_state_print_how(const an_state *state, FILE *out);

/* ---- Commands.  `file` is as an_command_error takes it. ---- */

/* Says on standard error of a partial profile that it is one. */
void an_state_warn(const an_state *state, const char *file);

/* Whether limits can be held against the profile: not if it is partial; false
   after a message. */
bool an_state_can_be_judged(const an_state *state, const char *file);

#endif
