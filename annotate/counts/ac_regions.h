/* ac_regions.h -- regions by path of names, and the limits that a pattern holds
   against them.

   A region's path is the names from the outermost region in, "sort/merge".  Limits on
   regions are "[PATTERN:]NAME=LIMIT,...": without a pattern, on every region; the last
   colon ends it.  PATTERN has the shell's wildcards (fnmatch(3)); "*" and "?" match
   slashes, too.  It must match the whole path, or the whole name, of a region.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_limits.h"
#include "counts/ac_profile.h"

/* The path of a region, for tk_put. */
char *ac_region_path(const ac_profile *profile, const tk_alloc *alloc, size_t index);

typedef struct ac_region_limits {
   char *pattern; /* NULL: every region */
   ac_limits limits;
} ac_region_limits;

/* Reads one option; an error is as of ac_limits_parse. */
bool ac_region_limits_parse(ac_region_limits *limits, const tk_alloc *alloc,
                            const ac_metrics *metrics, const char *text, an_error *error);

/* Whether the limits hold for a region of this path and name. */
bool ac_region_limits_choose(const ac_region_limits *limits, const char *path,
                             const char *name);

/* False, with *error set, line 0, if they hold for no region of the profile: a gate
   without anything to check would always be open. */
bool ac_region_limits_check(const ac_region_limits *limits, const ac_profile *profile,
                            const tk_alloc *alloc, an_error *error);
