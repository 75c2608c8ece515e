/* ac_read_threads.h -- reads the counts of threads in a cachesim profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"
#include "counts/ac_threads.h"

/* What was read of one file's threads.  All zeros is empty. */
typedef struct ac_read_threads {
   ac_thread thread; /* named until its counts come */
   int64_t *sums;    /* of all; NULL: none came yet */
} ac_read_threads;

/* Notes, each by its key: thread and thread-counts. */
ac_note_reading ac_read_thread, ac_read_thread_counts;

/* The file has ended: threads must add up to r->stated. */
bool ac_read_threads_end(ac_reader *r);
