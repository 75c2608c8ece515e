/* ah_write.h -- writes the model in DHAT's format (docs/FORMAT-heapprof.md).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

#include <stdio.h>

typedef struct ah_write_options {
   bool own;       /* with our own keys, which the profile has */
   bool is_merged; /* say so, and list the processes */
} ah_write_options;

/* Writes the profile, sites and frames in the model's order, without timeline and
   snapshots.  For write errors see ferror(out). */
void ah_write(const ah_profile *profile, const tk_alloc *alloc,
              const ah_write_options *options, FILE *out);
