/* cs_sim.h -- the simulated machine: two first-level caches, a last-level
   cache behind both, and the branch predictors; pure.

   Each reference comes from a site, an instruction at a place in the
   source, and counts its misses in that line.  How often an instruction
   ran is counted elsewhere (tk_segment.h): references that hit cost
   nothing here.

   The rules, which are cachegrind's: the last level is looked up, with
   the whole reference, only on a first-level miss; it is shared by code
   and data; allocation on write.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_SIM_H
#define CS_SIM_H

#include "cs_branch.h"
#include "cs_cache.h"
#include "cs_events.h"
#include "tk_lines.h"

typedef struct {
   uintptr_t addr;
   tk_line *line;
   uint32_t size_B;
} cs_site;

typedef struct {
   cs_cache i1, d1, ll;
   cs_branch branch;
   /* A data reference is cut to the smallest line, so that it lies in
      two lines at most. */
   uint32_t max_data_B;
} cs_sim;

/* A machine with caches that hold line 0 alone, and untrained predictors.
   False if memory ran out.  The shapes must be without fault. */
bool cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc);
void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc);

/* The one place that a first-level miss comes to.  `column` is the one of
   the first-level misses; the one of the last-level misses follows it. */
static inline void cs_sim_miss(cs_sim *sim, const cs_site *site,
                               uintptr_t addr, uint32_t size_B, cs_event column)
{
   site->line->counts[column]++;
   if (cs_cache_refer(&sim->ll, addr, size_B))
      site->line->counts[column + 1]++;
}

/* The instruction at `site` is fetched. */
static inline void cs_sim_fetch(cs_sim *sim, const cs_site *site)
{
   if (cs_cache_refer(&sim->i1, site->addr, site->size_B))
      cs_sim_miss(sim, site, site->addr, site->size_B, CS_I1MR);
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
   site->line->counts[CS_BCM] +=
      cs_branch_cond(&sim->branch, site->addr, taken);
}

/* It is an indirect jump or call. */
static inline void cs_sim_jump(cs_sim *sim, const cs_site *site,
                               uintptr_t target)
{
   site->line->counts[CS_BIM] +=
      cs_branch_jump(&sim->branch, site->addr, target);
}

#endif
