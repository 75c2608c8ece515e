/* ty_layout.h -- the fields of a type in debug info.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "types/ty_dwarf.h"
#include "types/ty_types.h"

/* The fields of the struct `type`, as ty_types.h says; none of another type.  `named` is
   the type as written; its name is used if the struct has none.  Blocks have block_B
   bytes if that is more than the type has; 0: as the type. */
void ty_layout_make(ty_type *layout, tk_arena *arena, ty_trees *trees, Dwarf_Die *type,
                    Dwarf_Die *named, int64_t block_B);

/* Whether it ends with an array without a bound, which can have any length. */
bool ty_layout_is_open(ty_trees *trees, Dwarf_Die *type);
