/* ac_read_arcs.h -- the calls of a file that has arcs but no call paths: callgrind's.

   Functions, their self cost, and arcs with what their calls cost, with all that those
   called, are kept until the file ends: then it is known whether it has calls at all.
   Functions are known by name, file and object.  Writers other than Valgrind may leave
   out a callee's file, or give the caller's: a callee that is no function of the file is
   the one of its name, if there is just one.  Paths are estimated when the profile is
   finished (ac_estimate.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_keyed.h"
#include "counts/ac_reader.h"

typedef struct ac_read_arcs_function {
   const char *file, *name;
   size_t object; /* of the profile; SIZE_MAX: unknown */
} ac_read_arcs_function;

/* What was read of one file's calls.  All zeros is empty. */
typedef struct ac_read_arcs {
   /* private: */
   bool has_rows;
   ac_keyed functions; /* numbers: self costs, then whether it was entered */
   ac_keyed arcs;      /* numbers: calls, inclusive costs */
   bool is_in;         /* counts belong to a function: */
   uint32_t current;
   int64_t *before; /* r->sums when it was entered */
   int64_t *counts; /* room for a row of the file, */
   int64_t *row;    /* and for one of the profile */
} ac_read_arcs;

/* Those of a file: none yet, by the reader's allocator. */
ac_read_arcs *ac_read_arcs_new(const ac_reader *r);

/* The events of the file, or of a further part, are known. */
void ac_read_arcs_events(ac_reader *r, ac_read_arcs *arcs);

/* The own counts that are summed from here on are this function's; or no function's,
   before the sums begin again. */
void ac_read_arcs_enter(ac_reader *r, ac_read_arcs *arcs,
                        const ac_read_arcs_function *function);
void ac_read_arcs_leave(ac_reader *r, ac_read_arcs *arcs);

/* The function that was entered called another, from this line of r->file; r->counts are
   what the calls cost.  Counts that do not fit stop at the largest: of calls within a
   recursion, each has what those below it have. */
void ac_read_arcs_call(ac_reader *r, ac_read_arcs *arcs,
                       const ac_read_arcs_function *callee, int64_t n_calls,
                       uint32_t line);

/* The file has ended: gives its calls, if there are any, to the profile. */
void ac_read_arcs_end(ac_reader *r, ac_read_arcs *arcs);
