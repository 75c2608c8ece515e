/* ah_symbols.h -- names, files and lines for frames of stripped objects; and files of
   lines that Valgrind takes for those of another file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "types/ty_types.h"

/* Makes frames whose address is in a file those that a profile with symbols has, as far
   as debug info says (ty_symbols.h): functions that were inlined get frames of their own,
   and paths end at main.  Corrects the files of others (types/ty_lines.h). */
void ah_symbols_find(ah_profile *profile, const tk_alloc *alloc, ty_types *types);
