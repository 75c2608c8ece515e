/* hp_realloc.c -- reallocations: a part of hp_heap.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_heap_private.h"

#include "accounts/hp_snapshots.h"

uint32_t hp_heap_realloc_begin(hp_heap *heap, tk_layer layer, uint64_t address)
{
   return hp_heap_lift(heap, layer, address);
}

void hp_heap_realloc_cancel(hp_heap *heap, uint32_t index)
{
   tk_block *block = tk_blocks_at(&heap->blocks, index);
   /* Cannot fail: the row of the page still exists. */
   tk_blocks_place(&heap->blocks, index, tk_block_address(block));
   if (heap->block_events != NULL)
      heap->block_events->put_back(heap->block_context, index);
}

void hp_heap_realloc_free(hp_heap *heap, uint32_t index, uint64_t now)
{
   hp_heap_retire(heap, index, now);
}

/* Changes the live bytes of a site; its blocks stay. */
static void resize_site(hp_heap *heap, hp_site *site, uint64_t old_B, uint64_t new_B)
{
   site->live.bytes += new_B - old_B;
   heap->live.bytes += new_B - old_B;
   heap->overhead_B += hp_overhead_B(new_B, heap->admin_B)
                       - hp_overhead_B(old_B, heap->admin_B);
}

static void count_move(hp_heap *heap, const tk_block *block, uint64_t old_B)
{
   hp_site *site = hp_heap_site(heap, block->site);
   uint64_t copied_B = old_B < block->size_B ? old_B : block->size_B;
   site->moved.bytes += copied_B;
   site->moved.blocks++;
   heap->moved.bytes += copied_B;
   heap->moved.blocks++;
}

static void count_resize(hp_heap *heap, const tk_block *block, uint64_t thread,
                         uint64_t size_B, uint64_t old_B, uint64_t now)
{
   hp_site *site = hp_heap_site(heap, block->site);
   uint64_t new_B = block->size_B;

   hp_heap_begin_event(heap, site, now);
   hp_heap_add_total(heap, site, thread, (hp_amount){ new_B, 1 });
   hp_heap_count_size(heap, site, size_B);
   heap->zero_blocks += size_B == 0;
   heap->reallocs++;
   site->reallocs++;
   resize_site(heap, site, old_B, new_B);
   hp_heap_end_growth(heap, site, now);
}

/* A block of the parent becomes one of the child. */
static void take_over(hp_heap *heap, uint32_t index, uint64_t thread, uint64_t size_B,
                      uint64_t old_B, uint64_t now)
{
   tk_block *block = tk_blocks_at(&heap->blocks, index);
   hp_heap_free_inherited(heap, (hp_amount){ old_B, 1 });
   hp_heap_own(heap, index);
   heap->inherited.reallocated++;
   heap->reallocs++;
   hp_heap_site(heap, block->site)->reallocs++;
   hp_heap_count(heap, block, thread, size_B, now);
}

void hp_heap_realloc_end(hp_heap *heap, uint32_t index, uint64_t thread, uint64_t address,
                         uint64_t size_B, uint64_t now)
{
   tk_block *block = tk_blocks_at(&heap->blocks, index);
   uint64_t old_B = block->size_B, old_address = tk_block_address(block);
   hp_heap_displace(heap, block->layer, address, now);
   uint32_t *last = hp_heap_last_of(heap, thread);
   if (!tk_blocks_place(&heap->blocks, index, address)) {
      hp_heap_retire(heap, index, now);
      return;
   }
   if (now >= heap->due && block->site != HP_SITE_IGNORED)
      hp_snapshots_take(heap, now); /* of blocks, too: before they change */
   block->size_B = hp_heap_counted_B(heap, size_B);
   if (heap->block_events != NULL) {
      heap->block_events->put_back(heap->block_context, index);
      heap->block_events->resize(heap->block_context, index, old_B);
   }
   if (block->site == HP_SITE_IGNORED)
      return;
   /* Counts as an allocation by this thread: its latest block, if it is another,
      is not temporary any more. */
   if (*last != index)
      *last = 0;
   if (address != old_address)
      count_move(heap, block, old_B);
   if (hp_heap_is_inherited(heap, index))
      take_over(heap, index, thread, size_B, old_B, now);
   else
      count_resize(heap, block, thread, size_B, old_B, now);
}
