/* hp_look.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_look.h"

uint64_t *hp_look_new_histogram(hp_accesses *accesses, uint64_t histogram_B)
{
   size_t n = 2 * ((size_t)histogram_B + 1);
   return tk_get_zeroed(accesses->heap->alloc, "hp.accesses.heat", n * sizeof(uint64_t));
}

hp_touch *hp_look_new_touch(hp_accesses *accesses, hp_block_use *block)
{
   return hp_touch_new(&accesses->pool, block->block.size_B, accesses->exact_B);
}

void hp_look_read_inside(hp_accesses *accesses, uint64_t address)
{
   tk_blocks *blocks = &accesses->heap->blocks;
   uint32_t index = tk_blocks_around(blocks, address, TK_LAYER_HEAP);
   hp_block_use *outer = (hp_block_use *)tk_blocks_at(blocks, index);
   if (index == 0 || outer->use == NULL)
      return;
   if (outer->touch == NULL)
      outer->touch = hp_look_new_touch(accesses, outer);
   outer->touch->read_in = accesses->epoch;
}

hp_block_use *hp_look_find(hp_accesses *accesses, uint64_t address)
{
   uint64_t page = address / TK_PAGE_B, start, end;
   tk_blocks *blocks = &accesses->heap->blocks;
   uint32_t index = tk_blocks_around(blocks, address, TK_LAYER_CUSTOM);
   if (index == 0) {
      if (tk_blocks_void(blocks, address, &start, &end))
         accesses->empty[page % HP_EMPTY] = hp_empty(accesses, page);
      return NULL;
   }
   hp_block_use *block = (hp_block_use *)tk_blocks_at(blocks, index);
   /* A block around another could hide the inner one. */
   if (!accesses->has_custom)
      accesses->found[address / HP_FOUND_B % HP_FOUND] = block;
   return block;
}
