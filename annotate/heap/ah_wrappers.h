/* ah_wrappers.h -- the program's own functions that only allocate for others
   (paths/an_wrapper.h), by the call paths of a heap.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* Marks their frames, is_wrapper, and those of functions between them and these others.
   Names must be known, and what the user says of files (ah_owner_say). */
void ah_wrappers_find(ah_profile *profile, const tk_alloc *alloc);
