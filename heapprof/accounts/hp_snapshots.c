/* hp_snapshots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_snapshots.h"

#include "accounts/hp_births.h"

/* A site is listed if it has at least this part of a snapshot's bytes. */
enum { REST_FRACTION = 2000 };

static void drop(hp_heap *heap, hp_snapshot *snapshot)
{
   heap->n_born -= snapshot->n_born;
   tk_put(heap->alloc, snapshot->born);
   tk_put(heap->alloc, snapshot);
}

void hp_snapshots_free(hp_heap *heap)
{
   while (heap->snapshots != NULL) {
      hp_snapshot *next = heap->snapshots->next;
      drop(heap, heap->snapshots);
      heap->snapshots = next;
   }
}

static void set_due(hp_heap *heap)
{
   uint64_t asked = heap->next_asked < heap->n_asked ? heap->asked[heap->next_asked]
                                                     : UINT64_MAX;
   heap->due = asked < heap->next_periodic ? asked : heap->next_periodic;
}

void hp_snapshots_plan(hp_heap *heap, uint32_t max, uint64_t interval)
{
   heap->max_periodic = max;
   heap->interval = heap->first_interval = interval;
   heap->next_periodic = max == 0 ? UINT64_MAX : interval;
   set_due(heap);
}

void hp_snapshots_ask(hp_heap *heap, const uint64_t *times, uint32_t n)
{
   heap->asked = times;
   heap->n_asked = n;
   set_due(heap);
}

static bool is_listed(const hp_heap *heap, const hp_site *site, bool all)
{
   return site->live.blocks > 0
          && (all || site->live.bytes * REST_FRACTION >= heap->live.bytes);
}

/* A snapshot with room for its sites. */
static hp_snapshot *new_snapshot(hp_heap *heap, uint64_t time, bool all)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < heap->n_sites; i++)
      n += is_listed(heap, hp_heap_site(heap, i), all);

   hp_snapshot *snapshot = tk_get(heap->alloc, "hp.heap.snapshots",
                                  sizeof *snapshot + n * sizeof snapshot->sites[0]);
   *snapshot = (hp_snapshot){
      .time = time,
      .live = heap->live,
      .overhead_B = heap->overhead_B,
      .stack_B = heap->stack_B,
      .asked = all,
   };
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(heap, i);
      if (is_listed(heap, site, all)) {
         snapshot->sites[snapshot->n_sites].site = i;
         snapshot->sites[snapshot->n_sites++].live = site->live;
      } else if (site->live.blocks > 0) {
         snapshot->n_rest++;
         snapshot->rest.bytes += site->live.bytes;
         snapshot->rest.blocks += site->live.blocks;
      }
   }
   return snapshot;
}

/* Drops every other periodic snapshot, but not the latest. */
static void thin_snapshots(hp_heap *heap)
{
   bool keep = false;
   hp_snapshot **link = &heap->snapshots;
   while (*link != NULL) {
      hp_snapshot *snapshot = *link;
      if (!snapshot->asked)
         keep = !keep;
      if (!snapshot->asked && !keep) {
         *link = snapshot->next;
         drop(heap, snapshot);
         heap->n_periodic--;
      } else {
         link = &snapshot->next;
      }
   }
   heap->interval *= 2;
   hp_births_merge(heap);
}

/* Blocks that were born at `after` or later come behind it. */
static void add_snapshot(hp_heap *heap, uint64_t time, uint64_t after, bool asked)
{
   hp_snapshot *snapshot = new_snapshot(heap, time, asked);
   snapshot->after = after;
   hp_births_note(heap, snapshot);
   snapshot->next = heap->snapshots;
   heap->snapshots = snapshot;
   heap->n_periodic += !asked;
}

/* One snapshot stands for all periodic ones due since the last event, as nothing has
   changed since. */
static void add_periodic(hp_heap *heap, uint64_t now)
{
   uint64_t time = now - now % heap->interval;
   add_snapshot(heap, time, time, false);
   if (heap->n_periodic == heap->max_periodic)
      thin_snapshots(heap);
   heap->next_periodic = now - now % heap->interval + heap->interval;
}

void hp_snapshots_take(hp_heap *heap, uint64_t now)
{
   while (heap->due <= now) {
      if (heap->next_asked < heap->n_asked
          && heap->asked[heap->next_asked] == heap->due) {
         add_snapshot(heap, heap->due, heap->due, true);
         heap->next_asked++;
      } else {
         add_periodic(heap, heap->n_asked > heap->next_asked
                                  && heap->asked[heap->next_asked] <= now
                               ? heap->asked[heap->next_asked] - 1
                               : now);
      }
      set_due(heap);
   }
}

bool hp_snapshots_order(hp_heap *heap, uint64_t now)
{
   if (heap->n_ordered == HP_MOST_ORDERED)
      return false;
   hp_snapshots_take(heap, now);           /* in the order of times */
   add_snapshot(heap, now, now + 1, true); /* some may have been born just now */
   heap->n_ordered++;
   return true;
}

void hp_snapshots_restart(hp_heap *heap, uint64_t now)
{
   hp_snapshots_free(heap);
   heap->n_periodic = heap->n_ordered = 0;
   heap->n_walked = 0;
   heap->interval = heap->first_interval;
   if (heap->max_periodic > 0)
      heap->next_periodic = now - now % heap->interval + heap->interval;
   while (heap->next_asked < heap->n_asked && heap->asked[heap->next_asked] <= now)
      heap->next_asked++;
   set_due(heap);
}
