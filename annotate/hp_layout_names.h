/* hp_layout_names.h -- types as people write them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_LAYOUT_NAMES_H
#define HP_LAYOUT_NAMES_H

#include "hp_dwarf.h"

enum { HP_NAME_MAX_B = 200 };

/* "struct node", "a::list<int>", "char*[16]".  Longer ones are cut off.  In C++
   with the names of what it is in. */
void hp_layout_name(char name[HP_NAME_MAX_B], Dwarf_Die *type);

#endif
