/* tk_pool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_pool.h"

enum { LINK_B = 16 }; /* a pointer, and alignment for what follows */

/* The index of the free list for a size.  TK_POOL_CLASSES or more: too large. */
static size_t class_of(size_t size_B)
{
   return size_B == 0 ? 0 : (size_B - 1) / TK_POOL_STEP_B;
}

static void *cut_from_chunk(tk_pool *pool, size_t block_B)
{
   if (pool->chunks == NULL || pool->chunk_used_B + block_B > TK_POOL_CHUNK_B) {
      void *chunk = tk_get(pool->alloc, pool->label, TK_POOL_CHUNK_B);
      *(void **)chunk = pool->chunks;
      pool->chunks = chunk;
      pool->chunk_used_B = LINK_B;
   }
   void *block = (char *)pool->chunks + pool->chunk_used_B;
   pool->chunk_used_B += block_B;
   return block;
}

void *tk_pool_get(tk_pool *pool, size_t size_B)
{
   size_t class = class_of(size_B);
   if (class >= TK_POOL_CLASSES)
      return tk_get(pool->alloc, pool->label, size_B);
   void *block = pool->free[class];
   if (block == NULL)
      return cut_from_chunk(pool, (class + 1) * TK_POOL_STEP_B);
   pool->free[class] = *(void **)block;
   return block;
}

void tk_pool_put(tk_pool *pool, void *block, size_t size_B)
{
   size_t class = class_of(size_B);
   if (class >= TK_POOL_CLASSES) {
      tk_put(pool->alloc, block);
      return;
   }
   *(void **)block = pool->free[class];
   pool->free[class] = block;
}

void tk_pool_fini(tk_pool *pool)
{
   while (pool->chunks != NULL) {
      void *chunk = pool->chunks;
      pool->chunks = *(void **)chunk;
      tk_put(pool->alloc, chunk);
   }
   for (size_t i = 0; i < TK_POOL_CLASSES; i++)
      pool->free[i] = NULL;
}
