/* ac_read_calls.h -- the notes of cachesim about functions, calls and call paths
   (docs/FORMAT-cachesim.md).

   They refer to each other by numbers, and may not refer to what comes later.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_call_sums.h"
#include "counts/ac_note.h"
#include "counts/ac_read_objects.h"

typedef struct ac_read_name {
   const char *file, *function;
} ac_read_name;

/* What was read of one file's calls.  All zeros is empty. */
typedef struct ac_read_calls {
   /* Each is numbered from 1: */
   const char **files;
   ac_read_name *names;
   struct ac_read_called *functions;
   struct ac_read_inlined *inlined;
   struct ac_read_arc *arcs;
   size_t n_files, n_names, n_functions, n_inlined, n_arcs;
   size_t max_files, max_names, max_functions, max_inlined, max_arcs;

   uint32_t *chain;           /* numbers of inlined code, the outermost first */
   struct ac_read_node *path; /* the root first */
   size_t n_chain, n_path, max_chain, max_path;
   bool has_file, has_caller;
   bool has_self;           /* functions have self costs: there are no paths */
   bool has_pruned;         /* some paths from the start were pruned */
   const char *file;        /* of `l` notes */
   uint32_t caller, in;     /* of `a` notes: numbers; 0: none */
   const char *caller_file; /* of its code; NULL: none */
   int64_t *self;           /* sums; NULL: there was no note on calls */
   /* Rows of counts: of each function and each inlined code, what no path has had so far;
      of each node of the path, what it and all below it have had. */
   int64_t *function_left, *inlined_left, *path_sums;
   size_t max_function_left, max_inlined_left, max_path_sums;
} ac_read_calls;

/* A fl= or fn= line of the body, or a note that adds one. */
void ac_read_calls_file(ac_reader *r, ac_read_calls *calls, const char *file);
void ac_read_calls_name(ac_reader *r, ac_read_calls *calls, const char *file,
                        const char *function);

/* The first such note comes. */
void ac_read_calls_begin(ac_reader *r);

/* Notes, each by its key: fl, fn, f, fs, i, ir, g, lf and l; `rest` is what follows. */
ac_note_reading ac_read_file, ac_read_function_name, ac_read_function,
   ac_read_function_self, ac_read_inlined_code, ac_read_inlined_rest, ac_read_inlined_sum,
   ac_read_line_file, ac_read_line_sum;

/* by, a, ar, t, ti, r and tr (ac_read_paths.c). */
ac_note_reading ac_read_caller, ac_read_call, ac_read_call_rest, ac_read_path,
   ac_read_inlined_path, ac_read_folded, ac_read_path_rest;

/* The file has ended: checks the sums. */
bool ac_read_paths_end(ac_reader *r);
