/* ac_profile.h -- the model of a profile of counts: readers of all formats fill
   it, renderers print it.

   A profile is a header (description, command, events) and a body: rows of
   int64_t counts, in the order of events, each for a line of a function of a
   file.  _add_* and _begin/_add fill it; _finish sorts and sums it; then it
   never changes.  ac_lines.h reads its lines.  Counts are signed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_own.h"
#include "base/an_process.h"
#include "base/an_alloc.h"
#include "base/tk_counting.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ac_profile ac_profile;

typedef struct ac_function {
   const char *name;
   size_t file;                  /* index of its file */
   const int64_t *totals;        /* one per event */
   size_t first_block, n_blocks; /* private */
} ac_function;

typedef struct ac_file {
   const char *name;
   const int64_t *totals;
   size_t first_function, n_functions; /* indices of its functions */
} ac_file;

/* This bit is in a line of a pair that only OLD's source has: the rest of it is the
   number there. */
#define AC_LINE_OF_OLD 0x80000000u

#define AC_NO_REGION SIZE_MAX

/* Part of the run, which the program names by client requests (cachesim.h).  The
   same name within another region is a region of its own.  Filters of files and
   functions do not change its counts. */
typedef struct ac_region {
   const char *name;
   size_t parent;        /* index, lower than the region's own, or AC_NO_REGION */
   int64_t count;        /* how often it was entered; of a pair, in the second profile */
   int64_t count_before; /* of a pair: in the first */
   int64_t *counts;      /* one per event, with those of inner regions */
} ac_region;

/* ---- Building.  Text is copied and need not end in NUL. ---- */

/* An empty profile.  `alloc` is borrowed. */
ac_profile *ac_profile_new(const tk_alloc *alloc);

/* A string owned by the profile; equal text gives the same pointer. */
const char *ac_profile_intern(ac_profile *profile, const char *text, size_t length);

/* The texts of the header. */
typedef enum ac_text_kind {
   AC_DESC,
   AC_EVENT,                /* all, at least one, come before the first _begin */
   AC_MACHINE,              /* its name, and the lines of its canonical text; or none */
   AC_NOTE_NO_LINES,        /* path of an object that has code without known lines */
   AC_NOTE_LOST_DEBUG_INFO, /* path of an object that Valgrind read in part */
   AC_NOTE_SATURATED,       /* an event whose counts are lower bounds */
   AC_NOTE_CONTRADICTION,   /* counts that the tool left out, as they did not add up */
   AC_NOTE_UNKNOWN_OBJECTS, /* "yes": counts of files without objects are those of the
                               object "???", too */
   AC_NOTE_WRITER,          /* the program that wrote a file, if it is no tool of Valgrind
                               nor ours; empty if it does not say */
   AC_N_TEXT_KINDS,
} ac_text_kind;

/* Does nothing if the profile has a note of the same kind and text. */
void ac_profile_add_text(ac_profile *profile, ac_text_kind kind, const char *text,
                         size_t length);
void ac_profile_set_desc(ac_profile *profile, size_t index, const char *text,
                         size_t length);
void ac_profile_set_command(ac_profile *profile, const char *text, size_t length);

/* One state for each file, in order; for a pair, one for each side. */
void ac_profile_add_state(ac_profile *profile, const an_state *state);

/* Which part of a file's run was counted.  All are added up; for a pair, those of each
   side, 0 or 1; else the side is 0. */
void ac_profile_add_counting(ac_profile *profile, size_t side,
                             const tk_counting *counting);

/* A process that the profile is of, or adds up.  Texts are copied. */
void ac_profile_add_process(ac_profile *profile, const an_process *process);

/* From the first _begin, which must follow, rows of the same line are added up
   at once.  A row takes more memory, but repeated lines take none. */
void ac_profile_sum_lines(ac_profile *profile);

/* The rows that follow belong to this function of this file, which may be an
   earlier one.  Both names come from ac_profile_intern. */
void ac_profile_begin(ac_profile *profile, const char *file, const char *function);

/* The lines of this function that are known by their text, in a profile that sums lines
   (ac_sums_known); else NULL. */
struct ac_known *ac_profile_known(ac_profile *profile);

/* Adds a row of ac_profile_n_events counts, after a _begin. */
void ac_profile_add(ac_profile *profile, uint32_t line, const int64_t *counts);

/* Says that a line of a pair, in a file with this interned name, has another number in
   OLD. */
void ac_profile_add_move(ac_profile *profile, const char *file, uint32_t line,
                         uint32_t old_line);

/* Adds `region` to the one of the same name (interned) and parent, and sets
   *index to that one's index.  The profile must have its events. */
void ac_profile_add_region(ac_profile *profile, const ac_region *region, size_t *index);

/* The memory of all rows so far, in bytes. */
size_t ac_profile_body_B(const ac_profile *profile);

/* Sorts files and functions by name (strcmp) and sums their totals.  The command of a
   sum becomes what it is a sum of (an_process.h). */
void ac_profile_finish(ac_profile *profile);

/* What the user says of source files, of a finished profile: borrowed; NULL: nothing. */
void ac_profile_set_own(ac_profile *profile, const an_own *own);

/* ---- Reading.  Results are owned by the profile. ---- */

typedef struct ac_texts {
   const char **text;
   size_t n;
   size_t capacity; /* private */
} ac_texts;

const ac_texts *ac_profile_texts(const ac_profile *profile, ac_text_kind kind);

/* Whether another program wrote one of its files, such as a profiler of PHP or Python:
   what cachesim could add is of no use then. */
bool ac_profile_is_foreign(const ac_profile *profile);
const char *ac_profile_command(const ac_profile *profile);
const an_own *ac_profile_own(const ac_profile *profile);

/* After _finish (ac_machine.h). */
const struct ac_machine *ac_profile_machine(const ac_profile *profile);
size_t ac_profile_n_states(const ac_profile *profile);
const an_state *ac_profile_state(const ac_profile *profile, size_t index);

const tk_counting *ac_profile_counting(const ac_profile *profile, size_t side);

/* The unit of its times: cachesim's are of the clock. */
#define AC_COUNTING_UNIT "ms"

/* The state of the whole (an_state.h). */
an_state ac_profile_state_of_sum(const ac_profile *profile);

/* Sorted after _finish; none of a pair. */
const an_processes *ac_profile_processes(const ac_profile *profile);

size_t ac_profile_n_events(const ac_profile *profile);

/* Whether a count of a line is negative.  If none is, no line has more than its file. */
bool ac_profile_has_negative(const ac_profile *profile);

const char *ac_profile_event(const ac_profile *profile, size_t index);

/* The index of the event, of a pair in OLD; SIZE_MAX: there is none. */
size_t ac_profile_find_event(const ac_profile *profile, const char *name);

size_t ac_profile_n_regions(const ac_profile *profile);
const ac_region *ac_profile_region(const ac_profile *profile, size_t index);

/* After _finish: */
const int64_t *ac_profile_totals(const ac_profile *profile);
size_t ac_profile_n_files(const ac_profile *profile);
const ac_file *ac_profile_file(const ac_profile *profile, size_t index);
size_t ac_profile_n_functions(const ac_profile *profile);
const ac_function *ac_profile_function(const ac_profile *profile, size_t index);

/* A line's numbers in the two sources of a pair; 0: that source does not have it.  A line
   that only NEW has is not known to be such a line: both are its number.  Of a profile
   that is no pair, too. */
typedef struct ac_line_numbers {
   uint32_t new, old;
} ac_line_numbers;

ac_line_numbers ac_profile_line(const ac_profile *profile, const char *file,
                                uint32_t line);
