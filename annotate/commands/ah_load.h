/* ah_load.h -- heap profiles for the commands, with messages about what is
   wrong with them.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_LOAD_H
#define AH_LOAD_H

#include "heap/ah_merge_sum.h"

/* The profile in the file ("-": standard input), for ah_profile_free; warns if
   it is partial.  NULL after a message. */
ah_profile *ah_load(const char *file);

/* Whether both profiles are compatible (ah_profile.h); false after a message
   that names both files. */
bool ah_load_check(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file);

/* The sum of n profiles, owned by *sum, which the caller frees in either case; NULL after
   a message. */
const ah_profile *ah_load_sum(char *const *files, size_t n, ah_sum **sum);

#endif
