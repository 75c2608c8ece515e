/* hp_like.h -- whether heap profiles are of one kind, so that they can be
   added up or compared.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_LIKE_H
#define HP_LIKE_H

#include "an_error.h"
#include "hp_profile.h"

/* Whether `other` has the mode, the units and the kinds of values of `first`;
   false with *error set, line 0: "the mode is "copy", not "heap"". */
bool hp_is_like(const hp_profile *first, const hp_profile *other,
                an_error *error);

/* The same of two files; false after a message that names both. */
bool hp_check_like(const hp_profile *first, const char *first_file,
                   const hp_profile *other, const char *other_file);

/* The message, about a file that is not like the first. */
void hp_tell_difference(const char *first_file, const char *other_file,
                        const char *reason);

#endif
