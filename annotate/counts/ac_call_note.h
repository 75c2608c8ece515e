/* ac_call_note.h -- what the readers of notes on calls share: what a note has said, and
   whether notes agree.  For ac_read_calls.c and ac_read_paths.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"
#include "counts/ac_read_calls.h"

typedef struct ac_read_called {
   uint32_t index; /* in the profile's sums, as below */
   const char *file;
   size_t n_open;      /* on the current path */
   bool has_self;      /* its self cost has come */
   bool begins;        /* it has a path that begins with it */
   size_t needed_at;   /* the first line that needs such a path; 0: none */
   int64_t calls_left; /* that no arc has had so far */
} ac_read_called;

typedef struct ac_read_inlined {
   uint32_t index, function;
   const char *file;
} ac_read_inlined;

typedef struct ac_read_arc {
   uint32_t index, caller, callee; /* numbers of functions; 0: none */
   int64_t calls_left;             /* that no path has had so far */
} ac_read_arc;

typedef struct ac_read_node {
   uint32_t index, function;
} ac_read_node;

/* What the profile calls the file of a number. */
const char *ac_note_file(ac_reader *r, int64_t number);

/* The two numbers of LINE@FILE, the second -1 for LINE alone; then *file stays. */
bool ac_note_place(ac_reader *r, const int64_t *two, uint32_t *line, const char **file);

/* Where all is added up. */
static inline ac_call_sums *ac_note_sums(const ac_reader *r)
{
   return ac_call_sums_of(r->profile);
}

/* ---- Whether notes agree (ac_read_call_sums.c) ---- */

/* r->counts are what the next function costs, with all that it calls, or what the next
   inlined code costs. */
void ac_read_calls_function(ac_reader *r, ac_read_calls *c);
void ac_read_calls_inlined(ac_reader *r, ac_read_calls *c);

/* r->counts are what calls of one function by another cost: they are part of what each
   of both costs.  `caller` is 0 for none. */
bool ac_read_calls_arc(ac_reader *r, ac_read_calls *c, uint32_t caller, uint32_t callee,
                       int64_t n_calls);

/* Takes `n_calls` of an arc for this path. */
bool ac_read_calls_take(ac_reader *r, ac_read_arc *arc, uint32_t number, int64_t n_calls);

/* r->counts are what the path costs that was put on the path last, or a part of it, or
   inlined code (numbers; or 0) on it. */
void ac_read_calls_path(ac_reader *r, ac_read_calls *c);
bool ac_read_calls_self(ac_reader *r, ac_read_calls *c, uint32_t inlined);

/* Takes the last function off the path: what its outermost paths cost is part of what it
   costs. */
bool ac_read_calls_pop(ac_reader *r, ac_read_calls *c);
