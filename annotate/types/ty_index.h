/* ty_index.h -- one file's debug info by what is in it: variables by their addresses,
   definitions of C++ types by their names.  One walk through all units finds both.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "types/ty_cache.h"
#include "types/ty_die.h"

typedef struct ty_index ty_index;

/* Both are borrowed; the pool `alloc` frees it.  What the cache has is not read again;
   it may be NULL.  The file's name is for who waits. */
ty_index *ty_index_new(const tk_alloc *alloc, Dwarf *dwarf, ty_cache *cache,
                       const char *file);

/* Tells who waits that the file is read (an_wait.h). */
void ty_index_wait(const char *file);

/* The variable that begins at an address of the debug info, or at an offset in the
   segment of thread-local data; of several, the first. */
bool ty_index_variable(const ty_index *index, bool is_thread_local, uint64_t address,
                       Dwarf_Die *variable);

/* The definition of a struct, class or union, in C++, where a name means one type
   everywhere; the first.  The name is that of ty_index_add_name. */
bool ty_index_definition(const ty_index *index, const char *name, Dwarf_Die *type);

/* Appends "::" and the entry's name, at `used`: "a::b::c" of the scopes outside in.
   False: it has no name, is neither namespace nor class, or does not fit. */
bool ty_index_add_name(char *text, size_t size, size_t *used, Dwarf_Die *scope);
