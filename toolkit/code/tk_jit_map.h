/* tk_jit_map.h -- reads the text in which a program names the code that it compiles,
   /tmp/perf-PID.map of perf(1); pure.

   A line is "START SIZE NAME", both numbers in hexadecimal digits.  A line that is not is
   skipped.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/tk_jit.h"

typedef struct tk_jit_map {
   tk_jit *jit; /* borrowed; the rest is 0 at first */
   size_t n_B;  /* of the line so far */
   char line[TK_JIT_NAME_MAX_B + 64];
} tk_jit_map;

/* The next bytes of the file; the last line can be incomplete. */
void tk_jit_map_feed(tk_jit_map *map, const char *bytes, size_t size_B);
