/* cs_line_use.h -- which bytes of each line of D1 are used until it is evicted; pure.

   What is counted is the datum's whose miss fetched the line: the lines, those of their
   bytes that are its own, and those of its own that were used.

   A reference to the line that was used last in its set changes nothing in the cache,
   but uses bytes.  So mru[set] has the bytes of that line since it became the latest;
   translated code adds to it.  When another line becomes the latest, they move to the
   line's own record.  Bytes are bits: bit i is the i-th byte of a line.

   Some misses are looked at (cs_looks.h): which bytes of the block or variable are used
   while the line that was fetched is in D1, or were used shortly before, of lines that
   were still there.  Fields that are used together are seen from all of their lines so,
   in whatever order they are used.  "Shortly" is since as many lines were fetched as D1
   has, at most twice as many: about what a line stays that is used once.

   The classic machine's references are made here.  Another machine's are noted when they
   have been made; a line that a prefetcher brought is fetched by its first use.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/cs_looks.h"
#include "machine/cs_cache.h"
#include "machine/cs_filter.h"

enum { CS_LINE_USE_MOST_B = 64 }; /* the largest line */

typedef struct cs_used_line {
   uintptr_t line;  /* that was in the cache last; CS_NO_LINE */
   uint64_t used;   /* lately; but for mru[set], if it is the latest */
   uint64_t unused; /* of the datum's own bytes, those not yet counted as used */
   cs_data *data;   /* NULL: the miss was not counted */
} cs_used_line;

typedef struct cs_line_use_setup {
   const tk_alloc *alloc, *near_alloc; /* near: of what translated code refers to */
   const cs_filter *data;              /* of D1: its sets */
   uint32_t assoc;
   const cs_cache *d1; /* the classic machine's; NULL: of another */
   /* The bytes in a line of all blocks of this datum, of kind HEAP. */
   uint64_t (*of_heap)(const cs_data *data, uintptr_t line, uint32_t line_B);
} cs_line_use_setup;

typedef struct cs_line_use {
   cs_line_use_setup setup;
   uint64_t *mru;        /* [n_sets] */
   uint32_t *latest;     /* [n_sets]: which of the set's records */
   cs_used_line *lines;  /* [n_sets * n_records], by way; in no order if lines move */
   uint64_t *before;     /* [n_sets * n_records]: used before `used` of that record, but
                           still shortly before now; rarely asked for, so apart */
   size_t n_lines;       /* of D1 */
   size_t n_until_older; /* lines to fetch, counted or not, until records grow older */
   uint32_t n_records;   /* of a set: one more than ways, for lines that get no way */
   uint32_t line_B;
   uint32_t n_fetched; /* by the last reference */
   cs_used_line *fetched[2];
   cs_looks looks;
} cs_line_use;

/* For a cache of two or more lines of at most CS_LINE_USE_MOST_B bytes, as cs_sim_init,
   or cs_sim_init_machine, leaves it.  All is borrowed. */
void cs_line_use_init(cs_line_use *use, const cs_line_use_setup *setup);
void cs_line_use_fini(cs_line_use *use);

/* size_B bytes from `offset` on of a line; those behind its end are not in it. */
static inline uint64_t cs_line_use_bytes(uint32_t line_B, uint64_t offset,
                                         uint64_t size_B)
{
   uint64_t end = offset + size_B < line_B ? offset + size_B : line_B;
   uint64_t upto = end == 64 ? UINT64_MAX : ((uint64_t)1 << end) - 1;
   return upto & ~(((uint64_t)1 << offset) - 1);
}

/* A reference to bytes of the latest line of their set. */
static inline void cs_line_use_latest(cs_line_use *use, uintptr_t addr, uint32_t size_B)
{
   use->mru[cs_filter_set(use->setup.data, addr)] |= cs_line_use_bytes(
      use->line_B, addr & (use->line_B - 1), size_B);
}

/* Another line of the set is the latest now; its record is the i-th, or, of one that got
   no way, `assoc` of the setup. */
static inline void cs_line_use_turn(cs_line_use *use, uintptr_t set, uint32_t i,
                                    uint64_t bytes)
{
   cs_used_line *lines = use->lines + set * use->n_records;
   lines[use->latest[set]].used |= use->mru[set];
   use->latest[set] = i;
   use->mru[set] = bytes;
}

/* cs_cache_refer_second for the cache of the setup. */
static inline bool cs_line_use_refer_second(cs_line_use *use, cs_cache *d1,
                                            uintptr_t addr, uint32_t size_B)
{
   if (d1->is_moving || !cs_cache_refer_second(d1, addr, size_B))
      return false;
   uintptr_t set = cs_cache_set(d1, addr);
   cs_line_use_turn(use, set, cs_cache_latest_way(d1, set),
                    cs_line_use_bytes(use->line_B, addr & (use->line_B - 1), size_B));
   return true;
}

/* cs_cache_refer for the cache of the setup.  Bytes lie in two lines at most. */
bool cs_line_use_refer(cs_line_use *use, cs_cache *d1, uintptr_t addr, uint32_t size_B);

/* Begins the i-th record of a set, of a line of another machine that was fetched now, or
   used for the first time.  It comes after cs_line_use_turn for that line.  The caller
   sets n_fetched to 0 before each reference. */
void cs_line_use_begin(cs_line_use *use, uintptr_t set, uint32_t i, uintptr_t line);

/* Gives the lines that a miss at `addr` fetched to the datum there, and counts them. */
void cs_line_use_fetched(cs_line_use *use, const cs_data_at *at, uintptr_t addr);

/* A block ends, whose memory the program may use for another one: so do its looks. */
void cs_line_use_block_ends(cs_line_use *use, uintptr_t start, uint64_t size_B);

/* A block begins: what was used of its memory is forgotten. */
void cs_line_use_block_begins(cs_line_use *use, uintptr_t start, uint64_t size_B);

/* Counts the use of the lines that are in the cache, so far; looks go on. */
void cs_line_use_flush(cs_line_use *use);

/* All counts are 0 again, and there are no looks.  Lines that are in the cache are not
   counted. */
void cs_line_use_zero(cs_line_use *use, cs_data *const *data, size_t n_data);
