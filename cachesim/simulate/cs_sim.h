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

#ifndef CS_SIM_H
#define CS_SIM_H

#include "machine/cs_branch.h"
#include "machine/cs_cache.h"
#include "machine/cs_clock.h"
#include "machine/cs_events.h"
#include "machine/cs_hierarchy.h"
#include "machine/cs_icache.h"
#include "machine/cs_last.h"
#include "machine/cs_reasons.h"
#include "machine/cs_sweep.h"
#include "machine/cs_tage.h"
#include "calls/cs_tree.h"
#include "code/tk_lines.h"
#include "data/cs_cells.h"
#include "data/cs_line_use.h"

typedef struct {
   uintptr_t addr;
   tk_line *line;
   cs_icache_line *code; /* by cs_sim_place: its first line */
   uint16_t n_lines;     /* by cs_sim_place: the number of its lines */
   uint16_t size_B;
   /* If cycles are estimated: the instructions of its superblock; registers that its
      address needs, and that need its data.  The classic machine reads neither, so `from`
      and `to` come last: sites of translated code end before them (cs_blocks.c). */
   uint16_t span;
   uint64_t from, to;
} cs_site;

/* A waiting look-up of the last level. */
typedef struct {
   uintptr_t addr;
   uint64_t *misses; /* counts a miss */
   uint64_t *path;   /* so does this */
   uint64_t *cell;   /* and this, of the datum */
   uint64_t *others; /* the datum's counters of reasons and sweeps, if these count */
   uint32_t size_B;
   uint32_t column;  /* its event */
} cs_lookup;

enum { CS_LOOKUPS = 64, CS_TICK_WORDS = 8 };

typedef struct {
   /* A reference to data in these lines changes nothing; nor does a fetch from the lines
      in i1.mru.  Translated code compares with both. */
   cs_filter data;
   /* The classic machine.  Of another, i1 has records of the lines of code, and d1 and ll
      are not used. */
   cs_icache i1;
   cs_cache d1;
   cs_last ll;
   cs_hierarchy *machine; /* NULL: the classic one */
   cs_fetch_rule fetches; /* which translated code leaves out */
   const cs_machine *description; /* of that machine */
   /* If there is one: its cycles.  Translated code adds to the ticks.  Their sum counts:
      additions to one word would wait for each other. */
   cs_ticks ticks[CS_TICK_WORDS];
   cs_clock *clock;
   /* Not NULL: gives CS_CLOCK_WORDS words of the program's memory, around this address;
      NULL if they cannot be read.  Valid until the next call. */
   const uintptr_t *(*words_at)(uintptr_t addr);
   cs_branch branch;
   cs_tage *tage; /* not NULL: predicts instead of `branch` */
   /* A data reference is cut to the smallest line size, so it lies in two lines at
      most. */
   uint32_t max_data_B;
   /* The sums of what all lines counted, never reset.  They always include the misses of
      caches and predictors; the other events only if keeps_totals. */
   bool keeps_totals;
   uint64_t totals[CS_N_EVENTS];
   /* Where the counts of the call path that runs are.  By cs_sim_init: in none. */
   uint64_t *const *path;
   /* 1: what runs is counted; 0: it is not, though caches and predictors learn from it.
      Change it by cs_sim_collect.  Translated code reads it only if can_toggle. */
   uint64_t collects;
   bool can_toggle;
   /* Not NULL: data misses are counted by data object, too. */
   cs_cells *cells;
   /* Not NULL: so is the use of lines.  Data references are made by it. */
   cs_line_use *use;
   /* Not NULL: last-level misses are counted by reason, too.  Then `sweep`, if it is not
      NULL, counts those of other last levels. */
   cs_reasons *reasons;
   cs_sweep *sweep;
   /* Not NULL: so are D1's.  Each data reference is a call, and made by it. */
   cs_reasons *d1_reasons;
   uint64_t *no_path, unused[CS_N_EVENTS];
   uint32_t n_waiting;
   cs_lookup waiting[CS_LOOKUPS];
} cs_sim;

/* A machine whose data and last-level caches hold line 0 only, without code, with
   untrained predictors.  False if memory ran out.  The shapes must be valid; `alloc`
   is borrowed.  The machine must not move then. */
bool cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc);
/* The same with a machine other than the classic one; it is borrowed. */
bool cs_sim_init_machine(cs_sim *sim, const cs_machine *machine, const tk_alloc *alloc);
void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc);

/* Before the first branch: a cs_tage predicts them.  False if memory ran out; `alloc` is
   that of cs_sim_init. */
bool cs_sim_use_tage(cs_sim *sim, const tk_alloc *alloc);

/* Prepares a site, whose addr and size_B are set, to be fetched.  False if memory ran
   out. */
bool cs_sim_place(cs_sim *sim, cs_site *site);

/* Makes the waiting look-ups.  To be called before a count of last-level misses is read
   or a line is freed.  It changes no result, so it may be called at any time. */
void cs_sim_settle(cs_sim *sim);

/* Waits for the data that is under way, if cycles are estimated.  That takes some, and
   what follows finds the core further on.  So it is for moments that the program chooses,
   as its end or a region's: not for a checkpoint, which would make runs differ. */
void cs_sim_wait(cs_sim *sim);

/* Counts from now on, or not.  The counts of the call path grow all the same.  Waits for
   data belong to the moment of the access: they are counted if that was. */
void cs_sim_collect(cs_sim *sim, bool collects);

/* The counts of the call path that runs, and of the code at this line in it. */
static inline uint64_t *cs_sim_path(const cs_sim *sim, const tk_line *line)
{
   return cs_counts_of(*sim->path, line->at.part);
}

/* All first-level misses come here.  `column` is that of the first-level misses; that of
   the last-level misses follows it.  `cell` counts those, too. */
static inline void cs_sim_miss(cs_sim *sim, const cs_site *site, uintptr_t addr,
                               uint32_t size_B, cs_event column, uint64_t *cell)
{
   uint64_t *misses = &site->line->counts[column];
   uint64_t *path = cs_sim_path(sim, site->line) + column;
   *misses += sim->collects;
   ++*path;
   sim->totals[column] += sim->collects;
   cs_lookup *lookup = &sim->waiting[sim->n_waiting++];
   *lookup = (cs_lookup){
      .addr = addr, .misses = misses + 1, .path = path + 1, .cell = cell,
      .size_B = size_B, .column = column + 1 };
   cs_last_expect(&sim->ll, addr);
   if (sim->reasons != NULL)
      lookup->others = cell == sim->unused ? sim->unused : sim->cells->others;
   if (sim->n_waiting == CS_LOOKUPS)
      cs_sim_settle(sim);
}

/* cs_sim_fetch and cs_sim_data with a machine other than the classic one.  `modifies`:
   the bytes are read, then written. */
void cs_sim_machine_fetch(cs_sim *sim, const cs_site *site);
void cs_sim_machine_data(cs_sim *sim, const cs_site *site, uintptr_t addr,
                         uint32_t size_B, cs_event column, bool modifies);

/* Where the last-level miss of a fetch is counted by data object: with reasons, code has
   entries, too. */
static inline uint64_t *cs_sim_fetch_cell(cs_sim *sim, const cs_site *site)
{
   if (sim->reasons == NULL || sim->cells == NULL || !sim->collects)
      return sim->unused;
   return cs_cells_fetch(sim->cells, site->line, site->addr);
}

/* If cycles are estimated: the ticks so far. */
static inline cs_ticks cs_sim_now(const cs_sim *sim)
{
   cs_ticks sum = 0;
   for (uint32_t i = 0; i < CS_TICK_WORDS; i++)
      sum += sim->ticks[i];
   return sum;
}

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

/* Counts a data miss by data object; `column` is CS_D1MR or CS_D1MW.  Returns where its
   last-level miss is counted. */
static inline uint64_t *cs_sim_count_datum(cs_sim *sim, const cs_site *site,
                                           uintptr_t addr, cs_event column)
{
   if (sim->cells == NULL || !sim->collects)
      return sim->unused;
   return cs_cells_miss(sim->cells, site->line, site->addr, addr, column == CS_D1MW);
}

/* cs_sim_data if the use of lines is counted; if the reasons of D1's misses are. */
void cs_sim_use_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                     cs_event column);
void cs_sim_split_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                       cs_event column);

/* The instruction at `site` reads or writes data; `column` is CS_DR or CS_DW.
   1 <= size_B <= max_data_B. */
static inline void cs_sim_data(cs_sim *sim, const cs_site *site,
                               uintptr_t addr, uint32_t size_B, cs_event column)
{
   if (sim->use != NULL)
      cs_sim_use_data(sim, site, addr, size_B, column);
   else if (sim->d1_reasons != NULL)
      cs_sim_split_data(sim, site, addr, size_B, column);
   else if (cs_cache_refer(&sim->d1, addr, size_B))
      cs_sim_miss(sim, site, addr, size_B, column + 1,
                  cs_sim_count_datum(sim, site, addr, column + 1));
}

/* A branch at `site` is counted as mispredicted if `missed` is 1. */
static inline void cs_sim_count_branch(cs_sim *sim, const cs_site *site, cs_event column,
                                       uint64_t missed)
{
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
static inline void cs_sim_jump(cs_sim *sim, const cs_site *site,
                               uintptr_t target)
{
   bool missed = sim->tage == NULL ? cs_branch_jump(&sim->branch, site->addr, target)
                                   : cs_tage_indirect(sim->tage, site->addr, target);
   cs_sim_count_branch(sim, site, CS_BIM, missed);
}

#endif
