/* tk_alloc.h -- the allocator that pure code gets; freestanding.

   Pure modules never call malloc or VG_(malloc) but this.  The same source runs
   inside a Valgrind tool (over Valgrind's heap), in the commands (over malloc) and
   in tests (over an allocator whose Nth call fails).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_ALLOC_H
#define TK_ALLOC_H

#include <stddef.h>

typedef struct tk_alloc {
   /* Returns size_B bytes aligned for any object, or NULL.  `label`
      names the cost centre ("cs.lines"), for the allocator's statistics. */
   void *(*get)(void *context, const char *label, size_t size_B);
   /* Frees a block from get; NULL is ignored. */
   void (*put)(void *context, void *block);
   void *context;
} tk_alloc;

static inline void *tk_get(const tk_alloc *alloc, const char *label,
                           size_t size_B)
{
   return alloc->get(alloc->context, label, size_B);
}

static inline void tk_put(const tk_alloc *alloc, void *block)
{
   alloc->put(alloc->context, block);
}

#endif
