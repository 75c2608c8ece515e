/* ty_trees.h -- the trees of debug info's units: what is in what, and where code is.

   libdw reads everything below an entry to find the entry's sibling, unless the compiler
   has noted where that is; LLVM does not.  What is around an entry it finds by a search
   from the unit's root.  Rust has few units, of tens of thousands of entries.  So a unit
   is walked once, when something of it is asked for, and then looked up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "types/ty_index.h"

typedef struct ty_trees ty_trees;

/* The pool `alloc` frees them.  Debug info must live until then.  What was
   found out of files with least_B of .debug_info or more is kept for the next time by
   ty_trees_close; TY_TREES_NO_CACHE: of none. */
enum { TY_TREES_CACHED_B = 4 << 20 }; /* less is read as quickly */
#define TY_TREES_NO_CACHE UINT64_MAX
ty_trees *ty_trees_new(const tk_alloc *alloc, uint64_t least_B);
void ty_trees_close(ty_trees *trees);

/* Which file is read from now on, for who waits; borrowed. */
void ty_trees_reads(ty_trees *trees, const char *name);

/* ty_die_children, but what is below the children is not read. */
bool ty_trees_children(ty_trees *trees, Dwarf_Die *die,
                       bool (*visit)(void *, Dwarf_Die *), void *context);

/* The entry itself and all that contains it, up to the unit.  Returns how many; 0: more
   than `most`, or broken. */
size_t ty_trees_around(ty_trees *trees, const Dwarf_Die *die, Dwarf_Die *around,
                       size_t most);

/* The unit whose code has the address, not joined; of several, the first. */
bool ty_trees_unit(ty_trees *trees, Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *unit);

/* The unit's function, or other code that is in no function, with the address; of
   several, the first. */
bool ty_trees_function(ty_trees *trees, const Dwarf_Die *unit, Dwarf_Addr pc,
                       Dwarf_Die *function);

/* The index of a file, made when it is first asked for. */
const ty_index *ty_trees_index(ty_trees *trees, Dwarf *dwarf);

/* Writes "a::b::c", as ty_index.h has it; false if there is no such name. */
bool ty_trees_write_name(ty_trees *trees, char *text, size_t size, const Dwarf_Die *type);

/* Whether entries with this tag can have code; or functions, but no code. */
bool ty_trees_has_code(int tag);
bool ty_trees_has_functions(int tag);
