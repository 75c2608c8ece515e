/* hp_owners.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_owners.h"

#include "base/tk_array.h"
#include "owners/hp_chains.h"
#include "owners/hp_owner_tree.h"
#include "owners/hp_rings.h"

#define LABEL "hp.owners"

/* ---- Leaks by site ---------------------------------------------------------------- */

typedef struct {
   hp_amount amount[HP_LEAKS];
   uint64_t rings;
} leak_sums;

static void add_leak_site(hp_owners *owners, uint32_t site, hp_leak leak,
                          const leak_sums *sums)
{
   if (sums->amount[leak].blocks == 0)
      return;
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->leak_sites, owners->n_leak_sites,
                 owners->max_leak_sites);
   owners->leak_sites[owners->n_leak_sites++] = (hp_leak_site){
      .site = site,
      .leak = (uint8_t)leak,
      .amount = sums->amount[leak],
      .rings = leak == HP_LEAK_DEFINITE ? sums->rings : 0,
   };
   owners->leaks[leak].bytes += sums->amount[leak].bytes;
   owners->leaks[leak].blocks += sums->amount[leak].blocks;
}

static void sum_leaks(hp_owners *owners, const hp_graph *graph,
                      const hp_owners_sites *sites, const uint8_t *leaks,
                      const uint8_t *in_ring)
{
   leak_sums *sums = tk_get_zeroed(owners->alloc, LABEL,
                                   ((size_t)sites->n + 1) * sizeof *sums);
   for (uint32_t v = 0; v < graph->n_blocks; v++) {
      uint32_t site = sites->site(sites->context, graph->map.records[v]);
      if (site >= sites->n)
         continue;
      hp_amount *amount = &sums[site].amount[leaks[v]];
      amount->bytes += hp_block_map_record(&graph->map, v)->size_B;
      amount->blocks++;
      sums[site].rings += leaks[v] == HP_LEAK_DEFINITE && hp_leaks_is_in_ring(in_ring, v);
   }
   for (uint32_t site = 0; site < sites->n; site++)
      for (int leak = 0; leak < HP_LEAKS; leak++)
         add_leak_site(owners, site, (hp_leak)leak, &sums[site]);
   tk_put(owners->alloc, sums);
}

/* A root that refers to all that is definitely lost, if anything is. */
static void add_lost_root(hp_graph *graph, const uint8_t *leaks)
{
   uint32_t before = graph->n_edges;
   for (uint32_t v = 0; v < graph->n_blocks; v++)
      if (leaks[v] == HP_LEAK_DEFINITE)
         hp_graph_add_edge(graph, v);
   if (graph->n_edges > before)
      hp_graph_end_root(graph, &(hp_root){ .key = HP_KEY_LOST, .rank = UINT8_MAX });
}

void hp_owners_look(hp_owners *owners, hp_graph *graph, const hp_owners_sites *sites)
{
   uint8_t *leaks, *in_ring;
   *owners = (hp_owners){ .alloc = graph->alloc };
   hp_leaks_find(graph, &leaks, &in_ring);
   sum_leaks(owners, graph, sites, leaks, in_ring);
   hp_rings_find(owners, graph, leaks, sites);
   add_lost_root(graph, leaks);
   hp_chains_find(owners, graph, leaks, sites);
   hp_owner_tree_make(owners, graph, leaks, sites);
   tk_put(owners->alloc, leaks);
   tk_put(owners->alloc, in_ring);
}

void hp_owners_free(hp_owners *owners)
{
   const tk_alloc *alloc = owners->alloc;
   tk_put(alloc, owners->leak_sites);
   tk_put(alloc, owners->tree);
   tk_put(alloc, owners->sharers);
   tk_put(alloc, owners->chains);
   tk_put(alloc, owners->steps);
   tk_put(alloc, owners->rings);
   *owners = (hp_owners){ .alloc = alloc };
}
