/* cs_sim.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_sim.h"

static uint32_t smaller(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

bool cs_sim_init(cs_sim *sim, const cs_geometry *i1, const cs_geometry *d1,
                 const cs_geometry *ll, const tk_alloc *alloc)
{
   *sim = (cs_sim){ .max_data_B =
      smaller(ll->line_size_B, smaller(i1->line_size_B, d1->line_size_B)) };
   if (!cs_cache_init(&sim->i1, i1, alloc)
       || !cs_cache_init(&sim->d1, d1, alloc)
       || !cs_cache_init(&sim->ll, ll, alloc)) {
      cs_sim_fini(sim, alloc);
      return false;
   }
   /* Cachegrind's caches start with line 0 in them, which shows when a
      program follows a null pointer: be exact even there. */
   cs_cache_touch(&sim->i1, 0);
   cs_cache_touch(&sim->d1, 0);
   cs_cache_touch(&sim->ll, 0);
   return true;
}

void cs_sim_fini(cs_sim *sim, const tk_alloc *alloc)
{
   cs_cache_fini(&sim->i1, alloc);
   cs_cache_fini(&sim->d1, alloc);
   cs_cache_fini(&sim->ll, alloc);
}
