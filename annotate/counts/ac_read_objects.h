/* ac_read_objects.h -- counts by object, as both formats have them.

   The counts of a file go into the profile at its end: if rows were left out by then, it
   is unknown what the objects would have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"
#include "counts/ac_reader.h"

typedef struct ac_read_object {
   size_t index;    /* in the profile */
   int64_t *counts; /* one per event of the file */
} ac_read_object;

/* What was read of one file's objects.  All zeros is empty. */
typedef struct ac_read_objects {
   ac_read_object *objects;
   size_t n, capacity;
   tk_table by_index;
   size_t current; /* of the objects, if there are any */
} ac_read_objects;

/* Makes an object of the file the current one; adds it, with counts of 0, if it is new.
   `is_new` may be NULL. */
void ac_read_objects_enter(ac_reader *r, ac_read_objects *objects, const char *path,
                           const char *build_id, bool *is_new);

/* Adds counts (r->counts) to the current object, if there is one. */
void ac_read_objects_add(ac_reader *r, ac_read_objects *objects);

/* The file has ended. */
void ac_read_objects_end(ac_reader *r, const ac_read_objects *objects);
