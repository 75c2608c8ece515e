/* tk_blocks_around.c -- blocks by any of their addresses: a part of tk_blocks.h; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_blocks_private.h"

#include "base/tk_count.h"

/* In the layer HEAP: pages from start to end (whole pages) that block `from` covers
   are now covered by block `to`.  0 means no block. */
static void remark_pages(tk_blocks *blocks, tk_node *node, unsigned level, uint64_t start,
                         uint64_t end, uint32_t from, uint32_t to)
{
   const uint64_t reach = tk_reach_of(level);
   uint64_t next;
   for (uint64_t at = start; at < end; at = next) {
      tk_entry *entry = &node->entries[tk_branch(at, level)];
      next = tk_round_up(at + 1, reach);
      if (next > end)
         next = end;
      bool is_whole = next - at == reach;
      if (level == TK_LEVELS - 1 && tk_is_below(*entry)) {
         uint32_t *reaches_in = &tk_row_of(*entry)->reaches_in[TK_LAYER_HEAP];
         if (*reaches_in == from)
            *reaches_in = to;
      } else if (tk_is_below(*entry) || !is_whole) {
         tk_node *below = tk_blocks_make_node(blocks, entry);
         remark_pages(blocks, below, level + 1, at, next, from, to);
      } else if (tk_marked(*entry) == from) {
         blocks->n_opened += from == 0;
         *entry = tk_mark_of(to);
      }
   }
}

/* In the layer CUSTOM: pages that block `from` covers are now covered by block `to`.  A
   block of the other layer may lie around, so each page needs a row. */
static void remark_rows(tk_blocks *blocks, uint64_t start, uint64_t end, uint32_t from,
                        uint32_t to)
{
   if (end > start && end - start > TK_CUSTOM_REACH_B)
      end = start + TK_CUSTOM_REACH_B;
   for (uint64_t at = start; at < end; at += TK_PAGE_B) {
      tk_entry entry = tk_blocks_make_row(blocks, at);
      if (entry == 0)
         continue;
      uint32_t *reaches_in = &tk_row_of(entry)->reaches_in[TK_LAYER_CUSTOM];
      if (*reaches_in == from)
         *reaches_in = to;
   }
}

/* Changes who covers the pages that a block reaches into after its first page. */
static void remark_block(tk_blocks *blocks, const tk_block *block, uint32_t from,
                         uint32_t to)
{
   const uint64_t last = ((uint64_t)1 << TK_ADDRESS_BITS) - 1;
   uint64_t address = tk_block_address(block);
   uint64_t end = address + block->size_B;
   uint64_t start = tk_round_up(address + 1, TK_PAGE_B);
   end = tk_round_up(end > last ? last : end, TK_PAGE_B);
   if (start >= end)
      return;
   if (block->layer == TK_LAYER_CUSTOM)
      remark_rows(blocks, start, end, from, to);
   else
      remark_pages(blocks, blocks->root, 0, start, end, from, to);
}

void tk_blocks_cover(tk_blocks *blocks, uint32_t index)
{
   remark_block(blocks, tk_blocks_at(blocks, index), 0, index);
}

void tk_blocks_uncover(tk_blocks *blocks, uint32_t index)
{
   remark_block(blocks, tk_blocks_at(blocks, index), index, 0);
}

/* The inner one of two blocks around an address; 0: no block. */
static uint32_t inner_block(const tk_blocks *blocks, uint32_t a, uint32_t b)
{
   if (a == 0 || b == 0)
      return a == 0 ? b : a;
   return tk_blocks_at(blocks, b)->layer == TK_LAYER_CUSTOM ? b : a;
}

/* The block of a granule that contains the address, or 0.  Sets *is_last if no block
   of the layer HEAP that begins in an earlier granule can contain it. */
static uint32_t around_in(const tk_blocks *blocks, uint32_t index, uint64_t address,
                          tk_layer top, bool *is_last)
{
   uint32_t found = 0;
   for (; index != 0; index = tk_blocks_at(blocks, index)->next) {
      const tk_block *block = tk_blocks_at(blocks, index);
      if (block->address > address || block->layer > top)
         continue;
      if (tk_block_contains(block, address))
         found = inner_block(blocks, found, index);
      *is_last |= block->layer == TK_LAYER_HEAP;
   }
   return found;
}

/* The last granule before `end` in which a block begins, or -1. */
static int last_begin(const tk_page_row *row, uint32_t end)
{
   for (; end > 0; end = (end - 1) / 64 * 64) {
      uint64_t bits = row->begins[(end - 1) / 64] << (63 - (end - 1) % 64);
      if (bits != 0)
         return (int)end - 1 - __builtin_clzll(bits);
   }
   return -1;
}

static uint32_t around_in_row(const tk_blocks *blocks, tk_entry entry, uint64_t address,
                              tk_layer top)
{
   const tk_page_row *row = tk_row_of(entry);
   bool is_last = false;
   uint32_t found = 0;
   int granule = last_begin(row, tk_granule_of(entry, address) + 1);
   for (; granule >= 0 && !is_last; granule = last_begin(row, (uint32_t)granule)) {
      found = inner_block(blocks, found,
                          around_in(blocks, row->first[granule], address, top, &is_last));
      if (found != 0 && tk_blocks_at(blocks, found)->layer == TK_LAYER_CUSTOM)
         return found;
   }
   for (int layer = (int)top; layer >= 0; layer--) {
      uint32_t index = row->reaches_in[layer];
      if (index != 0 && tk_block_contains(tk_blocks_at(blocks, index), address))
         found = inner_block(blocks, found, index);
   }
   return found;
}

/* The entry for the page of an address: of a region, or of a node above that has
   nothing below. */
static tk_entry entry_of(tk_blocks *blocks, uint64_t address)
{
   tk_node *region = tk_blocks_region(blocks, address, false);
   if (region != NULL)
      return region->entries[tk_branch(address, TK_LEVELS - 1)];
   if (address >> TK_ADDRESS_BITS != 0)
      return 0;
   tk_node *node = blocks->root;
   for (unsigned level = 0;; level++) {
      tk_entry entry = node->entries[tk_branch(address, level)];
      if (!tk_is_below(entry))
         return entry;
      node = tk_node_of(entry);
   }
}

uint32_t tk_blocks_around(tk_blocks *blocks, uint64_t address, tk_layer top)
{
   tk_entry entry = entry_of(blocks, address);
   if (tk_is_below(entry))
      return around_in_row(blocks, entry, address, top);
   uint32_t index = tk_marked(entry);
   return index != 0 && tk_block_contains(tk_blocks_at(blocks, index), address) ? index
                                                                                : 0;
}

uint64_t tk_blocks_next(tk_blocks *blocks, uint64_t address, uint64_t end)
{
   tk_entry entry = entry_of(blocks, address);
   uint64_t next = end;
   if (!tk_is_below(entry))
      return end;
   uint32_t last = tk_granule_of(entry, end - 1);
   for (uint32_t i = tk_granule_of(entry, address); i <= last; i++)
      for (uint32_t index = tk_row_of(entry)->first[i]; index != 0;
           index = tk_blocks_at(blocks, index)->next) {
         uint64_t begin = tk_blocks_at(blocks, index)->address;
         if (begin > address && begin < next)
            next = begin;
      }
   return next;
}

bool tk_blocks_void(tk_blocks *blocks, uint64_t address, uint64_t *start, uint64_t *end)
{
   if (entry_of(blocks, address) != 0)
      return false;
   const tk_node *region = tk_blocks_region(blocks, address, false);
   uint32_t first = 0, after = TK_FAN;
   if (region != NULL) {
      first = after = tk_branch(address, TK_LEVELS - 1);
      while (first > 0 && region->entries[first - 1] == 0)
         first--;
      while (after < TK_FAN && region->entries[after] == 0)
         after++;
   }
   uint64_t base = address / TK_REGION_B * TK_REGION_B;
   *start = base + (uint64_t)first * TK_PAGE_B;
   *end = base + (uint64_t)after * TK_PAGE_B;
   return true;
}

static void each_in_row(const tk_blocks *blocks, tk_entry entry,
                        void (*call)(void *, uint32_t), void *context)
{
   for (uint32_t i = 0; i < tk_n_granules(entry); i++)
      for (uint32_t index = tk_row_of(entry)->first[i]; index != 0;
           index = tk_blocks_at(blocks, index)->next)
         call(context, index);
}

static void each_below(const tk_blocks *blocks, const tk_node *node, unsigned level,
                       void (*call)(void *, uint32_t), void *context)
{
   for (uint32_t i = 0; i < TK_FAN; i++) {
      if (!tk_is_below(node->entries[i]))
         continue;
      if (level == TK_LEVELS - 1)
         each_in_row(blocks, node->entries[i], call, context);
      else
         each_below(blocks, tk_node_of(node->entries[i]), level + 1, call, context);
   }
}

void tk_blocks_each(const tk_blocks *blocks, void (*call)(void *context, uint32_t index),
                    void *context)
{
   each_below(blocks, blocks->root, 0, call, context);
}
