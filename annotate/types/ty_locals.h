/* ty_locals.h -- local variables and parameters in debug info, by a word of a frame or by
   a register; over elfutils' libdw.

   A word belongs to a variable if all its bytes do: half of a word is no pointer.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "types/ty_code.h"
#include "types/ty_places.h"

/* The variable, where the word is in it, and the function that has it: an inlined one,
   perhaps. */
typedef struct ty_locals_found {
   Dwarf_Die variable, function;
   int64_t offset;
} ty_locals_found;

/* The frame of the code, whose scopes it refers to.  It has no rules yet; without them
   fewer variables are found.  False: the code is in no function. */
bool ty_locals_frame(ty_place_frame *frame, ty_code *code);

/* Which variable that the code sees has the word of its frame at an offset from the CFA?
   Of several, the one in the innermost scope.  False: unknown. */
bool ty_locals_on_frame(ty_code *code, const ty_place_frame *frame, int64_t cfa_offset,
                        ty_locals_found *found);

/* The same of a register, by its number in DWARF. */
bool ty_locals_in_register(ty_code *code, const ty_place_frame *frame, int dwarf_register,
                           ty_locals_found *found);
