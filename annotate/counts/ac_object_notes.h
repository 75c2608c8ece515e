/* ac_object_notes.h -- the notes of cachesim that count by object, and split the row of
   code without names (docs/FORMAT-cachesim.md).

   That row is held back until the notes have come: what they split is added as one
   function for each address.  Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"
#include "counts/ac_read_objects.h"

/* All zeros is empty. */
typedef struct ac_object_notes {
   ac_read_objects list;
   bool expects_counts; /* of the current object */
   bool holds, splits;  /* has the row come?  has any code? */
   uint64_t next;       /* the lowest address that may come in the current object */
   const char *code;    /* name of the last one */
   int64_t *held;       /* counts of the row */
   int64_t *split;      /* sums of the codes */
   int64_t *sums;       /* of the objects */
   const char **bare;   /* paths of objects whose lines the file does not know */
   size_t n_bare, bare_capacity;
} ac_object_notes;

/* Is line 0 of this function of this file that row? */
bool ac_object_notes_may_hold(const char *file, const char *function);

/* Holds r->counts back. */
void ac_object_notes_hold(ac_reader *r);

/* Notes, each by its key: no-lines, object, object-counts and code. */
ac_note_reading ac_read_bare_object, ac_read_object_name, ac_read_object_counts,
   ac_read_code;

/* The file has ended: checks the sums. */
bool ac_object_notes_end(ac_reader *r);
