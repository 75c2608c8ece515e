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
   tk_put(alloc, sim->tage);
}

bool cs_sim_use_tage(cs_sim *sim, const tk_alloc *alloc)
{
   sim->tage = cs_tage_new(alloc);
   return sim->tage != NULL;
}

bool cs_sim_place(cs_sim *sim, cs_site *site)
{
   site->code = cs_icache_at(&sim->i1, site->addr, site->size_B);
   site->n_lines = (uint16_t)cs_icache_span(&sim->i1, site->addr,
                                            site->size_B);
   return site->code != NULL;
}

void cs_sim_settle(cs_sim *sim)
{
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
