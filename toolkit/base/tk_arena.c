/* tk_arena.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_arena.h"

#ifdef HOSTILE /* in some tests: each piece is a block of its own */
enum { FIRST_CHUNK_B = 1, CHUNK_MAX_B = 1 };
#else
enum { FIRST_CHUNK_B = 16 * 1024, CHUNK_MAX_B = 256 * 1024 };
#endif

struct tk_arena_chunk {
   tk_arena_chunk *older;
   _Alignas(max_align_t) unsigned char bytes[];
};

void tk_arena_init(tk_arena *arena, const tk_alloc *alloc, const char *label)
{
   *arena = (tk_arena){ .alloc = alloc, .label = label };
}

void tk_arena_free(tk_arena *arena)
{
   tk_arena_chunk *chunk = arena->newest;
   while (chunk != NULL) {
      tk_arena_chunk *older = chunk->older;
      tk_put(arena->alloc, chunk);
      chunk = older;
   }
   tk_arena_init(arena, arena->alloc, arena->label);
}

static size_t next_chunk_B(const tk_arena *arena, size_t size_B)
{
   size_t chunk_B = arena->chunk_B == 0 ? FIRST_CHUNK_B : 2 * arena->chunk_B;
   if (chunk_B > CHUNK_MAX_B)
      chunk_B = CHUNK_MAX_B;
   return chunk_B < size_B ? size_B : chunk_B;
}

void tk_arena_reserve(tk_arena *arena, size_t size_B)
{
   if (size_B <= (size_t)(arena->end - arena->at))
      return;
   size_t chunk_B = next_chunk_B(arena, size_B), all_B;
   tk_arena_chunk *chunk;
   if (__builtin_add_overflow(chunk_B, sizeof *chunk, &all_B))
      all_B = TK_ALLOC_IMPOSSIBLE_B;
   chunk = tk_get(arena->alloc, arena->label, all_B);
   chunk->older = arena->newest;
   arena->newest = chunk;
   arena->at = chunk->bytes;
   arena->end = chunk->bytes + chunk_B;
   arena->chunk_B = chunk_B;
}

void *tk_arena_get(tk_arena *arena, size_t size_B)
{
   size_t rest_B = size_B % TK_ARENA_ALIGNMENT_B;
   if ((rest_B > 0 || size_B == 0)
       && __builtin_add_overflow(size_B, TK_ARENA_ALIGNMENT_B - rest_B, &size_B))
      size_B = TK_ALLOC_IMPOSSIBLE_B / TK_ARENA_ALIGNMENT_B * TK_ARENA_ALIGNMENT_B;
   tk_arena_reserve(arena, size_B);
   void *piece = arena->at;
   arena->at += size_B;
   return piece;
}
