/* ah_like.h -- whether heap profiles are of one kind, so that they can be
   added up or compared.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_LIKE_H
#define AH_LIKE_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

/* Whether `other` has the mode, the units and the kinds of values of `first`;
   false with *error set, line 0: "the mode is "copy", not "heap"". */
bool ah_is_like(const ah_profile *first, const ah_profile *other,
                an_error *error);

/* The same of two files; false after a message that names both. */
bool ah_check_like(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file);

/* The message, about a file that is not like the first. */
void ah_tell_difference(const char *first_file, const char *other_file,
                        const char *reason);

#endif
