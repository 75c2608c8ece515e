/* hp_layout.h -- the fields of a type in debug info.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_LAYOUT_H
#define HP_LAYOUT_H

#include "an_arena.h"
#include "hp_dwarf.h"
#include "hp_types.h"

/* The fields of the struct `type`, by hp_types.h.  `named` is the type as it was
   written, whose name counts if the struct has none.  Blocks have block_B bytes,
   if that is more than the type has; 0: as the type.  False: memory ran out. */
bool hp_layout_make(hp_type *layout, an_arena *arena, Dwarf_Die *type,
                    Dwarf_Die *named, int64_t block_B);

/* Whether it ends in an array without a bound, which may have any length. */
bool hp_layout_is_open(Dwarf_Die *type);

#endif
