/* ty_types.h -- what the blocks of a site are, if debug info tells: a type and
   its fields.

   The frames of the site say where in which object it was allocated.  From the
   debug info there, that of the object or that which is installed apart from it
   (/usr/lib/debug), from the line of source, and from where the compiler has put
   the result, follows what variable or type it was meant for.  Functions that pass
   on what they got as void*, as xmalloc, are looked through.

   A wrong name is worse than none.  All that is found must agree: the type's size
   with that of the blocks, the object and its debug info with the profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_TYPES_H
#define TY_TYPES_H

#include "base/an_source.h"
#include "types/ty_type.h"

typedef struct ty_types ty_types;

/* Both are borrowed.  With roots of sources, only objects below them are opened, and no
   debug info apart from them.
   Nothing is fetched from servers of debug info.  NULL: memory ran out. */
ty_types *ty_types_new(const tk_alloc *alloc, const an_source_places *places);
void ty_types_free(ty_types *types);

/* The i-th object that is there, but was not opened, and why: both are borrowed;
   NULL if there are not so many. */
const char *ty_types_refused(const ty_types *types, size_t i,
                             const char **problem);

/* The type of the blocks, or of their elements; it lives as long as `types`.
   NULL: unknown, or not a struct, or memory ran out. */
const ty_type *ty_types_find(ty_types *types, const ty_program *program,
                             const ty_blocks *blocks);

#endif
