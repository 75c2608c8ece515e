/* ac_partners.h -- which function of NEW each function of OLD is; pure.

   Functions of one file and one name are one.  All others are matched by an_match.h,
   which has the rules, as the functions of call paths are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

/* Both profiles are finished.  `files` says what NEW calls each file of OLD; texts are
   borrowed for the call.  Returns, for each function of OLD, its index in NEW, SIZE_MAX:
   none. */
size_t *ac_partners_find(const tk_alloc *alloc, const ac_profile *old,
                         const ac_profile *new, const char *const *files);
