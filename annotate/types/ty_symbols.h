/* ty_symbols.h -- the functions, files and lines of code that Valgrind could not name:
   the program was stripped.

   Names are as in the profile of a program that is not: those of C are the symbols, those
   of C++ and Rust have their namespaces and classes, but no parameters.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "types/ty_code_objects.h"

enum { TY_SYMBOLS_MOST = 64 }; /* of one address */

/* Texts live as long as the arena and the objects. */
typedef struct ty_symbol {
   const char *function;
   const char *file; /* NULL: unknown */
   uint32_t line;    /* 0: unknown */
} ty_symbol;

/* The name of a source file of the unit, with the directory where the compiler ran if it
   is relative; `die` is in the unit.  NULL stays.  In the arena, or as it was. */
const char *ty_symbols_whole_file(tk_arena *arena, Dwarf_Die *die, const char *file);

/* The functions at an address in the object's file, inlined ones first.  Returns how many
   they are; 0: unknown. */
size_t ty_symbols_at(ty_symbol symbols[TY_SYMBOLS_MOST], ty_code_objects *objects,
                     tk_arena *arena, const an_object *object, uint64_t address);

/* The function that begins there, with the file and line of its declaration.  False:
   unknown. */
bool ty_symbols_function(ty_symbol *symbol, ty_code_objects *objects, tk_arena *arena,
                         const an_object *object, uint64_t address);
