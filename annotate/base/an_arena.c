/* an_arena.c -- memory that only grows and is freed all at once.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_arena.h"

enum { CHUNK_B = 256 * 1024 };

struct an_arena_chunk {
   an_arena_chunk *older;
   _Alignas(max_align_t) unsigned char bytes[];
};

void an_arena_init(an_arena *arena, const tk_alloc *alloc, const char *label)
{
   *arena = (an_arena){ .alloc = alloc, .label = label };
}

void an_arena_free(an_arena *arena)
{
   an_arena_chunk *chunk = arena->newest;
   while (chunk != NULL) {
      an_arena_chunk *older = chunk->older;
      tk_put(arena->alloc, chunk);
      chunk = older;
   }
   an_arena_init(arena, arena->alloc, arena->label);
}

int an_arena_reserve(an_arena *arena, size_t size_B)
{
   if (size_B <= (size_t)(arena->end - arena->at))
      return 0;
   size_t chunk_B = size_B > CHUNK_B ? size_B : CHUNK_B;
   an_arena_chunk *chunk
      = tk_get(arena->alloc, arena->label, sizeof *chunk + chunk_B);
   if (chunk == NULL)
      return -1;
   chunk->older = arena->newest;
   arena->newest = chunk;
   arena->at = chunk->bytes;
   arena->end = chunk->bytes + chunk_B;
   return 0;
}
