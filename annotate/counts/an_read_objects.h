/* an_read_objects.h -- counts by object, as both formats have them.

   The counts of a file go into the profile at its end: if rows were left out by then, it
   is unknown what the objects would have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_OBJECTS_H
#define AN_READ_OBJECTS_H

#include "base/tk_table.h"
#include "counts/an_reader.h"

typedef struct an_read_object {
   size_t index;    /* in the profile */
   int64_t *counts; /* one per event of the file */
} an_read_object;

/* Of one file.  All zeros is empty. */
typedef struct an_read_objects {
   an_read_object *objects;
   size_t n, capacity;
   tk_table by_index;
   size_t current; /* of the objects, if there are any */
} an_read_objects;

/* Makes an object of the file the current one; adds it, with counts of 0, if it is new.
   *is_new may be NULL.  False after recording an error, as the functions below. */
bool an_read_objects_enter(an_reader *r, an_read_objects *objects, const char *path,
                           const char *build_id, bool *is_new);

/* Adds counts (r->counts) to the current object, if there is one. */
bool an_read_objects_add(an_reader *r, an_read_objects *objects);

/* The file has ended. */
bool an_read_objects_end(an_reader *r, const an_read_objects *objects);

void an_read_objects_free(an_reader *r, an_read_objects *objects);

#endif
