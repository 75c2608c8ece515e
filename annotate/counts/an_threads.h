/* an_threads.h -- the counts of each thread, which add up to those of the program.

   A file that tells none apart is of one thread, number 1.  Threads of several files are
   one if they have the same number and name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_THREADS_H
#define AN_THREADS_H

#include "counts/an_profile.h"

#include <stdbool.h>

typedef struct an_thread {
   int64_t number;    /* from 1, in the order in which they first ran */
   int64_t n;         /* that it adds up */
   const char *name;  /* interned; "": none */
   int64_t *counts;   /* one per event */
} an_thread;

/* Adds `thread` to the one of the same number and name (interned).  The profile must have
   its events. */
an_status an_threads_add(an_profile *profile, const an_thread *thread);

size_t an_threads_count(const an_profile *profile);
const an_thread *an_threads_at(const an_profile *profile, size_t index);

/* Were there several? */
bool an_threads_are_known(const an_profile *profile);

/* What a report calls it: "thread 3", "thread 3 (NAME)", "thread 1 (main)"; if it adds up
   several, "12 threads of the name X" or "12 threads". */
enum { AN_THREAD_LABEL_B = 120 };
const char *an_thread_label(const an_thread *thread, char label[AN_THREAD_LABEL_B]);

#endif
