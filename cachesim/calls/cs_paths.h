/* cs_paths.h -- writes functions, calls and call paths into an outfile; pure.

   All counts are exact; those of functions, lines and calls are inclusive.  What has a
   small share is pruned, so that the file stays short: paths first, as a path costs no
   more than its last call, and a call no more than the function.  What was pruned is
   summed up at its caller.
   docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_sums.h"
#include "base/tk_text.h"

typedef struct cs_paths {
   cs_summed of;  /* its lines are the profile's, sorted */
   bool is_whole; /* leave nothing out */
   /* For each object of the run its number in the profile; 0: it is not in there.
      [TK_NO_OBJECT] too. */
   const uint32_t *objects;
} cs_paths;

void cs_paths_write(tk_text *out, const cs_paths *paths);
