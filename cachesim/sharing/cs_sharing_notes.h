/* cs_sharing_notes.h -- the notes of an outfile on lines of memory that threads contend
   for; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"
#include "calls/cs_note_names.h"
#include "sharing/cs_sharing.h"

enum { CS_SHARING_MOST_LINES = 1000 }; /* in an outfile */

typedef struct cs_sharing_notes {
   const tk_alloc *alloc;
   const cs_sharing *sharing;
   uint32_t n_threads;
   /* The lines of the body, sorted; and the objects' numbers in the outfile, for code
      without names. */
   tk_line *const *lines;
   size_t n_lines;
   const uint32_t *objects;
} cs_sharing_notes;

/* Marks the data that the notes may name (is_named). */
void cs_sharing_notes_name_data(const cs_sharing_notes *notes);

/* Writes the notes: lines of memory with the highest bounds.  The data have their
   numbers. */
void cs_sharing_notes_write(tk_text *out, const cs_sharing_notes *notes);
