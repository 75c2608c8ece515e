/* tk_pool.h -- fast allocation of many small blocks; pure.

   Blocks are cut from large chunks.  Freed blocks of about the same size share a
   free list.  Chunks are freed with the pool only.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

enum {
   TK_POOL_STEP_B = 16, /* sizes are rounded up to a multiple of this */
   TK_POOL_CLASSES = 128,
   TK_POOL_CHUNK_B = 1 << 16,
};

/* A pool over `alloc`, which is borrowed.  An empty pool is all zeros but for
   `alloc` and `label`. */
typedef struct {
   const tk_alloc *alloc;
   const char *label;
   void *chunks; /* the latest; each begins with a link */
   size_t chunk_used_B;
   void *free[TK_POOL_CLASSES]; /* by size; each block begins with a link */
} tk_pool;

/* size_B bytes aligned for any object. */
void *tk_pool_get(tk_pool *pool, size_t size_B);

/* Frees a block; size_B is the size that was asked for. */
void tk_pool_put(tk_pool *pool, void *block, size_t size_B);

/* Frees all chunks.  Blocks larger than TK_POOL_STEP_B * TK_POOL_CLASSES are not
   in chunks; the caller must have freed them. */
void tk_pool_fini(tk_pool *pool);
