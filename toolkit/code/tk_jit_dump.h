/* tk_jit_dump.h -- reads a jitdump, the binary file in which a program names the code
   that it compiles; pure.

   The format is in Linux, tools/perf/Documentation/jitdump-specification.txt.  Files of
   the other byte order are refused.  What the code was, and how to unwind it, is skipped.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/tk_jit.h"

#include <stdbool.h>

enum { TK_JIT_RECORD_MAX_B = 1 << 24 }; /* larger ones, of lines, are skipped */

typedef struct tk_jit_dump {
   tk_jit *jit;           /* borrowed */
   const tk_alloc *alloc; /* borrowed; the rest is 0 at first */
   bool is_refused;       /* it is no jitdump, or damaged: nothing more is read */
   bool has_header;       /* the file's was read */
   unsigned char *record; /* so far: what is kept of it */
   size_t n_B, capacity_B;
   uint64_t skip_B; /* to the next record */
   /* Lines of the code that comes next. */
   tk_jit_line *lines;
   size_t n_lines, max_lines;
   uint64_t lines_of; /* that code's address */
   bool has_lines;    /* there were any yet */
   unsigned shift_B;  /* the lines' addresses are higher by this */
} tk_jit_dump;

void tk_jit_dump_free(tk_jit_dump *dump);

/* The next bytes of the file; the last record can be incomplete. */
void tk_jit_dump_feed(tk_jit_dump *dump, const void *bytes, size_t size_B);
