/* cs_paths.h -- writes functions, calls and call paths into an outfile; pure.

   All counts are exact; those of functions and calls are inclusive.  What has a small
   share is left out, so that the file stays short: paths first, as a path costs no more
   than its last call, and a call no more than the function.  What was left out is summed
   up at its caller.
   docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_PATHS_H
#define CS_PATHS_H

#include "calls/cs_sums.h"
#include "base/tk_text.h"

typedef struct cs_paths {
   const tk_alloc *alloc;
   const cs_tree *tree;
   const cs_function *const *functions; /* by number */
   uint32_t n_functions;
   bool caches, branches;  /* which events are written */
   /* The profile's lines, sorted, and for each object of the run its number in the
      profile; 0: it is not in there. */
   tk_line *const *lines;
   size_t n_lines;
   uint32_t *objects;       /* by number; [TK_NO_OBJECT] too */
   size_t most_items;       /* functions, calls and paths that are written */
} cs_paths;

/* False: memory ran out, and not all was written. */
bool cs_paths_write(tk_text *out, const cs_paths *paths);

#endif
