/* ac_threads.h -- the counts of each thread, which add up to those of the program.

   A file that tells none apart is of one thread, number 1.  Threads of several files are
   one if they have the same number and name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdbool.h>

typedef struct ac_thread {
   int64_t number;   /* from 1, in the order in which they first ran */
   int64_t n;        /* that it adds up */
   const char *name; /* interned; "": none */
   int64_t *counts;  /* one per event */
} ac_thread;

/* Adds `thread` to the one of the same number and name (interned).  The profile must have
   its events. */
void ac_threads_add(ac_profile *profile, const ac_thread *thread);

size_t ac_threads_count(const ac_profile *profile);
const ac_thread *ac_threads_at(const ac_profile *profile, size_t index);

/* Were there several? */
bool ac_threads_are_known(const ac_profile *profile);

/* Whether they have the counts of all lines: of what a filter left out, too, they have
   more. */
bool ac_threads_add_up(const ac_profile *profile);

/* What a report calls it: "thread 3", "thread 3 (NAME)", "thread 1 (main)"; if it adds up
   several, "12 threads of the name X" or "12 threads". */
enum { AC_THREAD_LABEL_B = 120 };
const char *ac_thread_label(const ac_thread *thread, char label[AC_THREAD_LABEL_B]);
