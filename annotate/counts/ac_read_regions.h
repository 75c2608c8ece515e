/* ac_read_regions.h -- reads the notes of cachesim about the regions that a program
   named.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"

/* What was read of one file's regions.  All zeros is empty. */
typedef struct ac_read_regions {
   ac_region region; /* named until its counts come */
   size_t parent;    /* its number in the file; 0: none */
   size_t *indices;  /* for each in the file, its index in the profile */
   size_t n, capacity;
   int64_t *counts; /* a row for each: its counts without the regions in it */
   size_t counts_capacity;
} ac_read_regions;

/* Notes, each by its key: region and counts. */
ac_note_reading ac_read_region, ac_read_region_counts;

/* The file has ended: the last region has counts. */
bool ac_read_regions_end(ac_reader *r);
