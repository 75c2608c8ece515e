/* cs_instr_notes.h -- writes the instructions of a run, with their code and counts, into
   an outfile; pure.

   The counts of each row of the body are the sums of its instructions.
   docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "base/tk_text.h"
#include "code/tk_lines.h"

typedef struct cs_instr_notes {
   const tk_alloc *alloc;
   const char *arch; /* whose code it is, as Valgrind names it */
   tk_line **instrs; /* their records; become sorted */
   size_t n_instrs;
   /* Set by who writes the outfile: */
   uint32_t n_counts;
   tk_line *const *lines; /* of the body, sorted */
   size_t n_lines;
   const uint32_t *objects; /* their numbers in the outfile, [TK_NO_OBJECT] too */
} cs_instr_notes;

/* Writes the line of the header. */
void cs_instr_notes_head(tk_text *out, const cs_instr_notes *notes);

/* Writes those with counts, and numbers them; others get the number 0. */
void cs_instr_notes_write(tk_text *out, const cs_instr_notes *notes);
