/* ty_types.h -- the type of blocks and its fields, by debug info and source.

   The frames of the call path say where blocks were allocated.  The type follows
   from the debug info there, in the object or installed apart from it
   (/usr/lib/debug), from the source line, and from where the compiler put the
   result.  Functions that return what they got as void*, such as xmalloc, are
   skipped.

   A wrong name is worse than none.  All evidence must agree: the type's size with
   that of the blocks, the object and its debug info with the profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_TYPES_H
#define TY_TYPES_H

#include "base/an_source.h"
#include "types/ty_type.h"

typedef struct ty_types ty_types;

/* Both are borrowed.  If `places` has roots, only objects below them are opened,
   and no separate debug info.  No debug info is fetched from servers.  NULL:
   memory ran out. */
ty_types *ty_types_new(const tk_alloc *alloc, const an_source_places *places);
void ty_types_free(ty_types *types);

/* The i-th object that exists but was not opened, and why; both borrowed.  NULL
   if there are fewer. */
const char *ty_types_refused(const ty_types *types, size_t i,
                             const char **problem);

/* The type of the blocks, or of their elements; it lives as long as `types`.
   NULL: unknown, or not a struct, or memory ran out. */
const ty_type *ty_types_find(ty_types *types, const ty_program *program,
                             const ty_blocks *blocks);

#endif
