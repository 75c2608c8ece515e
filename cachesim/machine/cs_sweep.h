/* cs_sweep.h -- misses of the last level for many sizes, numbers of ways, or lengths of
   lines, in one run; pure.

   - SIZES: caches with the same ways and lines, whose numbers of sets double.  A larger
     one holds all that a smaller one holds (Hill and Smith, "Evaluating Associativity in
     CPU Caches", 1989).  Nor does a reference change the larger ones if its line is the
     latest of its set in a smaller one: their sets are parts of this set.
   - WAYS: the number of sets stays.  A cache of w ways holds the w latest lines of each
     set, so one stack for each set serves all.
   - LINES: size and ways stay.  Each length needs a cache of its own.

   All are true LRU, and see the references that the last level sees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_last.h"

typedef enum {
   CS_SWEEP_NONE,
   CS_SWEEP_SIZES,
   CS_SWEEP_WAYS,
   CS_SWEEP_LINES
} cs_sweep_kind;

enum {
   CS_SWEEP_MOST = 16, /* caches */
   CS_SWEEP_NAME_B = 24,
};

/* What the caches differ in, from `first` to `last`: bytes or ways.  Ways grow by one,
   the others double. */
typedef struct {
   cs_sweep_kind kind;
   uint64_t first, last;
} cs_sweep_range;

/* Reads "LL:256K..64M", "ways:1..16" or "line:32..256".  A number can end in K, M or G.
   Fills *range and returns NULL; or returns a sentence with the rule that the text
   breaks, and *range is unchanged. */
const char *cs_sweep_parse(const char *text, cs_sweep_range *range);

static inline uint32_t cs_sweep_count(const cs_sweep_range *range)
{
   uint32_t n = 0;
   if (range->kind == CS_SWEEP_NONE)
      return 0;
   for (uint64_t at = range->first; at <= range->last; n++)
      at = range->kind == CS_SWEEP_WAYS ? at + 1 : 2 * at;
   return n;
}

/* The shape of cache i, if the last level is `ll`.  If the ways of `ll` do not divide
   SIZES, these caches have the next lower power of two. */
cs_geometry cs_sweep_shape(const cs_sweep_range *range, const cs_geometry *ll,
                           uint32_t i);

/* NULL if all caches can be simulated, else a sentence with the rule that one breaks. */
const char *cs_sweep_error(const cs_sweep_range *range, const cs_geometry *ll);

/* The name of the event "misses of cache i": "Lm@256K", "Lm@8w" or "Lm@128B". */
void cs_sweep_name(const cs_sweep_range *range, uint32_t i, char name[CS_SWEEP_NAME_B]);

typedef struct {
   cs_sweep_kind kind;
   uint32_t n;
   /* The bit of the cache that is the last level itself; 0: none is. */
   uint32_t own;
   cs_last caches[CS_SWEEP_MOST]; /* but for WAYS */
   /* WAYS: */
   uintptr_t *stacks; /* [n_sets][depth], the latest first; CS_NO_LINE: empty */
   uintptr_t n_sets;
   uint32_t depth, first_ways, line_bits;
} cs_sweep;

/* Caches that hold line 0 only, as cs_sim_init's.  The range and `ll` must be valid
   together. */
void cs_sweep_init(cs_sweep *sweep, const cs_sweep_range *range, const cs_geometry *ll,
                   const tk_alloc *alloc);
void cs_sweep_fini(cs_sweep *sweep, const tk_alloc *alloc);

/* References the bytes addr .. addr + size_B - 1.  Bit i is set if cache i missed: at
   most once for all lines of the reference. */
uint32_t cs_sweep_refer(cs_sweep *sweep, uintptr_t addr, uint32_t size_B);

/* cs_sweep_refer for n references, in order; [n] each.  For SIZES this is faster: it goes
   from cache to cache, not from reference to reference, so the host waits for many sets
   at a time. */
void cs_sweep_refer_all(cs_sweep *sweep, const uintptr_t *addrs, const uint32_t *sizes_B,
                        uint32_t *missed, uint32_t n);
