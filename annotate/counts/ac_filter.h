/* ac_filter.h -- which files and functions a report includes.

   Patterns are those of an_pattern.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>

typedef struct ac_filter ac_filter;

/* A filter without patterns: everything passes.  `alloc` is borrowed. */
ac_filter *ac_filter_new(const tk_alloc *alloc);

/* Adds a copy of the pattern.  False, with *error set, line 0, and nothing
   added, if the pattern is empty. */
bool ac_filter_add(ac_filter *filter, bool include, const char *pattern, an_error *error);

/* Whether a function of a file passes: no exclude pattern matches, and an
   include pattern does, unless there are none.  A pattern that is the mangled name of a
   function matches it (base/an_demangle.h). */
bool ac_filter_passes(const ac_filter *filter, const char *file, const char *function);
