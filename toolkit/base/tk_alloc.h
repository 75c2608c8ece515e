/* tk_alloc.h -- the allocator of pure code; freestanding.

   Pure modules never call malloc or VG_(malloc); the caller passes an allocator.
   So the same source runs inside a Valgrind tool (over Valgrind's own heap), in
   the commands (over malloc), and in the tests.

   An allocator never returns NULL: it ends the process, or leaves by a jump what asked
   for the memory (run/tk_tool.h).  So no code looks whether there was some.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

typedef struct tk_alloc {
   /* Returns size_B bytes aligned for any object.  `label` names the user of the memory
      ("cs.lines") in the allocator's statistics. */
   void *(*get)(void *context, const char *label, size_t size_B);
   /* Frees what get returned; ignores NULL. */
   void (*put)(void *context, void *block);
   void *context;
   /* As get, but all bytes are 0, and memory that is not used costs nothing; NULL: there
      is no such memory. */
   void *(*get_zeroed)(void *context, const char *label, size_t size_B);
} tk_alloc;

/* What nobody has: asked for where a size does not fit in size_t, so that the allocator
   says what comes of it. */
#define TK_ALLOC_IMPOSSIBLE_B ((size_t)-1)

static inline void *tk_get(const tk_alloc *alloc, const char *label, size_t size_B)
{
   return alloc->get(alloc->context, label, size_B);
}

/* All bytes of the block are 0. */
static inline void *tk_get_zeroed(const tk_alloc *alloc, const char *label, size_t size_B)
{
   if (alloc->get_zeroed != NULL)
      return alloc->get_zeroed(alloc->context, label, size_B);
   return __builtin_memset(tk_get(alloc, label, size_B), 0, size_B);
}

/* A table is as large as its numbers allow: what needs more is refused as what needs too
   much memory. */
static inline void tk_refuse(const tk_alloc *alloc, const char *label)
{
   tk_get(alloc, label, TK_ALLOC_IMPOSSIBLE_B);
}

static inline void tk_put(const tk_alloc *alloc, void *block)
{
   alloc->put(alloc->context, block);
}
