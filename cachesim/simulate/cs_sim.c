/* cs_sim.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_sim.h"

static uint32_t smaller(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

bool cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc)
{
   *sim = (cs_sim){ .max_data_B =
      smaller(ll->line_size_B, smaller(i1->line_size_B, d1->line_size_B)) };
   sim->no_path = sim->unused;
   sim->path = &sim->no_path;
   sim->collects = 1;
   if (!cs_icache_init(&sim->i1, i1, alloc)
       || !cs_cache_init(&sim->d1, d1, alloc)
       || !cs_last_init(&sim->ll, ll, alloc)) {
      cs_sim_fini(sim, alloc);
      return false;
   }
   /* Cachegrind's caches start with line 0 in them, which counts when a program
      follows a null pointer.  No instruction can be fetched from line 0. */
   cs_cache_touch(&sim->d1, 0);
   cs_last_refer(&sim->ll, 0, 1);
   return true;
}

void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc)
{
   if (sim->i1.alloc != NULL)
      cs_icache_fini(&sim->i1);
   cs_cache_fini(&sim->d1, alloc);
   cs_last_fini(&sim->ll, alloc);
}

bool cs_sim_place(cs_sim *sim, cs_site *site)
{
   site->code = cs_icache_at(&sim->i1, site->addr, site->size_B);
   site->n_lines = (uint16_t)cs_icache_span(&sim->i1, site->addr,
                                            site->size_B);
   return site->code != NULL;
}

/* ---- The last level -------------------------------------------------- */

/* Counts one of event `e`, a reason or a sweep's, where the look-up counts its miss. */
static inline void count_other(cs_sim *sim, const cs_lookup *lookup, cs_event e)
{
   lookup->misses[(int)e - (int)lookup->column] += sim->collects;
   lookup->path[(int)e - (int)lookup->column]++;
   lookup->others[cs_cells_other(e)]++;
   sim->totals[e]++;
}

static void count_sweep(cs_sim *sim, const cs_lookup *lookup, uint32_t missed)
{
   for (; missed != 0; missed &= missed - 1)
      count_other(sim, lookup, CS_SWEEP + (cs_event)__builtin_ctz(missed));
}

/* The last level's own shape need not be simulated twice. */
static bool settle_with_sweep(cs_sim *sim, const cs_lookup *lookup)
{
   uint32_t missed = cs_sweep_refer(sim->sweep, lookup->addr, lookup->size_B);
   count_sweep(sim, lookup, missed);
   if (sim->sweep->own != 0)
      return (missed & sim->sweep->own) != 0;
   return cs_last_refer(&sim->ll, lookup->addr, lookup->size_B);
}

/* Look-ups of so many caches need more memory than the host's first level has for all
   that wait.  So only the next few are prefetched. */
enum { AHEAD = 4 };

static inline void expect(cs_sim *sim, uint32_t i)
{
   if (sim->sweep != NULL && i + AHEAD < sim->n_waiting)
      cs_sweep_expect_latest(sim->sweep, sim->waiting[i + AHEAD].addr);
   if (i >= sim->n_waiting)
      return;
   cs_reasons_expect(sim->reasons, sim->waiting[i].addr);
   if (sim->sweep != NULL)
      cs_sweep_expect(sim->sweep, sim->waiting[i].addr);
}

static void settle_reasons(cs_sim *sim)
{
   for (uint32_t i = 0; i < AHEAD; i++)
      expect(sim, i);
   for (uint32_t i = 0; i < sim->n_waiting; i++) {
      const cs_lookup *lookup = &sim->waiting[i];
      expect(sim, i + AHEAD);
      cs_reason reason =
         cs_reasons_refer(sim->reasons, lookup->addr, lookup->size_B);
      if (sim->sweep != NULL ? settle_with_sweep(sim, lookup)
                             : cs_last_refer(&sim->ll, lookup->addr, lookup->size_B)) {
         *lookup->misses += sim->collects;
         ++*lookup->path;
         ++*lookup->cell;
         sim->totals[lookup->column]++;
         count_other(sim, lookup, CS_LCOLD + (cs_event)reason);
      }
   }
   sim->n_waiting = 0;
}

void cs_sim_settle(cs_sim *sim)
{
   if (sim->reasons != NULL)
      settle_reasons(sim);
   for (uint32_t i = 0; i < sim->n_waiting; i++) {
      const cs_lookup *lookup = &sim->waiting[i];
      if (cs_last_refer(&sim->ll, lookup->addr, lookup->size_B)) {
         *lookup->misses += sim->collects;
         ++*lookup->path;
         ++*lookup->cell;
         sim->totals[lookup->column]++;
      }
   }
   sim->n_waiting = 0;
}

void cs_sim_collect(cs_sim *sim, bool collects)
{
   cs_sim_settle(sim);
   sim->collects = collects;
}

void cs_sim_use_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                     cs_event column)
{
   if (!cs_line_use_refer(sim->use, &sim->d1, addr, size_B))
      return;
   uint64_t *cell = cs_sim_count_datum(sim, site, addr, column + 1);
   if (sim->collects)
      cs_line_use_fetched(sim->use, &sim->cells->at, addr);
   cs_sim_miss(sim, site, addr, size_B, column + 1, cell);
}

void cs_sim_split_data(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                       cs_event column)
{
   cs_reason reason = cs_reasons_refer(sim->d1_reasons, addr, size_B);
   if (!cs_cache_refer(&sim->d1, addr, size_B))
      return;
   uint64_t *cell = cs_sim_count_datum(sim, site, addr, column + 1);
   cs_event e = CS_D1COLD + (cs_event)reason;
   site->line->counts[e] += sim->collects;
   cs_sim_path(sim, site->line)[e]++;
   sim->totals[e]++;
   if (cell != sim->unused)
      sim->cells->others[cs_cells_other(e)]++;
   cs_sim_miss(sim, site, addr, size_B, column + 1, cell);
}
