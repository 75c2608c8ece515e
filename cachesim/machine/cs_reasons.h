/* cs_reasons.h -- why references miss a cache: cold, capacity or conflict; pure.

   The reasons of Hill and Smith ("Evaluating Associativity in CPU Caches", 1989):
   - COLD: the line was never referenced before.
   - CAPACITY: a fully associative LRU cache of the same size would miss, too.
   - CONFLICT: it would not; only too many lines are in the same set.

   Each line has the time of its last use.  The fully associative cache holds the lines
   of the latest times.  So it is not a list that is moved about, but one bit for each
   time, set if it is the time of a line in the cache; and the oldest of them.  When
   times run out, those of the lines are numbered again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_cache.h"
#include "base/tk_table.h"

typedef enum { CS_COLD, CS_CAPACITY, CS_CONFLICT, CS_N_REASONS } cs_reason;

enum {
   CS_REASONS_LINES = 1 << 9,  /* lines of memory that lie side by side in a region */
   CS_REASONS_RECENT = 1 << 9, /* regions; a power of two */
};

typedef struct {
   uintptr_t number;                /* of its first line / CS_REASONS_LINES */
   uint32_t used[CS_REASONS_LINES]; /* times; 0: never; below `oldest`: not held */
} cs_reasons_region;

typedef struct {
   const tk_alloc *alloc;
   uint32_t line_bits;
   uint32_t most;        /* lines that the cache holds */
   uint32_t n;           /* lines that it holds now */
   uint32_t now, oldest; /* times: of the last use; not above that of any line held */
   uint32_t end;         /* times are below it */
   uint64_t *is_held;    /* [end / 64], a bit for each time */
   uint32_t *ranks;      /* [end / 64], while times are numbered again */
   cs_reasons_region **regions; /* [n_regions] */
   size_t n_regions, capacity;
   tk_table table; /* of indices into regions[] */
   cs_reasons_region *recent[CS_REASONS_RECENT];
} cs_reasons;

/* A cache that holds line 0 only, as cs_sim_init's.  `g` must be valid; `alloc` is
   borrowed. */
void cs_reasons_init(cs_reasons *reasons, const cs_geometry *g, const tk_alloc *alloc);
void cs_reasons_fini(cs_reasons *reasons);

/* Takes note of a reference to the bytes addr .. addr + size_B - 1.  To be called for
   every reference that the cache sees.  Returns the reason if the cache missed.  For
   several lines it is the first that one of them has, in the order above.  CONFLICT if
   the cache that holds all lines hits. */
cs_reason cs_reasons_refer(cs_reasons *reasons, uintptr_t addr, uintptr_t size_B);

static inline cs_reasons_region **cs_reasons_recent(cs_reasons *reasons, uintptr_t region)
{
   return &reasons->recent[region & (CS_REASONS_RECENT - 1)];
}

/* Prefetches what cs_reasons_refer needs, for a reference that follows soon. */
static inline void cs_reasons_expect(cs_reasons *reasons, uintptr_t addr)
{
   uintptr_t line = addr >> reasons->line_bits;
   cs_reasons_region *region = *cs_reasons_recent(reasons, line / CS_REASONS_LINES);
   if (region != NULL)
      __builtin_prefetch(&region->used[line % CS_REASONS_LINES]);
}
