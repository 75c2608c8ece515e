/* ac_call_sums.h -- adds up the calls of a profile's files, for the model (ac_calls.h).

   Equal functions, inlined code, arcs and paths of several files become one.  What is
   added refers to functions, inlined code, arcs and nodes by the indices that their
   addition gave; _finish sorts them.  Strings are interned by the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"
#include "counts/ac_keyed.h"

typedef struct ac_call_sums {
   ac_calls calls; /* after _finish */
   size_t n_files; /* that were added whole */
   size_t
      n_without_paths; /* of all: their functions have self costs; paths are estimated */
   /* private: */
   const tk_alloc *alloc;
   size_t n_events;
   ac_keyed functions, inlined, inlined_functions, lines, arcs, nodes;
   ac_keyed arcs_pruned, inlined_pruned;
   uint64_t file;     /* the number of the current one */
   uint64_t *file_of; /* by function: the last one that had it */
   size_t file_of_capacity;
   tk_arena arrays; /* of the model */
} ac_call_sums;

/* `alloc` is borrowed. */
ac_call_sums *ac_call_sums_new(const tk_alloc *alloc, size_t n_events);

/* The sums of a profile that has its events. */
ac_call_sums *ac_call_sums_of(ac_profile *profile);

/* The calls of a further file follow.  Within a file, functions of one name stay
   apart. */
void ac_call_sums_begin(ac_call_sums *sums);

/* What a function of a file without paths costs itself, so far. */
static inline const int64_t *ac_call_sums_self(const ac_call_sums *sums, size_t function)
{
   return ac_keyed_numbers(&sums->functions, function) + 1 + sums->n_events;
}

/* Each adds counts, and sets *index. */
void ac_call_sums_function(ac_call_sums *sums, const ac_called *function,
                           uint32_t *index);
void ac_call_sums_add_self(ac_call_sums *sums, uint32_t function, const int64_t *counts);
void ac_call_sums_inlined(ac_call_sums *sums, const ac_inlined *inlined, uint32_t *index);
void ac_call_sums_arc(ac_call_sums *sums, const ac_arc *arc, uint32_t *index);
void ac_call_sums_node(ac_call_sums *sums, const ac_call_node *node, uint32_t *index);

void ac_call_sums_inclusive(ac_call_sums *sums, const ac_inclusive *inclusive);
void ac_call_sums_arcs_pruned(ac_call_sums *sums, const ac_call_rest *rest);
void ac_call_sums_inlined_pruned(ac_call_sums *sums, const ac_call_rest *rest);

/* Whether no file has paths: ac_estimate.h adds them before _finish.  Paths that were
   counted do not mix with estimated ones. */
static inline bool ac_call_sums_lack_paths(const ac_call_sums *sums)
{
   return sums->n_without_paths > 0 && sums->n_without_paths == sums->file;
}

/* Makes the model, of a program with these totals.  Nothing can be added then. */
void ac_call_sums_finish(ac_call_sums *sums, const int64_t *totals);
