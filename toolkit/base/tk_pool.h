/* tk_pool.h -- many small blocks of memory, cheaply had and given back; pure.

   Blocks of like size share a list of free ones, and are cut from large
   chunks.  A chunk is never given back before the pool is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_POOL_H
#define TK_POOL_H

#include "base/tk_alloc.h"

enum {
   TK_POOL_STEP_B = 16, /* sizes are rounded up to a multiple of this */
   TK_POOL_CLASSES = 128,
   TK_POOL_CHUNK_B = 1 << 16,
};

/* A pool over `alloc`, which is borrowed.  All zeros but for alloc and label
   is an empty pool. */
typedef struct {
   const tk_alloc *alloc;
   const char *label;
   void *chunks;                /* the latest; each begins with a link */
   size_t chunk_used_B;
   void *free[TK_POOL_CLASSES]; /* of each size; each begins with a link */
} tk_pool;

/* size_B bytes, aligned for any object, or NULL if memory ran out. */
void *tk_pool_get(tk_pool *pool, size_t size_B);

/* Gives back a block of the size it was asked for with. */
void tk_pool_put(tk_pool *pool, void *block, size_t size_B);

/* Gives back all chunks.  Blocks larger than TK_POOL_STEP_B * TK_POOL_CLASSES
   are not in them and must have been put back. */
void tk_pool_fini(tk_pool *pool);

#endif
