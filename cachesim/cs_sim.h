/* cs_sim.h -- the simulated machine: two first-level caches, a last-level
   cache behind both, and the branch predictors; pure.

   Each reference comes from a site, an instruction at a place in the
   source, and counts its misses in that line.  How often an instruction
   ran is counted elsewhere (tk_segment.h): references that hit cost
   nothing here.

   The rules, which are cachegrind's: the last level is looked up, with
   the whole reference, only on a first-level miss; it is shared by code
   and data; allocation on write.

   What the last level says changes nothing in the first.  So its look-ups
   wait, in order, until there are enough of them to have the host fetch
   what they need meanwhile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_SIM_H
#define CS_SIM_H

#include "cs_branch.h"
#include "cs_cache.h"
#include "cs_events.h"
#include "cs_icache.h"
#include "cs_last.h"
#include "code/tk_lines.h"

typedef struct {
   uintptr_t addr;
   tk_line *line;
   cs_icache_line *code; /* by cs_sim_place: the first line it lies in */
   uint16_t n_lines;     /* by cs_sim_place: how many */
   uint16_t size_B;
} cs_site;

/* A look-up of the last level that waits. */
typedef struct {
   uintptr_t addr;
   uint64_t *misses; /* the counter of a miss */
   uint32_t size_B;
   uint32_t column;  /* its event */
} cs_lookup;

enum { CS_LOOKUPS = 64 };

typedef struct {
   cs_icache i1;
   cs_cache d1;
   cs_last ll;
   cs_branch branch;
   /* A data reference is cut to the smallest line, so that it lies in
      two lines at most. */
   uint32_t max_data_B;
   /* Of all lines, and never back to 0.  Misses, of caches and predictors, are
      always added here; what is counted elsewhere is too if this is asked
      for. */
   bool keeps_totals;
   uint64_t totals[CS_N_EVENTS];
   uint32_t n_waiting;
   cs_lookup waiting[CS_LOOKUPS];
} cs_sim;

/* A machine with data and last-level caches that hold line 0 alone, no code,
   and untrained predictors.  False if memory ran out.  The shapes must be
   without fault; `alloc` is borrowed. */
bool cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc);
void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc);

/* Prepares a site to be fetched: its addr and size_B are set.  False if
   memory ran out. */
bool cs_sim_place(cs_sim *sim, cs_site *site);

/* Makes the look-ups that wait.  To be called before a count of last-level
   misses is read or a line's counts are given up. */
void cs_sim_settle(cs_sim *sim);

/* The one place that a first-level miss comes to.  `column` is the one of
   the first-level misses; the one of the last-level misses follows it. */
static inline void cs_sim_miss(cs_sim *sim, const cs_site *site,
                               uintptr_t addr, uint32_t size_B, cs_event column)
{
   uint64_t *misses = &site->line->counts[column];
   ++*misses;
   sim->totals[column]++;
   sim->waiting[sim->n_waiting++] = (cs_lookup){
      .addr = addr, .misses = misses + 1, .size_B = size_B,
      .column = column + 1 };
   cs_last_expect(&sim->ll, addr);
   if (sim->n_waiting == CS_LOOKUPS)
      cs_sim_settle(sim);
}

/* Fetching the instruction at `site` has missed. */
static inline void cs_sim_fetch_miss(cs_sim *sim, const cs_site *site)
{
   cs_sim_miss(sim, site, site->addr, site->size_B, CS_I1MR);
}

/* The instruction at `site`, which has been placed, is fetched. */
static inline void cs_sim_fetch(cs_sim *sim, const cs_site *site)
{
   if (cs_icache_refer(&sim->i1, site->code, site->n_lines))
      cs_sim_fetch_miss(sim, site);
}

/* It reads or writes data; `column` is CS_DR or CS_DW.
   1 <= size_B <= max_data_B. */
static inline void cs_sim_data(cs_sim *sim, const cs_site *site,
                               uintptr_t addr, uint32_t size_B, cs_event column)
{
   if (cs_cache_refer(&sim->d1, addr, size_B))
      cs_sim_miss(sim, site, addr, size_B, column + 1);
}

/* It is a conditional branch. */
static inline void cs_sim_cond(cs_sim *sim, const cs_site *site, bool taken)
{
   uint64_t missed = cs_branch_cond(&sim->branch, site->addr, taken);
   site->line->counts[CS_BCM] += missed;
   sim->totals[CS_BCM] += missed;
}

/* It is an indirect jump or call. */
static inline void cs_sim_jump(cs_sim *sim, const cs_site *site,
                               uintptr_t target)
{
   uint64_t missed = cs_branch_jump(&sim->branch, site->addr, target);
   site->line->counts[CS_BIM] += missed;
   sim->totals[CS_BIM] += missed;
}

#endif
