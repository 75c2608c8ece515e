/* cs_prefetch.h -- one prefetcher of a machine: which lines it fetches; pure.

   It sees references to lines of one cache, one call each, in order of time.  The caller
   decides which: in the first level those not in the latest line of their set; in a
   further level, all that come to it, also those of prefetchers before it.  It never sees
   lines written back, nor what a prefetcher of its own cache fetches.  A reference to two
   lines is two calls.

   NEXT_LINE  After a miss, or the first use of a prefetched line: the next `degree`
              lines.
   ADJACENT   After a miss: the other line of the aligned pair.
   STREAM     Knows the streams of `n_entries` pages.  It sees misses and first uses of
              prefetched lines.  A line after (before) the latest of its page is a step
              up (down); the latest again is none.  A step in the other direction is the
              first of a new run.  From the step `n_to_begin` of a run on, each step
              fetches.  With crosses_pages, a new page continues the stream of the page
              before that runs up, or else of the page behind that runs down, if that has
              n_to_begin steps.
   STRIDE     Knows `n_entries` instructions.  It sees all references, hits as well, but
              a hit of an instruction that it does not know changes nothing.  A
              reference to the latest line of the instruction is no step.  A step is the
              distance of addresses.  One shorter than two lines counts as one line in
              its direction: the caller leaves out references to lines just seen, so
              distances within them cannot be told.  One longer than
              CS_PREFETCH_STEP_MAX_B is the end of the run.  A step that differs from the
              one before is the first of a new run.  From step `n_to_begin` on, each step
              fetches.

   A step that fetches asks for at most `degree` lines, at most `distance` steps ahead of
   the reference.  The first is one step from the last that the run asked for, or from the
   reference, if that is further.  Steps count from an address; if they are of one line,
   from its first byte.

   Without crosses_pages, no prefetcher fetches from another page than the reference's.
   None fetches beyond the ends of the address space.  It may ask for lines that the cache
   has.  Tables forget by bit-PLRU (cs_recent.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"
#include "machine/cs_recent.h"

enum {
   CS_PREFETCH_DEGREE_MAX = 64,
   CS_PREFETCH_DISTANCE_MAX = 256,
   CS_PREFETCH_BEGIN_MAX = 16,
   CS_PREFETCH_ENTRIES_MAX = 4096,
   CS_PREFETCH_STEP_MAX_B = 1 << 20,
};

/* What the cache had of a line that was referenced. */
typedef enum {
   CS_SEEN_HIT,
   CS_SEEN_FIRST_USE, /* a hit, the first on a line that a prefetcher fetched */
   CS_SEEN_MISS,
} cs_seen;

/* A stream, or the addresses of one instruction. */
typedef struct {
   uintptr_t latest; /* STREAM: line, STRIDE: address; of the latest reference */
   uintptr_t ahead;  /* the last target that was fetched, if the run has fetched */
   intptr_t step_B;  /* 0: no step yet */
   uint32_t n_steps; /* in a row, up to n_to_begin */
} cs_prefetch_run;

typedef struct {
   cs_prefetcher_shape shape;
   uint32_t line_bits, page_bits; /* log2 of the sizes */
   cs_recent known;               /* keys: pages or sites */
   cs_prefetch_run *runs;         /* [n_entries]; NULL: the kind has none */
} cs_prefetcher;

/* NULL if it can be simulated, else a sentence with the rule that it breaks.  Numbers
   that its kind does not use may be anything. */
const char *cs_prefetch_error(const cs_prefetcher_shape *shape);

/* A prefetcher that has seen nothing.  line_size_B of the cache that it serves and
   page_B >= line_size_B: powers of two. */
void cs_prefetch_init(cs_prefetcher *p, const cs_prefetcher_shape *shape,
                      uint32_t line_size_B, uint64_t page_B, const tk_alloc *alloc);
void cs_prefetch_fini(cs_prefetcher *p, const tk_alloc *alloc);

static inline bool cs_prefetch_sees_hits(const cs_prefetcher *p)
{
   return p->shape.kind == CS_STRIDE;
}

/* Is a hit no step of a STRIDE, because the instruction is not known, or its latest
   reference was to this line?  Then cs_prefetch_observe would change nothing. */
static inline bool cs_prefetch_is_still(const cs_prefetcher *p, uintptr_t site_addr,
                                        uintptr_t addr)
{
   uint16_t entry = cs_recent_find(&p->known, site_addr);
   return entry == CS_RECENT_NONE
          || (p->known.entries[entry].is_used
              && (p->runs[entry].latest ^ addr) >> p->line_bits == 0);
}

/* Takes note of a hit that is no still one, if it ends the run of a known instruction and
   fetches nothing.  Else false, and nothing has changed. */
bool cs_prefetch_ends_run(cs_prefetcher *p, uintptr_t site_addr, uintptr_t addr);

/* cs_prefetch_observe for what its kind looks at. */
uint32_t cs_prefetch_act(cs_prefetcher *p, uintptr_t site_addr, uintptr_t addr,
                         cs_seen seen, uintptr_t *lines);

/* The instruction at site_addr referenced a line; addr is the first byte of the
   reference in this line.  Returns how many lines to fetch and writes them to
   lines[CS_PREFETCH_DEGREE_MAX], in order, each named by its first byte. */
static inline uint32_t cs_prefetch_observe(cs_prefetcher *p, uintptr_t site_addr,
                                           uintptr_t addr, cs_seen seen, uintptr_t *lines)
{
   if (seen == CS_SEEN_HIT && !cs_prefetch_sees_hits(p))
      return 0;
   return cs_prefetch_act(p, site_addr, addr, seen, lines);
}
