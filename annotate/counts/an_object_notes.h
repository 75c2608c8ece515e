/* an_object_notes.h -- the notes of cachesim that count by object, and split the row of
   code without names (docs/FORMAT-cachesim.md).

   That row is held back until the notes have come: what they split is added as one
   function for each address.  Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_OBJECT_NOTES_H
#define AN_OBJECT_NOTES_H

#include "counts/an_read_objects.h"

/* All zeros is empty. */
typedef struct an_object_notes {
   an_read_objects list;
   bool expects_counts; /* of the current object */
   bool holds, splits;  /* has the row come?  has any code? */
   uint64_t next;       /* the lowest address that may come in the current object */
   const char *code;    /* name of the last one */
   int64_t *held;       /* counts of the row */
   int64_t *split;      /* sums of the codes */
   int64_t *sums;       /* of the objects */
   const char **bare;   /* paths of objects whose lines the file does not know */
   size_t n_bare, bare_capacity;
} an_object_notes;

/* Is line 0 of this function of this file that row? */
bool an_object_notes_may_hold(const char *file, const char *function);

/* Holds r->counts back. */
bool an_object_notes_hold(an_reader *r, an_object_notes *notes);

/* "#: no-lines"; the path is interned. */
bool an_object_notes_bare(an_reader *r, an_object_notes *notes, const char *path);
/* "#: object"; the build id may be "-". */
bool an_object_notes_object(an_reader *r, an_object_notes *notes, an_span build_id,
                            const char *path);
/* "#: object-counts" and "#: code": what follows the key. */
bool an_object_notes_counts(an_reader *r, an_object_notes *notes, an_span rest);
bool an_object_notes_code(an_reader *r, an_object_notes *notes, an_span rest);

/* The file has ended: checks the sums. */
bool an_object_notes_end(an_reader *r, an_object_notes *notes);

void an_object_notes_free(an_reader *r, an_object_notes *notes);

#endif
