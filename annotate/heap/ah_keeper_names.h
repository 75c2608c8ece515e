/* ah_keeper_names.h -- what debug info calls roots, and the fields that refer to blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_KEEPER_NAMES_H
#define AH_KEEPER_NAMES_H

#include "heap/ah_keepers.h"

/* Sets the kind, name, place and type; of a STACK, those of the frame.  `naming` can
   be NULL. */
void ah_keeper_name_root(ah_keeper *keeper, const ah_profile *profile,
                         const ah_root *root, const ah_naming *naming);

/* The local variable at an offset of a STACK root's frame.  False: unknown. */
bool ah_keeper_local(ty_local *local, const ah_root *root, const ah_naming *naming,
                     int64_t offset);

/* The name of the field at an offset, or at several that differ by multiples of the step:
   of elements, if those are as far apart.  NULL: unknown. */
const char *ah_keeper_field(const ty_type *type, int64_t offset, int64_t step);

#endif
