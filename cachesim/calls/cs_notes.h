/* cs_notes.h -- the notes on calls in an outfile, as they are written; pure.  For
   cs_paths.c, which writes call paths, and cs_notes.c, which writes the others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_note_names.h"
#include "calls/cs_paths.h"

/* What is written, and the numbers by which it refers to itself.  Numbers count from
   1, in the order of the file; 0: it is pruned. */
typedef struct cs_notes {
   tk_text *out;
   const cs_paths *paths;
   cs_sums sums;
   cs_note_names names;
   uint32_t least; /* the share of what is written */
   uint32_t *function_number;
   uint32_t *code_number; /* of inlined code */
   uint32_t *arc_number;
   uint32_t n_functions, n_codes, n_arcs; /* written */
   uint64_t written[CS_N_EVENTS];         /* by all paths */
   /* Lists of arcs: by the code that calls; then by the function, for its own code;
      then those that nobody made. */
   uint32_t *first_arc, *next_arc;
   uint32_t *first_inner, *next_inner; /* code that is inlined into each code */
   uint32_t *first_spot, *next_spot;   /* of each file that has spots */
   uint32_t n_spot_files;
} cs_notes;

enum { CS_NO_NOTE = UINT32_MAX };

/* Makes the lists; `least` is known. */
void cs_notes_init(cs_notes *notes);
void cs_notes_fini(cs_notes *notes);

/* Writes all notes but the paths. */
void cs_notes_write(cs_notes *notes);

/* Writes the tree's n_counts, without the zeros at the end; ends the line. */
void cs_notes_counts(cs_notes *notes, const uint64_t *counts);
