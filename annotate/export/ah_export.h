/* ah_export.h -- heap profiles in the formats of other programs.
   Write errors are left to ferror(out); AN_NO_MEMORY: what is written is
   incomplete.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_EXPORT_H
#define AH_EXPORT_H

#include "counts/an_profile.h"
#include "heap/ah_profile.h"
#include "heap/ah_value.h"

#include <stdio.h>

/* A massif.out file.  The profile has lifetimes. */
an_status ah_export_massif(const ah_profile *profile, const tk_alloc *alloc,
                           FILE *out);

/* Folded stacks: "main;parse;xmalloc 1234", outermost first, one line for
   each distinct stack with a value other than 0, sorted. */
an_status ah_export_folded(const ah_profile *profile, const tk_alloc *alloc,
                           const ah_value *value, FILE *out);

/* One record for each site, in the profile's order, with all values. */
an_status ah_export_csv(const ah_profile *profile, const tk_alloc *alloc,
                        FILE *out);

/* A step of a stack as in folded stacks: the function, and if that is not
   known, where its code is; `object` may be NULL. */
void ah_export_step(const char *function, const char *object, FILE *out);

#endif
