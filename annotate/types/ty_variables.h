/* ty_variables.h -- variables in debug info by their addresses; over elfutils' libdw.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "types/ty_trees.h"

/* The variables of each debug info that was asked for; NULL at first. */
typedef struct ty_variables ty_variables;

/* The variable that begins at an address of the debug info or, if it is thread-local, at
   an offset in its TLS segment.  The first call walks all units.  False: unknown. */
bool ty_variables_find(ty_variables **variables, const tk_alloc *alloc, ty_trees *trees,
                       Dwarf *dwarf, bool is_thread_local, uint64_t address,
                       Dwarf_Die *variable);
