/* an_filter.h -- which files and functions are of interest.

   A pattern is "file:PATTERN", "fn:PATTERN", or "PATTERN", which may match
   either.  PATTERN has the wildcards of the shell, those of fnmatch(3); "*"
   and "?" match slashes, too.  It must match all of a name; that of a file
   also its last component, if the pattern has no slash.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FILTER_H
#define AN_FILTER_H

#include "base/an_error.h"
#include "base/tk_alloc.h"

#include <stdbool.h>

typedef struct an_filter an_filter;

/* Without patterns, which everything passes; NULL if memory ran out.
   `alloc` is borrowed. */
an_filter *an_filter_new(const tk_alloc *alloc);
void an_filter_free(an_filter *filter);

/* Adds a pattern, which is copied.  False, with *error set, line 0, and
   nothing added, if it is empty or memory ran out. */
bool an_filter_add(an_filter *filter, bool include, const char *pattern,
                   an_error *error);

/* Whether a function of a file passes: an include pattern matches, or there
   is none, and no exclude pattern matches. */
bool an_filter_passes(const an_filter *filter, const char *file,
                      const char *function);

#endif
