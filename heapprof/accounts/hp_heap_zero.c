/* hp_heap_zero.c -- counts from zero again, and stops: a part of hp_heap.h.

   Forgets all amounts, and allocates each live block again, now.  The result is that
   of a heap that was filled at one time.  A forked child does not allocate its
   inherited blocks again: they are its parent's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_heap_private.h"

#include "accounts/hp_snapshots.h"

/* Subtracts the blocks from their sites' live amounts; pages and stacks stay. */
static void take_blocks_off(hp_heap *heap)
{
   for (uint32_t i = 1; i <= heap->blocks.n_used; i++) {
      const tk_block *block = hp_heap_counted(heap, i);
      if (block == NULL)
         continue;
      hp_site *site = hp_heap_site(heap, block->site);
      site->live.bytes -= block->size_B;
      site->live.blocks--;
   }
}

static void count_blocks(hp_heap *heap, uint64_t now)
{
   heap->old_before = heap->partly_before = now + 1;
   for (uint32_t i = 1; i <= heap->blocks.n_used; i++) {
      tk_block *block = hp_heap_counted(heap, i);
      if (block != NULL)
         hp_heap_count(heap, block, block->thread, block->size_B, now);
   }
}

static void forget_site(hp_heap *heap, hp_site *site)
{
   while (site->shares != NULL) {
      hp_share *next = site->shares->next;
      tk_pool_put(&heap->pool, site->shares, sizeof *site->shares);
      site->shares = next;
   }
   hp_classes_free(heap, &site->sizes);
   hp_classes_free(heap, &site->lives);
   *site = (hp_site){
      .frames = site->frames,
      .n_frames = site->n_frames,
      .is_cut = site->is_cut,
      .shortest = UINT64_MAX,
      .min_B = UINT64_MAX,
      .use = site->use,
      .only_B = site->only_B, /* of hp_accesses_zero */
   };
}

/* Forgets the sites' amounts, but for what take_blocks_off left. */
static void restart_sites(hp_heap *heap, uint64_t now)
{
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      hp_site *site = hp_heap_site(heap, i);
      hp_amount rest = site->live;
      uint64_t thread = site->shares == NULL ? 1 : site->shares->thread;
      forget_site(heap, site);
      if (rest.bytes > 0)
         hp_heap_grow(heap, i, thread, rest, now);
   }
}

/* Forgets the threads' latest blocks: none of the live blocks is temporary. */
static void forget_last_blocks(hp_heap *heap)
{
   for (size_t i = 0; i < heap->n_threads; i++)
      heap->last_block[i] = 0;
}

static void forget_totals(hp_heap *heap, uint64_t now)
{
   const hp_amount nothing = { 0, 0 };
   heap->live = heap->peak = nothing;
   heap->total = heap->freed = heap->temporary = heap->moved = nothing;
   heap->overhead_B = heap->peak_overhead_B = 0;
   heap->peak_time = now;
   heap->most_blocks = heap->zero_blocks = 0;
   heap->most_stack_B = heap->stack_B;
   heap->reallocs = heap->failed = heap->invalid = 0;
   forget_last_blocks(heap);
}

/* Restarts all totals; the sites count again after this. */
static void restart_totals(hp_heap *heap, uint64_t now)
{
   forget_totals(heap, now);
   hp_snapshots_restart(heap, now);
   if (heap->timeline != NULL)
      hp_timeline_restart(heap->timeline, now);
}

void hp_heap_zero(hp_heap *heap, uint64_t now)
{
   if (heap->block_events != NULL)
      heap->block_events->zero(heap->block_context);
   take_blocks_off(heap);
   restart_totals(heap, now);
   restart_sites(heap, now);
   count_blocks(heap, now);
   hp_heap_stack(heap, heap->stack_B, now); /* notes `now` if nothing is live */
}

/* Forgets the threads' latest blocks, too, as their next allocations are not seen. */
void hp_heap_stop(hp_heap *heap, uint64_t now)
{
   heap->partly_before = now + 1;
   forget_last_blocks(heap);
}

/* ---- A forked child --------------------------------------------------------- */

/* Makes all live blocks inherited ones.  A walk over the blocks would copy the pages that
   the processes share: only the number of their records is kept, and later which of them
   are used again. */
static void take_inherited(hp_heap *heap)
{
   hp_inherited *i = &heap->inherited;
   tk_put(heap->alloc, i->is_own);
   *i = (hp_inherited){
      .at_fork = { i->at_fork.bytes - i->freed.bytes + heap->live.bytes,
                   i->at_fork.blocks - i->freed.blocks + heap->live.blocks },
      .n_records = heap->blocks.n_used,
      .is_own = tk_get_zeroed(heap->alloc, "hp.heap.inherited",
                              heap->blocks.n_used / 8 + (size_t)1),
   };
}

void hp_heap_inherit(hp_heap *heap, uint64_t now)
{
   take_inherited(heap);
   if (heap->block_events != NULL)
      heap->block_events->zero(heap->block_context);
   restart_totals(heap, now);
   for (uint32_t i = 0; i < heap->n_sites; i++)
      forget_site(heap, hp_heap_site(heap, i));
   hp_heap_stack(heap, heap->stack_B, now);
}
