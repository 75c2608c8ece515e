/* ty_names.h -- the names of inlined functions with their namespaces and classes.

   Profiles name an inlined function as its declaration does, "parse_array"; the
   debug info says that it is json::Parser::parse_array.  C++ and Rust only.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "types/ty_code.h"
#include "types/ty_types.h"

/* What ty_types_name does (ty_types.h).  Names are put into the arena. */
void ty_names_find(ty_code_objects *objects, tk_arena *arena, const ty_program *program,
                   ty_name *names, size_t n);

/* Is the unit's language C++ or Rust? */
bool ty_names_are_qualified(Dwarf_Die *unit);

/* The name of one function with its scopes, in the arena; NULL: it has none. */
const char *ty_names_whole(tk_arena *arena, ty_trees *trees, Dwarf_Die *function);
