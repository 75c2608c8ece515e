/* cs_bodies.h -- the counts of call paths: at hand while a path runs, else packed; pure.

   A program has many more call paths than it runs at a time, and most ran a few times:
   their counts are small or 0.  So a path that runs has a body, with a word for each
   count.  When there are enough bodies, the counts of all are packed: a mask of those
   that are not 0, and these in bytes of seven bits.  A path that runs again gets a body
   again.

   If most bodies were given to paths that had run before, there are too few, and twice as
   many are allowed.  So no more paths are unpacked than are new, but for each doubling.

   Who holds the address of a count is told before counts are packed, or forbids it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "base/tk_pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cs_edge;
struct cs_part;

enum { CS_RECENT_BITS = 2, CS_RECENT = 1 << CS_RECENT_BITS };

/* Where a path has its counts: the address of its body; or, if odd, of its packed counts,
   and 1.  CS_EMPTY: all are 0. */
typedef uintptr_t cs_state;

enum { CS_EMPTY = 1, CS_COUNTS_MOST = 63 };

/* What a path with counts of inlined code has besides; it is never freed. */
typedef struct cs_inlined {
   /* The counts of each code of the function, by its index; NULL: they were not needed
      yet.  There is room for all codes that are known. */
   uint64_t **slots;
   struct cs_part *parts;
   cs_state *state;         /* of the path */
   struct cs_inlined *next; /* of the function's */
} cs_inlined;

/* A body begins a line of the host's caches. */
typedef struct cs_body {
   struct cs_edge *recent[CS_RECENT]; /* of its calls; forgotten when it is packed */
   cs_state *state;                   /* of its path; NULL: it is free */
   cs_inlined *inlined;               /* NULL: its function's own code is all */
   union {
      uint64_t **slots; /* `inlined` has them, or the bodies' no_slots */
      struct cs_body *next_free;
   };
   uint64_t counts[]; /* as many as n_counts */
} cs_body;

typedef struct cs_body_chunk cs_body_chunk;

typedef struct cs_bodies {
   const tk_alloc *alloc;
   uint32_t n_counts;
   uint64_t **no_slots; /* of a body without inlined code */
   cs_body_chunk *chunks;
   cs_body *free;
   size_t n, most; /* bodies; more than `most` only if `keeps_all` */
   size_t n_again; /* of those in use: for counts that had been packed */
   tk_pool packed;
   /* Both may be set at any time. */
   bool keeps_all;               /* pack nothing */
   void (*before_packing)(void); /* or NULL */
} cs_bodies;

/* Begins without bodies.  n_counts <= CS_COUNTS_MOST.  Everything is borrowed. */
void cs_bodies_init(cs_bodies *bodies, const tk_alloc *alloc, uint32_t n_counts,
                    uint64_t **no_slots);
void cs_bodies_fini(cs_bodies *bodies);

/* The body of a path that has one; else NULL. */
static inline cs_body *cs_body_at(cs_state state)
{
   return (state & 1) != 0 ? NULL : (cs_body *)state;
}

static inline cs_body *cs_body_of(uint64_t *counts)
{
   return (cs_body *)((char *)counts - offsetof(cs_body, counts));
}

/* Gives a body to a path that has none; the counts of all others may be packed.
   The state must not move. */
cs_body *cs_bodies_give(cs_bodies *bodies, cs_state *state);

/* The path's body. */
static inline cs_body *cs_bodies_open(cs_bodies *bodies, cs_state *state)
{
   cs_body *body = cs_body_at(*state);
   return body != NULL ? body : cs_bodies_give(bodies, state);
}

/* The counts of a path, for reading; `room` has room for them. */
const uint64_t *cs_bodies_read(const cs_bodies *bodies, cs_state state, uint64_t *room);

cs_inlined *cs_bodies_inlined(cs_state state);

/* Sets the counts to 0. */
void cs_bodies_zero(const cs_bodies *bodies, cs_state *state);
