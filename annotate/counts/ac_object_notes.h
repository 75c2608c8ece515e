/* ac_object_notes.h -- the notes of cachesim that count by object, and split the row of
   code without names (docs/FORMAT-cachesim.md).

   That row is held back until the notes have come: what they split is added as one
   function for each address.  Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_OBJECT_NOTES_H
#define AC_OBJECT_NOTES_H

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
bool ac_object_notes_hold(ac_reader *r, ac_object_notes *notes);

/* "#: no-lines"; the path is interned. */
bool ac_object_notes_bare(ac_reader *r, ac_object_notes *notes, const char *path);
/* "#: object"; the build id may be "-". */
bool ac_object_notes_object(ac_reader *r, ac_object_notes *notes, an_span build_id,
                            const char *path);
/* "#: object-counts" and "#: code": what follows the key. */
bool ac_object_notes_counts(ac_reader *r, ac_object_notes *notes, an_span rest);
bool ac_object_notes_code(ac_reader *r, ac_object_notes *notes, an_span rest);

/* The file has ended: checks the sums. */
bool ac_object_notes_end(ac_reader *r, ac_object_notes *notes);

void ac_object_notes_free(ac_reader *r, ac_object_notes *notes);

#endif
