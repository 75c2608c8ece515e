/* ah_name.h -- what can be told from the names in call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_NAME_H
#define AH_NAME_H

#include "heap/ah_profile.h"

/* Whether the file came with the system, not with the program. */
bool ah_name_is_of_system(const char *file);

/* Where a site's path begins for readers: how many of its innermost frames are
   of Valgrind's own allocation functions, which DHAT lists, or inside of the
   standard library of C++ or Rust.  Of the library its function that was called
   from outside remains: push_back, not what it is made of.  With `all` only
   those of Valgrind count.  0 if no frame would remain. */
size_t ah_name_start(const ah_profile *profile, const ah_site *site, bool all);

/* The name with its template arguments and parameters as "...", as far as it
   takes to have no more than n_most bytes, and as it goes.  On the heap, or NULL
   if memory ran out. */
char *ah_name_short(const char *name, size_t n_most);

#endif
