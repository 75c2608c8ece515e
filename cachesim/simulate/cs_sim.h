/* cs_sim.h -- the simulated machine: two first-level caches, a last-level
   cache behind both, and the branch predictors; pure.

   Each reference comes from a site, an instruction with a source line, and counts its
   misses in that line; by data object too, if that is wanted (cs_cells.h).  Passes are
   counted elsewhere (tk_segment.h), so references that hit cost nothing here.

   The rules are cachegrind's.  The last level is looked up only on a first-level miss,
   with the whole reference.  Code and data share it.  Writes allocate.

   The result of the last level changes nothing in the first.  So its look-ups wait in
   a queue, in order, while the host prefetches the sets that they need.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_sim_state.h"

/* A machine whose data and last-level caches hold line 0 only, without code, with
   untrained predictors.  The shapes must be valid; `alloc` is borrowed.  The machine must
   not move then. */
void cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc);
/* cs_sim_init for a machine other than the classic one; `machine` is borrowed. */
void cs_sim_init_machine(cs_sim *sim, const cs_machine *machine, const tk_alloc *alloc);
/* Before the first reference, of such a machine: counts the patterns of data references.
   `alloc` is that of cs_sim_init_machine. */
void cs_sim_keep_patterns(cs_sim *sim, const tk_alloc *alloc);
void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc);

/* Before the first branch: a cs_tage predicts them, jumps by so many bits of history.
   `alloc` is that of cs_sim_init. */
void cs_sim_use_tage(cs_sim *sim, const tk_alloc *alloc, uint32_t jump_history);

/* Prepares a site, whose addr and size_B are set, to be fetched. */
void cs_sim_place(cs_sim *sim, cs_site *site);

/* Makes the waiting look-ups.  To be called before a count of last-level misses is read
   or a line is freed; and at any other time, as it changes no result. */
void cs_sim_flush(cs_sim *sim);

/* Waits for the data that is under way, if cycles are estimated.  That takes some, and
   what follows finds the core further on.  So it is for moments that the program chooses,
   as its end or a region's: not for a checkpoint, which would make runs differ. */
void cs_sim_wait(cs_sim *sim);

/* Counts from now on, or not.  The counts of the call path grow all the same.  Waits for
   data belong to the moment of the access: they are counted if that was. */
void cs_sim_collect(cs_sim *sim, bool collects);

/* All first-level misses come here.  `event` is that of the first-level misses; that of
   the last-level misses follows it.  `cell` counts those, too. */
static inline void cs_sim_miss(cs_sim *sim, const cs_site *site, uintptr_t addr,
                               uint32_t size_B, cs_event event, uint64_t *cell)
{
   uint32_t column = sim->columns.of[event];
   uint64_t *line = site->line->counts, *path = cs_sim_path(sim, site->line);
   line[column] += sim->collects;
   path[column]++;
   sim->totals[column] += sim->collects;
   cs_lookup *lookup = &sim->waiting[sim->n_waiting++];
   *lookup = (cs_lookup){ .addr = addr,
                          .line = line,
                          .path = path,
                          .cell = cell,
                          .size_B = size_B,
                          .column = column + 1 };
   cs_last_expect(&sim->ll, addr);
   if (sim->reasons != NULL)
      lookup->datum = cell == sim->unused ? sim->unused : sim->cells->counts;
   if (sim->n_waiting == CS_LOOKUPS)
      cs_sim_flush(sim);
}

/* cs_sim_fetch and cs_sim_data with a machine other than the classic one.  `modifies`:
   the bytes are read, then written. */
void cs_sim_machine_fetch(cs_sim *sim, const cs_site *site);
void cs_sim_machine_data(cs_sim *sim, const cs_site *site, uintptr_t addr,
                         uint32_t size_B, cs_event event, bool modifies);

/* Adds the cycles of a mispredicted branch. */
void cs_sim_mispredicted(cs_sim *sim, const cs_site *site);

/* Fetching the instruction at `site` has missed. */
static inline void cs_sim_fetch_miss(cs_sim *sim, const cs_site *site)
{
   cs_sim_miss(sim, site, site->addr, site->size_B, CS_I1MR,
               cs_sim_fetch_cell(sim, site));
}

/* The instruction at `site`, which has been placed, is fetched. */
static inline void cs_sim_fetch(cs_sim *sim, const cs_site *site)
{
   if (cs_icache_refer(&sim->i1, site->code, site->n_lines))
      cs_sim_fetch_miss(sim, site);
}

/* cs_sim_data if the use of lines is counted; if the reasons of D1's misses are. */
void cs_sim_use_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                     cs_event event);
void cs_sim_split_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                       cs_event event);

/* The instruction at `site` reads or writes data; `event` is CS_DR or CS_DW.
   1 <= size_B <= max_data_B. */
static inline void cs_sim_data(cs_sim *sim, const cs_site *site, uintptr_t addr,
                               uint32_t size_B, cs_event event)
{
   if (sim->use != NULL)
      cs_sim_use_data(sim, site, addr, size_B, event);
   else if (sim->d1_reasons != NULL)
      cs_sim_split_data(sim, site, addr, size_B, event);
   else if (cs_cache_refer(&sim->d1, addr, size_B))
      cs_sim_miss(sim, site, addr, size_B, event + 1,
                  cs_sim_count_datum(sim, site, addr, event + 1));
}

/* A branch at `site` is counted as mispredicted if `missed` is 1. */
static inline void cs_sim_count_branch(cs_sim *sim, const cs_site *site, cs_event event,
                                       uint64_t missed)
{
   uint32_t column = sim->columns.of[event];
   site->line->counts[column] += missed & sim->collects;
   cs_sim_path(sim, site->line)[column] += missed;
   sim->totals[column] += missed & sim->collects;
   if (missed && sim->machine != NULL)
      cs_sim_mispredicted(sim, site);
}

/* The instruction at `site` is a conditional branch. */
static inline void cs_sim_cond(cs_sim *sim, const cs_site *site, bool taken)
{
   bool missed = sim->tage == NULL ? cs_branch_cond(&sim->branch, site->addr, taken)
                                   : cs_tage_cond(sim->tage, site->addr, taken);
   cs_sim_count_branch(sim, site, CS_BCM, missed);
}

/* The instruction at `site` is an indirect jump or call. */
static inline void cs_sim_jump(cs_sim *sim, const cs_site *site, uintptr_t target)
{
   bool missed = sim->tage == NULL ? cs_branch_jump(&sim->branch, site->addr, target)
                                   : cs_tage_indirect(sim->tage, site->addr, target);
   cs_sim_count_branch(sim, site, CS_BIM, missed);
}
