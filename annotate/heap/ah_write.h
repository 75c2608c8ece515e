/* ah_write.h -- the model as a file in DHAT's format.
   docs/FORMAT-heapprof.md explains it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_WRITE_H
#define AH_WRITE_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

#include <stdio.h>

typedef struct ah_write_options {
   bool own;         /* with the keys of our own; the profile has them */
   int64_t n_merged; /* profiles it is made of; 0: not merged */
} ah_write_options;

/* Writes the profile: sites and frames in the model's order; without timeline
   and snapshots.  Write errors are left to ferror(out).  AN_NO_MEMORY: it is
   incomplete. */
an_status ah_write(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_write_options *options, FILE *out);

#endif
