/* cs_sim_count.h -- where cs_sim counts what is rare: in a line, in the call path, in the
   totals and by data object; private to simulate/.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_sim_state.h"

/* Counts n of an event in the line of the site, in the call path, and in the totals. */
static inline void cs_sim_count(cs_sim *sim, const cs_site *site, cs_event e, uint64_t n)
{
   uint64_t counted = sim->collects ? n : 0;
   uint32_t column = sim->columns.of[e];
   site->line->counts[column] += counted;
   cs_sim_path(sim, site->line)[column] += n;
   sim->totals[column] += counted;
}

/* Counts one of a datum's event, a reason or a sweep's. */
static inline void cs_sim_count_cell(const cs_sim *sim, uint64_t *datum, cs_event e)
{
   if (datum != sim->unused)
      datum[sim->cells->columns.of[e]]++;
}

/* Counts one of event `e`, a reason or a sweep's, where the look-up counts its miss. */
static inline void cs_sim_count_other(cs_sim *sim, const cs_lookup *lookup, cs_event e)
{
   uint32_t column = sim->columns.of[e];
   lookup->line[column] += sim->collects;
   lookup->path[column]++;
   cs_sim_count_cell(sim, lookup->datum, e);
   sim->totals[column] += sim->collects;
}

static inline void cs_sim_count_sweep(cs_sim *sim, const cs_lookup *lookup,
                                      uint32_t missed)
{
   for (; missed != 0; missed &= missed - 1)
      cs_sim_count_other(sim, lookup, CS_SWEEP + (cs_event)__builtin_ctz(missed));
}

/* Why D1 lacked it; `cell` is the datum's. */
static inline void cs_sim_count_d1_reason(cs_sim *sim, const cs_site *site,
                                          cs_reason reason, const uint64_t *cell)
{
   cs_event e = CS_D1COLD + (cs_event)reason;
   cs_sim_count(sim, site, e, 1);
   if (cell != sim->unused)
      cs_sim_count_cell(sim, sim->cells->counts, e);
}
