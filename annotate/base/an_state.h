/* an_state.h -- the state of a run when its profile was written, the same in both
   kinds of profile (docs/FORMAT-cachesim.md, docs/FORMAT-heapprof.md).

   sections/an_page.h writes it for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"

#include <stdint.h>
#include <stdio.h>

typedef enum an_state_how {
   AN_STATE_UNKNOWN, /* an older profile: taken as ended */
   AN_STATE_EXITED,
   AN_STATE_KILLED,   /* by a signal */
   AN_STATE_REPLACED, /* by another program, by execve */
   AN_STATE_DUMPED,   /* still running: the profile was requested */
   AN_STATE_PARTIAL,  /* still running: a checkpoint; later events are missing */
   AN_STATE_HOWS
} an_state_how;

/* The strings are borrowed. */
typedef struct an_state {
   an_state_how how;
   int64_t number;          /* exit status, signal, or milliseconds into the run */
   const char *by;          /* AN_STATE_REPLACED: the other program; else NULL */
   const char *predecessor; /* the profile before execve, or NULL */
} an_state;

static inline bool an_state_is_partial(const an_state *state)
{
   return state->how == AN_STATE_PARTIAL;
}

/* ---- Reading ---- */

/* The state with this name in profiles, or AN_STATE_UNKNOWN. */
an_state_how an_state_find(an_span name);

/* The state's name in profiles. */
const char *an_state_name(an_state_how how);

/* The JSON key of the state's detail, which is `by` or `number`; NULL: it has none. */
const char *an_state_key(an_state_how how);

/* Whether the number is possible: there is no signal 0. */
bool an_state_fits(an_state_how how, int64_t number);

/* ---- Adding up ---- */

/* The state of the sum of n profiles.  Of one profile, its own.  Of several: partial,
   with the longest time, if any is partial; else unknown. */
an_state an_state_sum(const an_state *states, size_t n);

/* ---- As text ---- */

enum { AN_STATE_TEXT_B = 96 };

/* Describes a partial state: "a checkpoint 30.1 s into the run; what came later is
   missing".  Returns `text`. */
const char *an_state_describe(const an_state *state, char text[AN_STATE_TEXT_B]);

/* ---- As JSON, in outfiles and reports ---- */

struct an_json_out;

/* {"how":"exited","status":0}, or null if the state is not known. */
void an_state_put(struct an_json_out *json, const char *key, const an_state *state);

/* Members on lines of their own, each only if it is known: "state" and
   "predecessor"; of a pair of profiles "states". */
void an_state_put_members(struct an_json_out *json, const an_state *state);
void an_state_put_pair(struct an_json_out *json, const an_state *old,
                       const an_state *new);
