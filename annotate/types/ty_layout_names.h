/* ty_layout_names.h -- types as people write them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_LAYOUT_NAMES_H
#define TY_LAYOUT_NAMES_H

#include "types/ty_dwarf.h"

enum { TY_NAME_MAX_B = 200 };

/* "struct node", "a::list<int>", "char*[16]".  Longer ones are cut off.  In C++
   with the names of what it is in. */
void ty_layout_name(char name[TY_NAME_MAX_B], Dwarf_Die *type);

#endif
