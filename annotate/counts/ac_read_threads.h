/* ac_read_threads.h -- reads the counts of threads in a cachesim profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_READ_THREADS_H
#define AC_READ_THREADS_H

#include "counts/ac_reader.h"
#include "counts/ac_threads.h"

typedef struct ac_read_threads {
   ac_thread thread; /* named until its counts come */
   int64_t *sums;    /* of all; NULL: none came yet */
} ac_read_threads;

void ac_read_threads_free(ac_reader *r, ac_read_threads *threads);

/* Takes what follows "#: thread": NUMBER N NAME; "#: thread-counts". */
bool ac_read_threads_name(ac_reader *r, ac_read_threads *threads, an_span rest);
bool ac_read_threads_counts(ac_reader *r, ac_read_threads *threads, an_span rest);

/* After the last line: threads must add up to r->stated. */
bool ac_read_threads_end(ac_reader *r, ac_read_threads *threads);

#endif
