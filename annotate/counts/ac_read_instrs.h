/* ac_read_instrs.h -- the notes of cachesim on instructions (docs/FORMAT-cachesim.md).

   A line of the header says that they follow.  Functions return false after recording an
   error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_instrs.h"
#include "counts/ac_read_rows.h"

typedef struct ac_read_instr {
   uint32_t index; /* in the sums */
   uint32_t line;
   const char *file, *function; /* as in the file */
} ac_read_instr;

/* What was read of one file's instructions.  All zeros is empty. */
typedef struct ac_read_instrs {
   ac_read_rows rows; /* which they split; off: the file has none */
   size_t object;     /* of those that follow: index and 1; 0: none yet */
   ac_note_who who;
   const char *file, *function; /* the same, as the reading names them */
   ac_read_instr *all;          /* by number, from 1 */
   size_t n, capacity;
} ac_read_instrs;

/* Notes, each by its key: instr in the header; io, in, x and xw. */
ac_note_reading ac_read_instrs_begin, ac_read_instr_object, ac_read_instr_name,
   ac_read_instr_counts, ac_read_instr_wait;

/* The file has ended: checks the sums. */
bool ac_read_instrs_end(ac_reader *r);
