/* hp_look.h -- the way of one access to its block, inlined: a part of hp_accesses.h;
   pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accesses/hp_accesses.h"

/* An array for the histogram of a site, all 0. */
uint64_t *hp_look_new_histogram(hp_accesses *accesses, uint64_t histogram_B);

/* A new record of touched bytes for a block. */
hp_touch *hp_look_new_touch(hp_accesses *accesses, hp_block_use *block);

/* A block within another was read at the address: so the outer one is in use, too. */
void hp_look_read_inside(hp_accesses *accesses, uint64_t address);

/* The block that contains an address, or NULL; remembers the result. */
hp_block_use *hp_look_find(hp_accesses *accesses, uint64_t address);

static inline bool hp_has_histogram(const hp_block_use *block)
{
   return block->use != NULL && block->use->histogram_B != 0;
}

/* Adds `times` accesses to n_B bytes from an offset on. */
static inline void hp_add_to_histogram(hp_accesses *accesses, hp_use *use,
                                       uint64_t offset, uint64_t n_B, bool is_write,
                                       uint64_t times)
{
   if (use->histogram == NULL)
      use->histogram = hp_look_new_histogram(accesses, use->histogram_B);
   uint64_t *histogram = use->histogram + (is_write ? use->histogram_B + 1 : 0);
   histogram[offset] += times;
   histogram[n_B < use->histogram_B - offset ? offset + n_B : use->histogram_B] -= times;
}

/* The entry for a page without blocks.  It is valid until any page gets its first
   block. */
static inline uint64_t hp_empty(const hp_accesses *accesses, uint64_t page)
{
   return page ^ (accesses->heap->blocks.n_opened + 1) << 36;
}

/* The block that contains an address, or NULL. */
static inline hp_block_use *hp_find_block(hp_accesses *accesses, uint64_t address)
{
   hp_block_use **found = &accesses->found[address / HP_FOUND_B % HP_FOUND];
   if (*found != NULL && tk_block_contains(&(*found)->block, address))
      return *found;
   uint64_t page = address / TK_PAGE_B;
   if (accesses->empty[page % HP_EMPTY] == hp_empty(accesses, page))
      return NULL;
   return hp_look_find(accesses, address);
}

/* Charges one access to a block. */
static inline void hp_look_at(hp_accesses *accesses, hp_block_use *block,
                              uint64_t address, uint64_t n_B, bool is_write)
{
   hp_use *use = block->use;
   uint64_t offset = address - block->block.address;
   if (use == NULL || n_B == 0)
      return;
   if (is_write)
      use->writes_B += n_B;
   else
      use->reads_B += n_B;
   if (block->touch == NULL)
      block->touch = hp_look_new_touch(accesses, block);
   hp_touch_mark(block->touch, offset, n_B, is_write);
   if (!is_write) {
      block->touch->read_in = accesses->epoch;
      if (block->block.layer == TK_LAYER_CUSTOM)
         hp_look_read_inside(accesses, address);
   }
   if (use->histogram_B != 0)
      hp_add_to_histogram(accesses, use, offset, n_B, is_write, 1);
}
