/* an_read_threads.h -- reads the counts of threads in a cachesim profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_THREADS_H
#define AN_READ_THREADS_H

#include "counts/an_reader.h"
#include "counts/an_threads.h"

typedef struct an_read_threads {
   an_thread thread; /* named until its counts come */
   int64_t *sums;    /* of all; NULL: none came yet */
} an_read_threads;

void an_read_threads_free(an_reader *r, an_read_threads *threads);

/* Takes what follows "#: thread": NUMBER N NAME; "#: thread-counts". */
bool an_read_threads_name(an_reader *r, an_read_threads *threads, an_span rest);
bool an_read_threads_counts(an_reader *r, an_read_threads *threads, an_span rest);

/* After the last line: threads must add up to r->stated. */
bool an_read_threads_end(an_reader *r, an_read_threads *threads);

#endif
