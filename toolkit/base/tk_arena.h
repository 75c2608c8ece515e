/* tk_arena.h -- memory that only grows and is freed all at once; pure.

   For many small pieces that live equally long, such as a profile's counts.
   Chunks never move: pointers into them stay valid, and growing copies nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdint.h>

enum { TK_ARENA_ALIGNMENT_B = 8 };

typedef struct tk_arena_chunk tk_arena_chunk;

/* All zeros but for alloc and label is an empty arena. */
typedef struct tk_arena {
   const tk_alloc *alloc; /* borrowed */
   const char *label;
   tk_arena_chunk *newest;
   unsigned char *at;  /* the first free byte of the newest chunk */
   unsigned char *end; /* behind its last byte */
   size_t chunk_B;     /* of the newest chunk; chunks double up to a limit */
} tk_arena;

/* An empty arena; takes no memory yet. */
void tk_arena_init(tk_arena *arena, const tk_alloc *alloc, const char *label);
void tk_arena_free(tk_arena *arena);

/* Makes size_B contiguous bytes free at arena->at, which the caller moves past
   the bytes it uses. */
void tk_arena_reserve(tk_arena *arena, size_t size_B);

/* size_B bytes at a multiple of TK_ARENA_ALIGNMENT_B.  Not for an arena
   whose caller moves `at` by other steps. */
void *tk_arena_get(tk_arena *arena, size_t size_B);

/* As tk_arena_get, but all bytes are 0. */
static inline void *tk_arena_get_zeroed(tk_arena *arena, size_t size_B)
{
   return __builtin_memset(tk_arena_get(arena, size_B), 0, size_B);
}
