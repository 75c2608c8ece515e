/* an_pool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_pool.h"

#include <stdbool.h>
#include <stdint.h>

/* Stands before each block, in a ring with the pool's own. */
typedef struct link {
   struct link *next, *before;
} link;

_Static_assert(sizeof(link) % _Alignof(max_align_t) == 0, "blocks are aligned");

struct an_pool {
   tk_alloc alloc;
   const tk_alloc *from;
   link ring;
};

static void *get_block(void *context, const char *label, size_t size_B)
{
   an_pool *pool = context;
   bool fits = size_B <= SIZE_MAX - sizeof(link);
   link *block = tk_get(pool->from, label,
                        fits ? sizeof(link) + size_B : TK_ALLOC_IMPOSSIBLE_B);
   *block = (link){ .next = pool->ring.next, .before = &pool->ring };
   block->next->before = block;
   pool->ring.next = block;
   return block + 1;
}

static void put_block(void *context, void *memory)
{
   an_pool *pool = context;
   if (memory == NULL)
      return;
   link *block = (link *)memory - 1;
   block->before->next = block->next;
   block->next->before = block->before;
   tk_put(pool->from, block);
}

an_pool *an_pool_new(const tk_alloc *from)
{
   an_pool *pool = tk_get(from, AN_LABEL, sizeof *pool);
   pool->alloc = (tk_alloc){ .get = get_block, .put = put_block, .context = pool };
   pool->from = from;
   pool->ring = (link){ &pool->ring, &pool->ring };
   return pool;
}

const tk_alloc *an_pool_alloc(an_pool *pool)
{
   return &pool->alloc;
}

void an_pool_free(an_pool *pool)
{
   if (pool == NULL)
      return;
   while (pool->ring.next != &pool->ring)
      put_block(pool, pool->ring.next + 1);
   tk_put(pool->from, pool);
}
