/* hp_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_blocks.h"

enum {
   REGION_B = HP_PAGE_B * HP_REGION_PAGES,
   ADDRESS_BITS = 47, /* = 2 * 13 + 9 + 12 */
};

/* A table of n pointers, all NULL; NULL if memory ran out. */
static void *new_table(hp_blocks *blocks, uint32_t n)
{
   void **table = tk_get(blocks->alloc, "hp.blocks.tree", n * sizeof *table);
   for (uint32_t i = 0; table != NULL && i < n; i++)
      table[i] = NULL;
   return table;
}

bool hp_blocks_init(hp_blocks *blocks, const tk_alloc *alloc)
{
   *blocks = (hp_blocks){
      .alloc = alloc,
      .pool = { .alloc = alloc, .label = "hp.blocks.rows" },
      .last_key = UINT64_MAX,
   };
   blocks->top = new_table(blocks, HP_BLOCKS_FAN);
   return blocks->top != NULL;
}

static void free_regions(hp_blocks *blocks, hp_region **regions)
{
   if (regions == NULL)
      return;
   for (uint32_t i = 0; i < HP_BLOCKS_FAN; i++)
      tk_put(blocks->alloc, regions[i]);
   tk_put(blocks->alloc, regions);
}

void hp_blocks_fini(hp_blocks *blocks)
{
   if (blocks->top != NULL)
      for (uint32_t i = 0; i < HP_BLOCKS_FAN; i++)
         free_regions(blocks, blocks->top[i]);
   tk_put(blocks->alloc, blocks->top);
   for (uint32_t i = 0; i < blocks->n_chunks; i++)
      tk_put(blocks->alloc, blocks->chunks[i]);
   tk_put(blocks->alloc, blocks->chunks);
   tk_pool_fini(&blocks->pool);
}

/* ---- From addresses to granules --------------------------------------- */

/* The region of an address; NULL if there is none. */
static hp_region *find_region(hp_blocks *blocks, uint64_t address)
{
   uint64_t key = address / REGION_B;
   if (key == blocks->last_key)
      return blocks->last_region;
   if (address >> ADDRESS_BITS != 0)
      return NULL;
   hp_region **regions = blocks->top[key / HP_BLOCKS_FAN];
   hp_region *region =
      regions == NULL ? NULL : regions[key % HP_BLOCKS_FAN];
   if (region != NULL) {
      blocks->last_key = key;
      blocks->last_region = region;
   }
   return region;
}

static hp_region *make_region(hp_blocks *blocks, uint64_t address)
{
   if (address >> ADDRESS_BITS != 0)
      return NULL;
   uint64_t key = address / REGION_B;
   hp_region ***regions = &blocks->top[key / HP_BLOCKS_FAN];
   if (*regions == NULL)
      *regions = new_table(blocks, HP_BLOCKS_FAN);
   if (*regions == NULL)
      return NULL;
   hp_region **region = &(*regions)[key % HP_BLOCKS_FAN];
   if (*region == NULL)
      *region = new_table(blocks, HP_REGION_PAGES);
   return *region;
}

static hp_page_row *new_row(hp_blocks *blocks)
{
   hp_page_row *row = tk_pool_get(&blocks->pool, sizeof *row);
   for (uint32_t i = 0; row != NULL && i < HP_PAGE_GRANULES; i++)
      row->first[i] = 0;
   return row;
}

static uint32_t *granule_of(hp_page_row *row, uint64_t address)
{
   return &row->first[address / HP_GRANULE_B % HP_PAGE_GRANULES];
}

/* The granule of an address, or NULL if no block was ever near it. */
static uint32_t *find_granule(hp_blocks *blocks, uint64_t address)
{
   hp_region *region = find_region(blocks, address);
   if (region == NULL)
      return NULL;
   hp_page_row *row = region->rows[address / HP_PAGE_B % HP_REGION_PAGES];
   return row == NULL ? NULL : granule_of(row, address);
}

/* As find_granule, but makes it; NULL if memory ran out. */
static uint32_t *make_granule(hp_blocks *blocks, uint64_t address)
{
   hp_region *region = find_region(blocks, address);
   if (region == NULL)
      region = make_region(blocks, address);
   if (region == NULL)
      return NULL;
   hp_page_row **row = &region->rows[address / HP_PAGE_B % HP_REGION_PAGES];
   if (*row == NULL)
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
   uint32_t *granule = make_granule(blocks, address);
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
   uint32_t *link = find_granule(blocks, address);
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
