/* ah_compatible.h -- whether heap profiles can be added up or compared.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_COMPATIBLE_H
#define AH_COMPATIBLE_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

/* Whether `other` has the mode, the units and the kinds of values of `first`.
   False, with *error set, line 0, to "the mode is "copy", not "heap"". */
bool ah_is_compatible(const ah_profile *first, const ah_profile *other,
                      an_error *error);

#endif
