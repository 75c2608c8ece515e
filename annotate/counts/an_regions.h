/* an_regions.h -- regions by path of names, and the limits that a pattern holds
   against them.

   A region's path is the names from the outermost region in, "sort/merge".  Limits on
   regions are "[PATTERN:]NAME=LIMIT,...": without a pattern, on every region; the last
   colon ends it.  PATTERN has the shell's wildcards (fnmatch(3)); "*" and "?" match
   slashes, too.  It must match the whole path, or the whole name, of a region.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REGIONS_H
#define AN_REGIONS_H

#include "counts/an_limits.h"
#include "counts/an_profile.h"

/* The path of a region, for tk_put; NULL if memory ran out. */
char *an_region_path(const an_profile *profile, const tk_alloc *alloc,
                     size_t index);

typedef struct an_region_limits {
   char *pattern; /* NULL: every region */
   an_limits limits;
} an_region_limits;

/* Reads one option; an error is as of an_limits_parse, and leaves nothing to free. */
bool an_region_limits_parse(an_region_limits *limits, const tk_alloc *alloc,
                            const an_metrics *metrics, const char *text,
                            an_error *error);
void an_region_limits_free(an_region_limits *limits, const tk_alloc *alloc);

/* Whether the limits hold for a region of this path and name. */
bool an_region_limits_choose(const an_region_limits *limits, const char *path,
                             const char *name);

/* False, with *error set, line 0, if they hold for no region of the profile: a gate
   without anything to check would always be open. */
bool an_region_limits_check(const an_region_limits *limits,
                            const an_profile *profile, const tk_alloc *alloc,
                            an_error *error);

#endif
