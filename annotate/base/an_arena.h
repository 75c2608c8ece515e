/* an_arena.h -- memory that only grows and is freed all at once.

   A profile's counts are millions of small pieces that live equally long.
   Chunks never move, so pointers into them stay good, and growing copies
   nothing: memory in use is memory asked for, plus one chunk.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_ARENA_H
#define AN_ARENA_H

#include "base/tk_alloc.h"

typedef struct an_arena_chunk an_arena_chunk;

typedef struct an_arena {
   const tk_alloc *alloc;
   const char *label;
   an_arena_chunk *newest;
   unsigned char *at;  /* the first free byte of the newest chunk */
   unsigned char *end; /* past its last */
} an_arena;

/* An empty arena; takes no memory yet.  `alloc` and `label` are borrowed. */
void an_arena_init(an_arena *arena, const tk_alloc *alloc, const char *label);
void an_arena_free(an_arena *arena);

/* Makes size_B contiguous bytes free at arena->at; the caller takes what it
   uses by moving `at`.  0, or -1 if memory ran out, with `at` as before. */
int an_arena_reserve(an_arena *arena, size_t size_B);

#endif
