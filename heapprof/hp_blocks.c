/* hp_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_blocks.h"

enum {
   LEVELS = 4, /* 9 bits each, and 12 within a page */
   REGION_B = HP_PAGE_B * HP_FAN,
};

static hp_node *new_node(hp_blocks *blocks)
{
   hp_node *node = tk_get(blocks->alloc, "hp.blocks.nodes", sizeof *node);
   for (uint32_t i = 0; node != NULL && i < HP_FAN; i++)
      node->nodes[i] = NULL;
   return node;
}

bool hp_blocks_init(hp_blocks *blocks, const tk_alloc *alloc)
{
   *blocks = (hp_blocks){
      .alloc = alloc,
      .rows = { .alloc = alloc, .label = "hp.blocks.rows" },
      .last_key = UINT64_MAX,
   };
   blocks->root = new_node(blocks);
   return blocks->root != NULL;
}

static void free_nodes(hp_blocks *blocks, hp_node *node, unsigned level)
{
   if (node == NULL)
      return;
   if (level < LEVELS - 1)
      for (uint32_t i = 0; i < HP_FAN; i++)
         free_nodes(blocks, node->nodes[i], level + 1);
   tk_put(blocks->alloc, node);
}

void hp_blocks_fini(hp_blocks *blocks)
{
   free_nodes(blocks, blocks->root, 0);
   for (uint32_t i = 0; i < blocks->n_chunks; i++)
      tk_put(blocks->alloc, blocks->chunks[i]);
   tk_put(blocks->alloc, blocks->chunks);
   tk_pool_fini(&blocks->rows);
}

/* ---- From addresses to granules --------------------------------------- */

/* The part of an address that chooses among a node's. */
static uint32_t branch(uint64_t address, unsigned level)
{
   return address / HP_PAGE_B >> HP_FAN_BITS * (LEVELS - 1 - level)
          & (HP_FAN - 1);
}

/* The region of an address; NULL if there is none or, if it shall be made,
   memory ran out or the address has too many bits. */
static hp_node *find_region(hp_blocks *blocks, uint64_t address, bool make)
{
   uint64_t key = address / REGION_B;
   if (key == blocks->last_key)
      return blocks->last_region;
   if (address >> HP_ADDRESS_BITS != 0)
      return NULL;
   hp_node *node = blocks->root;
   for (unsigned level = 0; level < LEVELS - 1; level++) {
      hp_node **next = &node->nodes[branch(address, level)];
      if (*next == NULL && make)
         *next = new_node(blocks);
      if (*next == NULL)
         return NULL;
      node = *next;
   }
   blocks->last_key = key;
   blocks->last_region = node;
   return node;
}

static hp_page_row *new_row(hp_blocks *blocks)
{
   hp_page_row *row = tk_pool_get(&blocks->rows, sizeof *row);
   for (uint32_t i = 0; row != NULL && i < HP_PAGE_GRANULES; i++)
      row->first[i] = 0;
   return row;
}

static uint32_t *granule_of(hp_page_row *row, uint64_t address)
{
   return &row->first[address / HP_GRANULE_B % HP_PAGE_GRANULES];
}

/* The granule of an address; NULL as find_region. */
static uint32_t *find_granule(hp_blocks *blocks, uint64_t address, bool make)
{
   hp_node *region = find_region(blocks, address, make);
   if (region == NULL)
      return NULL;
   hp_page_row **row = &region->rows[branch(address, LEVELS - 1)];
   if (*row == NULL && make)
      *row = new_row(blocks);
   return *row == NULL ? NULL : granule_of(*row, address);
}

/* ---- Records ----------------------------------------------------------- */

static bool add_chunk(hp_blocks *blocks)
{
   if (blocks->n_chunks == blocks->max_chunks) {
      uint32_t max = blocks->max_chunks == 0 ? 64 : 2 * blocks->max_chunks;
      hp_block **chunks =
         tk_get(blocks->alloc, "hp.blocks.chunks", max * sizeof *chunks);
      if (chunks == NULL)
         return false;
      for (uint32_t i = 0; i < blocks->n_chunks; i++)
         chunks[i] = blocks->chunks[i];
      tk_put(blocks->alloc, blocks->chunks);
      blocks->chunks = chunks;
      blocks->max_chunks = max;
   }
   hp_block *chunk = tk_get(blocks->alloc, "hp.blocks.blocks",
                            HP_BLOCKS_CHUNK * sizeof *chunk);
   if (chunk == NULL)
      return false;
   blocks->chunks[blocks->n_chunks++] = chunk;
   return true;
}

/* The index of a record that is not in use, or 0. */
static uint32_t new_record(hp_blocks *blocks)
{
   uint32_t index = blocks->free;
   if (index != 0) {
      blocks->free = hp_blocks_at(blocks, index)->next;
      return index;
   }
   if (blocks->n_used == UINT32_MAX)
      return 0;
   index = blocks->n_used + 1;
   if (index / HP_BLOCKS_CHUNK >= blocks->n_chunks && !add_chunk(blocks))
      return 0;
   blocks->n_used = index;
   return index;
}

void hp_blocks_drop(hp_blocks *blocks, uint32_t index)
{
   hp_blocks_at(blocks, index)->next = blocks->free;
   blocks->free = index;
}

/* ---- Blocks ------------------------------------------------------------ */

bool hp_blocks_place(hp_blocks *blocks, uint32_t index, uint64_t address)
{
   uint32_t *granule = find_granule(blocks, address, true);
   if (granule == NULL)
      return false;
   hp_block *block = hp_blocks_at(blocks, index);
   block->address = address;
   block->next = *granule;
   *granule = index;
   return true;
}

uint32_t hp_blocks_add(hp_blocks *blocks, uint64_t address, hp_layer layer)
{
   uint32_t index = new_record(blocks);
   if (index == 0)
      return 0;
   hp_blocks_at(blocks, index)->layer = layer;
   if (hp_blocks_place(blocks, index, address))
      return index;
   hp_blocks_drop(blocks, index);
   return 0;
}

/* What refers to the block: its granule or the block before it in there; NULL
   if there is no such block. */
static uint32_t *find_link(hp_blocks *blocks, uint64_t address,
                           hp_layer layer)
{
   uint32_t *link = find_granule(blocks, address, false);
   while (link != NULL && *link != 0) {
      hp_block *block = hp_blocks_at(blocks, *link);
      if (block->address == address && block->layer == layer)
         return link;
      link = &block->next;
   }
   return NULL;
}

uint32_t hp_blocks_find(hp_blocks *blocks, uint64_t address, hp_layer layer)
{
   uint32_t *link = find_link(blocks, address, layer);
   return link == NULL ? 0 : *link;
}

uint32_t hp_blocks_take(hp_blocks *blocks, uint64_t address, hp_layer layer)
{
   uint32_t *link = find_link(blocks, address, layer);
   if (link == NULL)
      return 0;
   uint32_t index = *link;
   *link = hp_blocks_at(blocks, index)->next;
   return index;
}
