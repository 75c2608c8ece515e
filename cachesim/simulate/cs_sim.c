/* cs_sim.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_sim.h"

#include "base/tk_count.h"
#include "simulate/cs_sim_count.h"

#define LABEL "cs.sim"

static void init_sim(cs_sim *sim, uint32_t max_data_B)
{
   *sim =
      (cs_sim){ .max_data_B = max_data_B, .collects = 1, .columns = cs_columns_none() };
   cs_columns_add(&sim->columns, 0, CS_N_EVENTS);
   sim->no_path = sim->unused;
   sim->path = &sim->no_path;
}

void cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc)
{
   init_sim(sim,
            tk_smaller(ll->line_size_B, tk_smaller(i1->line_size_B, d1->line_size_B)));
   cs_icache_init(&sim->i1, i1, alloc);
   cs_cache_init(&sim->d1, d1, alloc);
   cs_last_init(&sim->ll, ll, alloc);
   /* Cachegrind's caches start with line 0 in them, which counts when a program
      follows a null pointer.  No instruction can be fetched from line 0. */
   cs_cache_touch(&sim->d1, 0);
   cs_last_refer(&sim->ll, 0, 1);
   sim->data = (cs_filter){ .latest = sim->d1.mru,
                            .written = sim->d1.mru,
                            .n_sets = sim->d1.n_sets,
                            .set_mask = sim->d1.set_mask,
                            .line_bits = sim->d1.line_bits };
}

void cs_sim_init_machine(cs_sim *sim, const cs_machine *machine, const tk_alloc *alloc)
{
   init_sim(sim, machine->d1.geometry.line_size_B); /* all have lines of this size */
   sim->fetches = cs_machine_fetches(machine);
   sim->machine = tk_get(alloc, LABEL, sizeof *sim->machine);
   cs_hierarchy_init(sim->machine, machine, alloc);
   sim->description = machine;
   sim->fresh = UINT64_MAX;
   sim->data = sim->machine->data.filter;
   sim->clock = tk_get(alloc, LABEL, sizeof *sim->clock);
   cs_icache_init_lines(&sim->i1, &machine->i1.geometry, sim->machine->code.filter.latest,
                        alloc);
   cs_clock_init(sim->clock, machine);
}

void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc)
{
   cs_icache_fini(&sim->i1);
   if (sim->machine != NULL) {
      cs_hierarchy_fini(sim->machine, alloc);
      tk_put(alloc, sim->machine);
      tk_put(alloc, sim->clock);
      tk_put(alloc, sim->patterns);
   } else {
      cs_cache_fini(&sim->d1, alloc);
      cs_last_fini(&sim->ll, alloc);
   }
   tk_put(alloc, sim->tage);
}

void cs_sim_keep_patterns(cs_sim *sim, const tk_alloc *alloc)
{
   sim->patterns = tk_get(alloc, LABEL, sizeof *sim->patterns);
   cs_patterns_init(sim->patterns, sim->max_data_B);
   cs_columns_add(&sim->columns, CS_DSEQ, CS_DOTHER + 1 - CS_DSEQ);
}

void cs_sim_use_tage(cs_sim *sim, const tk_alloc *alloc, uint32_t jump_history)
{
   sim->tage = cs_tage_new(alloc, jump_history);
}

void cs_sim_place(cs_sim *sim, cs_site *site)
{
   site->code = cs_icache_at(&sim->i1, site->addr, site->size_B);
   site->n_lines = (uint16_t)cs_icache_span(&sim->i1, site->addr, site->size_B);
}

/* ---- The last level -------------------------------------------------- */

/* The sweep's part of all look-ups: missed[i] is what it says of look-up i. */
static void flush_sweep(cs_sim *sim, uint32_t *missed)
{
   uintptr_t addrs[CS_LOOKUPS];
   uint32_t sizes_B[CS_LOOKUPS];
   for (uint32_t i = 0; i < sim->n_waiting; i++) {
      addrs[i] = sim->waiting[i].addr;
      sizes_B[i] = sim->waiting[i].size_B;
   }
   cs_sweep_refer_all(sim->sweep, addrs, sizes_B, missed, sim->n_waiting);
   for (uint32_t i = 0; i < sim->n_waiting; i++)
      cs_sim_count_sweep(sim, &sim->waiting[i], missed[i]);
}

static void count_last(cs_sim *sim, const cs_lookup *lookup)
{
   lookup->line[lookup->column] += sim->collects;
   lookup->path[lookup->column]++;
   ++*lookup->cell;
   sim->totals[lookup->column] += sim->collects;
}

/* The last level's own shape need not be simulated twice. */
static bool misses_last(cs_sim *sim, const cs_lookup *lookup, uint32_t missed)
{
   if (sim->sweep != NULL && sim->sweep->own != 0)
      return (missed & sim->sweep->own) != 0;
   return cs_last_refer(&sim->ll, lookup->addr, lookup->size_B);
}

/* The reasons of so many look-ups need more memory than the host's first level has.  So
   only the next few are prefetched. */
enum { AHEAD = 8 };

static void flush_reasons(cs_sim *sim)
{
   uint32_t missed[CS_LOOKUPS] = { 0 };
   if (sim->sweep != NULL)
      flush_sweep(sim, missed);
   for (uint32_t i = 0; i < AHEAD && i < sim->n_waiting; i++)
      cs_reasons_expect(sim->reasons, sim->waiting[i].addr);
   for (uint32_t i = 0; i < sim->n_waiting; i++) {
      const cs_lookup *lookup = &sim->waiting[i];
      if (i + AHEAD < sim->n_waiting)
         cs_reasons_expect(sim->reasons, sim->waiting[i + AHEAD].addr);
      cs_reason reason = cs_reasons_refer(sim->reasons, lookup->addr, lookup->size_B);
      if (misses_last(sim, lookup, missed[i])) {
         count_last(sim, lookup);
         cs_sim_count_other(sim, lookup, CS_LCOLD + (cs_event)reason);
      }
   }
   sim->n_waiting = 0;
}

void cs_sim_flush(cs_sim *sim)
{
   if (sim->reasons != NULL)
      flush_reasons(sim);
   for (uint32_t i = 0; i < sim->n_waiting; i++) {
      const cs_lookup *lookup = &sim->waiting[i];
      if (cs_last_refer(&sim->ll, lookup->addr, lookup->size_B))
         count_last(sim, lookup);
   }
   sim->n_waiting = 0;
}

void cs_sim_collect(cs_sim *sim, bool collects)
{
   cs_sim_flush(sim);
   sim->collects = collects;
}

/* ---- The use of lines -------------------------------------------------- */

void cs_sim_use_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                     cs_event event)
{
   if (!cs_line_use_refer(sim->use, &sim->d1, addr, size_B))
      return;
   uint64_t *cell = cs_sim_count_datum(sim, site, addr, event + 1);
   if (sim->collects)
      cs_line_use_fetched(sim->use, &sim->cells->at, addr);
   cs_sim_miss(sim, site, addr, size_B, event + 1, cell);
}

void cs_sim_split_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                       cs_event event)
{
   cs_reason reason = cs_reasons_refer(sim->d1_reasons, addr, size_B);
   if (!cs_cache_refer(&sim->d1, addr, size_B))
      return;
   uint64_t *cell = cs_sim_count_datum(sim, site, addr, event + 1);
   cs_sim_count_d1_reason(sim, site, reason, cell);
   cs_sim_miss(sim, site, addr, size_B, event + 1, cell);
}
