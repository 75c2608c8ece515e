/* cs_sim_state.h -- what the simulated machine holds, and where it counts: for cs_sim.h
   and the parts of it; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_branch.h"
#include "machine/cs_cache.h"
#include "machine/cs_clock.h"
#include "machine/cs_events.h"
#include "machine/cs_hierarchy.h"
#include "machine/cs_icache.h"
#include "machine/cs_last.h"
#include "machine/cs_patterns.h"
#include "machine/cs_reasons.h"
#include "machine/cs_sweep.h"
#include "machine/cs_tage.h"
#include "calls/cs_tree.h"
#include "code/tk_lines.h"
#include "data/cs_cells.h"
#include "data/cs_line_use.h"
#include "layout/cs_layout.h"

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
   uint8_t advance; /* a cs_advance; if patterns are counted */
   uint64_t from, to;
} cs_site;

/* A waiting look-up of the last level. */
typedef struct {
   uintptr_t addr;
   uint64_t *line, *path; /* the counts of both */
   uint64_t *cell;        /* counts a miss, too: of the datum */
   uint64_t *datum;       /* its counts, if there are reasons or sweeps */
   uint32_t size_B;
   uint32_t column; /* of a miss */
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
   cs_hierarchy *machine;         /* NULL: the classic one */
   cs_fetch_rule fetches;         /* which translated code leaves out */
   const cs_machine *description; /* of that machine */
   /* If there is one: its cycles.  Translated code adds to the ticks.  Their sum counts:
      additions to one word would wait for each other. */
   cs_ticks ticks[CS_TICK_WORDS];
   uint64_t fresh; /* registers, a bit each: see cs_flow_chain */
   cs_clock *clock;
   cs_words_at *words_at; /* NULL: none can be read */
   cs_patterns *patterns; /* NULL: the patterns of references are not counted */
   cs_branch branch;
   cs_tage *tage; /* not NULL: predicts instead of `branch` */
   /* A data reference is cut to the smallest line size, so it lies in two lines at
      most. */
   uint32_t max_data_B;
   /* What all counts are of.  By cs_sim_init: all events.  Before the first reference and
      the first count, those that will not occur may be left out. */
   cs_columns columns;
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
   /* Not NULL: the use of lines is counted, and data references are made by it. */
   cs_line_use *use;
   /* Not NULL: last-level misses are counted by reason, too.  Then `sweep`, if it is not
      NULL, counts those of other last levels. */
   cs_reasons *reasons;
   cs_sweep *sweep;
   /* Not NULL: D1's misses are, too.  Each data reference is a call, and made by it. */
   cs_reasons *d1_reasons;
   uint64_t *no_path, unused[CS_N_EVENTS];
   /* Not NULL: data are in another layout.  moved_by: how far what is referred to lies
      from where the program has it; set while such a reference is made. */
   cs_layout *layout;
   uintptr_t moved_by;
   uint32_t n_waiting;
   cs_lookup waiting[CS_LOOKUPS];
} cs_sim;

/* The counts of the call path that runs, and of the code at this line in it. */
static inline uint64_t *cs_sim_path(const cs_sim *sim, const tk_line *line)
{
   return cs_counts_of(*sim->path, line->at.part);
}

/* Where the program has what is referred to. */
static inline uintptr_t cs_sim_own(const cs_sim *sim, uintptr_t addr)
{
   return addr - sim->moved_by;
}

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

/* Counts a data miss by data object; `event` is CS_D1MR or CS_D1MW.  Returns where its
   last-level miss is counted. */
static inline uint64_t *cs_sim_count_datum(cs_sim *sim, const cs_site *site,
                                           uintptr_t addr, cs_event event)
{
   if (sim->cells == NULL || !sim->collects)
      return sim->unused;
   return cs_cells_miss(sim->cells, site->line, site->addr, addr, event == CS_D1MW);
}
