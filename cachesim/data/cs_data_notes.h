/* cs_data_notes.h -- writes data objects, and the misses on them, into an outfile; pure.

   The misses of each row of the body are those of its entries.  Equal runs give equal
   notes: all is sorted by names.  docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"
#include "code/tk_object.h"
#include "data/cs_cells.h"
#include "data/cs_looks.h"

typedef struct cs_data_notes {
   const tk_alloc *alloc;
   cs_data_table *data;
   const cs_cells *cells;     /* NULL: misses are not counted by data object */
   const cs_looks *looks;     /* at lines of D1; NULL: none were taken */
   uint64_t limit_B;          /* the largest block whose offsets are kept */
   const tk_object *binaries; /* number N at N - 1 */
   /* The number of each binary, and of TK_NO_OBJECT, among the objects of the outfile. */
   const uint32_t *objects;
   tk_line *const *lines; /* of the body, sorted */
   size_t n_lines;
} cs_data_notes;

/* Writes the line of the header. */
void cs_data_notes_head(tk_text *out, const cs_data_notes *notes);

/* Writes data with counts, and those that other notes name (is_named).  Then the `number`
   of each is that in the outfile; 0: it is not in there. */
void cs_data_notes_write(tk_text *out, const cs_data_notes *notes);
