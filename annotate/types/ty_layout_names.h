/* ty_layout_names.h -- the names of types, as people write them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_LAYOUT_NAMES_H
#define TY_LAYOUT_NAMES_H

#include "types/ty_dwarf.h"

enum { TY_NAME_MAX_B = 200 };

/* "struct node", "char*[16]"; in C++ with its scopes, "a::list<int>".  Cut off if
   too long. */
void ty_layout_name(char name[TY_NAME_MAX_B], Dwarf_Die *type);

#endif
