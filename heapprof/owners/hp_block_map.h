/* hp_block_map.h -- which live block a word points into, at one moment; pure.

   The blocks are numbered by address, from 0 on.  A directory of pages says which blocks
   begin in each, so a look-up costs the same however many there are.

   A block that has others within it is a pool (VALGRIND_MALLOCLIKE_BLOCK in a block of
   the heap): a word that points into it, but into none of those, points to no block.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"
#include "watch/tk_blocks.h"

#define HP_NO_BLOCK UINT32_MAX

enum {
   HP_REGION_B = 1 << 21,
   HP_REGION_PAGES = HP_REGION_B / TK_PAGE_B,
};

/* For each page of a region, the first block that begins in it or behind it.  The last
   entry is of the page behind the region. */
typedef struct hp_region_pages {
   uint32_t first[HP_REGION_PAGES + 1];
} hp_region_pages;

typedef struct hp_block_map {
   const tk_blocks *blocks;
   uint32_t n;
   uintptr_t *starts; /* of blocks, ascending; an outer block is before its inner ones */
   uint32_t *records; /* the index of each in `blocks` */
   uintptr_t low, span_B; /* from the first byte of a block to behind the last one */
   /* Private: */
   const tk_alloc *alloc;
   hp_region_pages **regions;
   uintptr_t *region_starts;
   size_t n_regions, max_regions, max_starts;
   tk_table table;       /* of regions, by number */
   uintptr_t last_start; /* the region that was found last */
   const hp_region_pages *last;
} hp_block_map;

/* The map of all blocks that are in their places.  `blocks` and `alloc` are borrowed; the
   blocks must not change while the map is used. */
void hp_block_map_make(hp_block_map *map, const tk_blocks *blocks, const tk_alloc *alloc);
void hp_block_map_free(hp_block_map *map);

static inline const tk_block *hp_block_map_record(const hp_block_map *map,
                                                  uint32_t number)
{
   return tk_blocks_at(map->blocks, map->records[number]);
}

/* Behind the block's last byte.  A block of size 0 has one byte: its address is its
   own. */
static inline uintptr_t hp_block_map_end(const hp_block_map *map, uint32_t number)
{
   uint64_t size_B = hp_block_map_record(map, number)->size_B;
   return map->starts[number] + (uintptr_t)(size_B == 0 ? 1 : size_B);
}

/* The first block that begins at the address or behind it; n if there is none. */
uint32_t hp_block_map_from(const hp_block_map *map, uintptr_t address);

/* Are there other blocks within this one? */
static inline bool hp_block_map_is_pool(const hp_block_map *map, uint32_t number)
{
   return number + 1 < map->n && map->starts[number + 1] < hp_block_map_end(map, number);
}

/* The block that the word points into, from its first byte to its last, or HP_NO_BLOCK.
   For a word that is in the span of all blocks. */
uint32_t hp_block_map_look(hp_block_map *map, uintptr_t word);

/* hp_block_map_look for any word: most are no addresses, or not of the heap. */
static inline uint32_t hp_block_map_find(hp_block_map *map, uintptr_t word)
{
   return word - map->low < map->span_B ? hp_block_map_look(map, word) : HP_NO_BLOCK;
}
