/* ah_folded.h -- call paths as folded stacks write them: "main;parse;xmalloc",
   outermost first.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* The steps of all frames of a profile: most frames are in many paths. */
typedef struct ah_folded {
   /* private: */
   const ah_profile *profile;
   char **steps; /* by frame */
} ah_folded;

void ah_folded_open(ah_folded *folded, const tk_alloc *alloc, const ah_profile *profile);

/* A site's path, for free(). */
char *ah_folded_path(const ah_folded *folded, const ah_site *site);
