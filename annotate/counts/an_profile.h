/* an_profile.h -- the model of a profile of counts: readers of all formats fill
   it, renderers print it.

   A profile is a header (description, command, events) and a body: rows of
   int64_t counts, in the order of events, each for a line of a function of a
   file.  _add_* and _begin/_add fill it; _finish sorts and sums it; then it
   never changes.  an_lines.h reads its lines.  Counts are signed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PROFILE_H
#define AN_PROFILE_H

#include "base/an_error.h"
#include "base/an_process.h"
#include "base/tk_alloc.h"
#include "base/tk_counting.h"

#include <stdbool.h>
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

#define AN_NO_REGION SIZE_MAX

/* Part of the run, which the program names by client requests (cachesim.h).  The
   same name within another region is a region of its own.  Filters of files and
   functions do not change its counts. */
typedef struct an_region {
   const char *name;
   size_t parent;   /* index, lower than the region's own, or AN_NO_REGION */
   int64_t count;   /* how often it was entered; of a pair, in the second profile */
   int64_t count_before; /* of a pair: in the first */
   int64_t *counts; /* one per event, with those of inner regions */
} an_region;

/* ---- Building.  Text is copied and need not end in NUL. ---- */

/* An empty profile, or NULL if memory ran out.  `alloc` is borrowed. */
an_profile *an_profile_new(const tk_alloc *alloc);
void an_profile_free(an_profile *profile);

/* A string owned by the profile; equal text gives the same pointer.  NULL if
   memory ran out. */
const char *an_profile_intern(an_profile *profile, const char *text,
                              size_t length);

/* The texts of the header. */
typedef enum an_text_kind {
   AN_DESC,
   AN_EVENT,          /* all, at least one, come before the first _begin */
   AN_MACHINE,        /* its name, and the lines of its canonical text; or none */
   AN_NOTE_NO_LINES,  /* path of an object that has code without known lines */
   AN_NOTE_LOST_DEBUG_INFO, /* path of an object that Valgrind read in part */
   AN_NOTE_SATURATED, /* an event whose counts are lower bounds */
   AN_NOTE_CONTRADICTION, /* counts that the tool left out, as they did not add up */
   AN_NOTE_UNKNOWN_OBJECTS, /* "yes": counts of files without objects are those of the
                               object "???", too */
   AN_N_TEXT_KINDS,
} an_text_kind;

/* Does nothing if the profile has a note of the same kind and text. */
an_status an_profile_add_text(an_profile *profile, an_text_kind kind,
                              const char *text, size_t length);
an_status an_profile_set_desc(an_profile *profile, size_t index,
                              const char *text, size_t length);
an_status an_profile_set_command(an_profile *profile, const char *text,
                                 size_t length);

/* One state for each file, in order; for a pair, one for each side. */
an_status an_profile_add_state(an_profile *profile, const an_state *state);

/* Which part of a file's run was counted.  All are added up; for a pair, those of each
   side, 0 or 1; else the side is 0. */
void an_profile_add_counting(an_profile *profile, size_t side,
                             const tk_counting *counting);

/* A process that the profile is of, or adds up.  Texts are copied. */
an_status an_profile_add_process(an_profile *profile,
                                 const an_process *process);

/* From the first _begin, which must follow, rows of the same line are added up
   at once.  A row takes more memory, but repeated lines take none. */
void an_profile_sum_lines(an_profile *profile);

/* The rows that follow belong to this function of this file, which may be an
   earlier one.  Both names come from an_profile_intern. */
an_status an_profile_begin(an_profile *profile, const char *file,
                           const char *function);

/* Of a profile that sums lines, those of this function that are known by their text
   (an_sums_known); else NULL. */
struct an_known *an_profile_known(an_profile *profile);

/* Adds a row of an_profile_n_events counts, after a _begin. */
an_status an_profile_add(an_profile *profile, uint32_t line,
                         const int64_t *counts);

/* Adds `region` to the one of the same name (interned) and parent, and sets
   *index to that one's index.  The profile must have its events. */
an_status an_profile_add_region(an_profile *profile, const an_region *region,
                                size_t *index);

/* The memory of all rows so far, in bytes. */
size_t an_profile_body_B(const an_profile *profile);

/* Sorts files and functions by name (strcmp) and sums their totals.  The command of a
   sum becomes what it is a sum of (an_process.h). */
an_status an_profile_finish(an_profile *profile);

/* ---- Reading.  Results are owned by the profile. ---- */

typedef struct an_texts {
   const char **text;
   size_t n;
   size_t capacity; /* private */
} an_texts;

const an_texts *an_profile_texts(const an_profile *profile, an_text_kind kind);
const char *an_profile_command(const an_profile *profile);
size_t an_profile_n_states(const an_profile *profile);
const an_state *an_profile_state(const an_profile *profile, size_t index);

const tk_counting *an_profile_counting(const an_profile *profile, size_t side);

/* The unit of its times: cachesim's are of the clock. */
#define AN_COUNTING_UNIT "ms"

/* The state of the whole (an_state.h). */
an_state an_profile_state_of_sum(const an_profile *profile);

/* Sorted after _finish; none of a pair. */
const an_processes *an_profile_processes(const an_profile *profile);

size_t an_profile_n_events(const an_profile *profile);

/* Whether a count of a line is negative.  If none is, no line has more than its file. */
bool an_profile_has_negative(const an_profile *profile);

const char *an_profile_event(const an_profile *profile, size_t index);

size_t an_profile_n_regions(const an_profile *profile);
const an_region *an_profile_region(const an_profile *profile, size_t index);

/* After _finish: */
const int64_t *an_profile_totals(const an_profile *profile);
size_t an_profile_n_files(const an_profile *profile);
const an_file *an_profile_file(const an_profile *profile, size_t index);
size_t an_profile_n_functions(const an_profile *profile);
const an_function *an_profile_function(const an_profile *profile,
                                       size_t index);

#endif
