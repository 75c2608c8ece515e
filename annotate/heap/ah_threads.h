/* ah_threads.h -- what each thread allocated, summed over all sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

typedef struct ah_threads {
   ah_thread_share *of; /* by number; for tk_put */
   size_t n;            /* 0: not known; threads that allocated nothing are left out */
} ah_threads;

/* The amounts add up to those of the profile. */
void ah_threads_open(ah_threads *threads, const tk_alloc *alloc,
                     const ah_profile *profile);

/* Sorts them by bytes, the most first. */
void ah_threads_rank(ah_threads *threads);

/* The name that a thread was given; NULL: none is known. */
const char *ah_threads_name(const ah_profile *profile, uint32_t thread);
