/* an_profile.h -- the model: what every reader fills and every renderer
   prints, whatever the format it came in.

   A profile is a header (description, command, events) and a body of
   counts: one row of int64_t per (file, function, line), in event order.
   It is filled by _add_* and _begin/_add calls, then _finish sorts and sums
   it; after that it does not change.
   Lines are read with an_lines.h, which sums what arrived for one line.

   Counts are signed because differences of profiles are profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PROFILE_H
#define AN_PROFILE_H

#include "base/an_error.h"
#include "base/an_state.h"
#include "base/tk_alloc.h"

#include <stdint.h>

typedef struct an_profile an_profile;

typedef struct an_function {
   const char *name;
   size_t file;           /* index of its file */
   const int64_t *totals; /* one per event */
   size_t first_block, n_blocks; /* private */
} an_function;

typedef struct an_file {
   const char *name;
   const int64_t *totals;
   size_t first_function, n_functions; /* indices of its functions */
} an_file;

/* ---- Building.  Text need not end in NUL and is copied. ---- */

/* An empty profile, or NULL if memory ran out.  `alloc` is borrowed. */
an_profile *an_profile_new(const tk_alloc *alloc);
void an_profile_free(an_profile *profile);

/* A string that lives as long as the profile; equal text gives the same
   pointer.  NULL if memory ran out. */
const char *an_profile_intern(an_profile *profile, const char *text,
                              size_t length);

an_status an_profile_add_desc(an_profile *profile, const char *text,
                              size_t length);
an_status an_profile_set_desc(an_profile *profile, size_t index,
                              const char *text, size_t length);
an_status an_profile_set_command(an_profile *profile, const char *text,
                                 size_t length);

/* One for each file, in their order; of a pair, one for each side. */
an_status an_profile_add_state(an_profile *profile, const an_state *state);

/* Events, at least one, are all added before the first _begin. */
an_status an_profile_add_event(an_profile *profile, const char *text,
                               size_t length);

/* What a profile says of itself beside its counts.  Text that is there already is
   not added again. */
typedef enum an_note {
   AN_NOTE_NO_LINES,  /* an object, by path, with code whose lines are not known */
   AN_NOTE_SATURATED, /* an event whose counts are the least that they can be */
   AN_N_NOTES,
} an_note;

an_status an_profile_add_note(an_profile *profile, an_note kind,
                              const char *text, size_t length);

/* Rows of one line are added up as they come, from the first _begin on, which
   is to follow: for profiles that have the same lines again and again.  They
   then take more memory, but no more for more of the same. */
void an_profile_sum_lines(an_profile *profile);

/* The rows that follow belong to this function of this file; both names
   come from an_profile_intern.  May return to an earlier function. */
an_status an_profile_begin(an_profile *profile, const char *file,
                           const char *function);

/* One row: an_profile_n_events counts.  Needs a _begin before it. */
an_status an_profile_add(an_profile *profile, uint32_t line,
                         const int64_t *counts);

/* What the rows take of memory by now, in bytes. */
size_t an_profile_body_B(const an_profile *profile);

/* Sorts files and functions by name (strcmp) and sums their totals. */
an_status an_profile_finish(an_profile *profile);

/* ---- Reading.  Results are owned by the profile. ---- */

size_t an_profile_n_desc(const an_profile *profile);
const char *an_profile_desc(const an_profile *profile, size_t index);
const char *an_profile_command(const an_profile *profile);
size_t an_profile_n_states(const an_profile *profile);
const an_state *an_profile_state(const an_profile *profile, size_t index);

/* The state of all of it (an_state.h). */
an_state an_profile_state_of_sum(const an_profile *profile);

size_t an_profile_n_events(const an_profile *profile);
size_t an_profile_n_notes(const an_profile *profile, an_note kind);
const char *an_profile_note(const an_profile *profile, an_note kind,
                            size_t index);
const char *an_profile_event(const an_profile *profile, size_t index);

/* After _finish: */
const int64_t *an_profile_totals(const an_profile *profile);
size_t an_profile_n_files(const an_profile *profile);
const an_file *an_profile_file(const an_profile *profile, size_t index);
size_t an_profile_n_functions(const an_profile *profile);
const an_function *an_profile_function(const an_profile *profile,
                                       size_t index);

#endif
