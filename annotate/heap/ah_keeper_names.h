/* ah_keeper_names.h -- what debug info calls roots, and the fields that refer to blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_keepers.h"

/* Sets the kind, name, place and type; of a STACK, those of the frame.  `naming` can
   be NULL. */
void ah_keeper_name_root(ah_keeper *keeper, const ah_profile *profile,
                         const ah_root *root, const ah_naming *naming);

/* A local variable, and the STACK root whose frame has it. */
typedef struct ah_local {
   ty_local of;
   const ah_root *frame;
} ah_local;

/* The local variable that has a word of the root's frame or, if the frame has saved a
   register of a caller there, that of the caller.  False: unknown, or no frame. */
bool ah_keeper_word_local(ah_local *local, const ah_root *root, const ah_naming *naming,
                          int64_t offset);

/* The local variable that refers to the retainer's blocks, which the root keeps: of the
   frame's words that do, the first with a name. */
bool ah_keeper_local(ah_local *local, const ah_root *root, const ah_naming *naming,
                     const ah_retainer *retainer);

/* The name of the field at an offset, or at several that differ by multiples of the step:
   of elements, if those are as far apart.  NULL: unknown. */
const ty_field *ah_keeper_field_at(const ty_type *type, int64_t offset, int64_t step);
const char *ah_keeper_field(const ty_type *type, int64_t offset, int64_t step);
