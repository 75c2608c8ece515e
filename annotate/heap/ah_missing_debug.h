/* ah_missing_debug.h -- objects on call paths whose code has no source lines:
   their debug info is missing or lists no lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

enum { AH_MISSING_DEBUG_MAX = 64 }; /* objects; the first in the file */

typedef struct ah_missing_object {
   const char *object;
   int64_t bytes; /* allocated on paths through it */
   size_t last;   /* private */
} ah_missing_object;

typedef struct ah_missing_debug {
   ah_missing_object of[AH_MISSING_DEBUG_MAX]; /* most bytes first, then by name */
   size_t n;
} ah_missing_debug;

void ah_missing_debug_find(ah_missing_debug *found, const ah_profile *profile);
