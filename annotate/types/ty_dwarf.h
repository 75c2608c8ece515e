/* ty_dwarf.h -- what a type in debug info leads to: its target, its members.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_DWARF_H
#define TY_DWARF_H

#include "types/ty_dwarf_find.h"

/* The type that a pointer or reference points to, or of an array's elements, as
   written.  False: it is none of these, or points to void; *is_void: to void. */
bool ty_dwarf_follow(Dwarf_Die *pointer, Dwarf_Die *type, bool *is_void);

/* The member by its name; searches bases and nameless members, too. */
bool ty_dwarf_member(Dwarf_Die *structure, const char *name, size_t length,
                     Dwarf_Die *member);

/* Whether `type` is `start`, or its base or first member begins with `start`. */
bool ty_dwarf_begins_with(Dwarf_Die *type, Dwarf_Die *start);

#endif
