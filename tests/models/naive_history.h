/* naive_history.h -- all lines that were ever referenced, the latest first; what any LRU
   cache holds follows from that.

   A line is in a cache with A ways if it was referenced before, and less than A other
   lines of its set have been since.  The set is the remainder of a division.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef NAIVE_HISTORY_H
#define NAIVE_HISTORY_H

#include "machine/cs_geometry.h"
#include "unit_alloc.h"

enum { HISTORY_MOST = 1 << 14 };

typedef struct {
   uint64_t line_B;
   size_t n;
   uint64_t blocks[HISTORY_MOST]; /* address / line_B */
} naive_history;

static inline bool history_has(const naive_history *h, uint64_t block)
{
   for (size_t i = 0; i < h->n; i++)
      if (h->blocks[i] == block)
         return true;
   return false;
}

/* Is the block in a cache of these sets and ways? */
static bool history_holds(const naive_history *h, uint64_t block, uint64_t n_sets,
                          uint64_t assoc)
{
   uint64_t n_since = 0;
   for (size_t i = 0; i < h->n; i++) {
      if (h->blocks[i] == block)
         return n_since < assoc;
      n_since += h->blocks[i] % n_sets == block % n_sets;
   }
   return false;
}

static void history_use(naive_history *h, uint64_t block)
{
   size_t at = 0;
   while (at < h->n && h->blocks[at] != block)
      at++;
   if (at == h->n && ++h->n > HISTORY_MOST)
      abort();
   memmove(h->blocks + 1, h->blocks, at * sizeof *h->blocks);
   h->blocks[0] = block;
}

#endif
