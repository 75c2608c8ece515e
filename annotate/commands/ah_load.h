/* ah_load.h -- heap profiles for the commands, with messages about what is
   wrong with them.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "heap/ah_ignored.h"
#include "heap/ah_merge_sum.h"
#include "heap/ah_profile.h"

/* The profile in the file ("-": standard input); warns if it is partial.  NULL after a
   message. */
ah_profile *ah_load(const tk_alloc *alloc, const char *file);

/* Loads as ah_load does; inlined functions get the names that debug info has for them
   (ah_qualify.h), from objects that `places` allows to open. */
ah_profile *ah_load_named(const char *file, const an_source_places *places);

/* The known leaks that the files name, in *ignored: NULL of no files.  False after a
   message. */
bool ah_load_ignored(const char *const *files, size_t n, ah_ignored **ignored);

/* Whether both profiles are compatible (ah_profile.h); false after a message
   that names both files. */
bool ah_load_check(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file);

/* The sum of n profiles, which *sum owns; NULL after
   a message. */
ah_profile *ah_load_sum(char *const *files, size_t n, ah_sum **sum);
