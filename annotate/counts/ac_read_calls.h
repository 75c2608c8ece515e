/* ac_read_calls.h -- the notes of cachesim about functions, calls and call paths
   (docs/FORMAT-cachesim.md).

   They refer to each other by numbers, and may not refer to what comes later.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_READ_CALLS_H
#define AC_READ_CALLS_H

#include "counts/ac_call_sums.h"
#include "counts/ac_read_objects.h"

typedef struct ac_read_name {
   const char *file, *function;
} ac_read_name;

/* Of one file.  All zeros is empty. */
typedef struct ac_read_calls {
   /* Each is numbered from 1: */
   const char **files;
   ac_read_name *names;
   struct ac_read_called *functions;
   struct ac_read_inlined *inlined;
   struct ac_read_arc *arcs;
   size_t n_files, n_names, n_functions, n_inlined, n_arcs;
   size_t max_files, max_names, max_functions, max_inlined, max_arcs;

   const struct ac_read_note *note; /* that is being read */
   const ac_read_objects *objects;
   int stage;                /* of the last note; 0: there was none */
   uint32_t *chain;          /* numbers of inlined code, the outermost first */
   struct ac_read_node *path; /* the root first */
   size_t n_chain, n_path, max_chain, max_path;
   bool has_file, has_caller;
   bool has_left_out;        /* some paths from the start were */
   const char *file;         /* of `l` notes */
   uint32_t caller, in;      /* of `a` notes: numbers; 0: none */
   const char *caller_file;  /* of its code; NULL: none */
   int64_t *self;            /* sums */
   /* Rows of counts: of each function and each inlined code, what no path has had so far;
      of each node of the path, what it and all below it have had. */
   int64_t *function_left, *inlined_left, *path_sums;
   size_t max_function_left, max_inlined_left, max_path_sums;
} ac_read_calls;

/* A fl= or fn= line of the body, or a note that adds one. */
bool ac_read_calls_file(ac_reader *r, ac_read_calls *calls, const char *file);
bool ac_read_calls_name(ac_reader *r, ac_read_calls *calls, const char *file,
                        const char *function);

/* Is this the key of such a note? */
bool ac_read_calls_owns(an_span key);

/* What follows such a key.  The objects are
   those of the notes so far. */
bool ac_read_calls_note(ac_reader *r, ac_read_calls *calls,
                        const ac_read_objects *objects, an_span key, an_span rest);

/* The file has ended: checks the sums. */
bool ac_read_calls_end(ac_reader *r, ac_read_calls *calls);

void ac_read_calls_free(ac_reader *r, ac_read_calls *calls);

#endif
