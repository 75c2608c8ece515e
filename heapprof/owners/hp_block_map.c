/* hp_block_map.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_block_map.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"

#define LABEL "hp.owners.blocks"

/* ---- Making it ------------------------------------------------------------ */

/* An outer block is before its inner ones. */
static bool is_before(const tk_block *a, const tk_block *b)
{
   return a->address != b->address ? a->address < b->address : a->size_B > b->size_B;
}

/* Blocks come by address, but for near ones (tk_blocks.h). */
static void add_block(void *context, uint32_t index)
{
   hp_block_map *map = context;
   const tk_block *block = tk_blocks_at(map->blocks, index);
   uint32_t at = map->n++;
   for (; at > 0 && is_before(block, hp_block_map_record(map, at - 1)); at--) {
      map->starts[at] = map->starts[at - 1];
      map->records[at] = map->records[at - 1];
   }
   map->starts[at] = (uintptr_t)block->address;
   map->records[at] = index;
}

static void count_block(void *context, uint32_t index)
{
   (void)index;
   (*(size_t *)context)++;
}

static void take_blocks(hp_block_map *map)
{
   size_t n = 0;
   tk_blocks_each(map->blocks, count_block, &n);
   if (n >= HP_NO_BLOCK / 2)
      tk_refuse(map->alloc, LABEL);
   map->starts = tk_get(map->alloc, LABEL, (n + 1) * sizeof *map->starts);
   map->records = tk_get(map->alloc, LABEL, (n + 1) * sizeof *map->records);
   tk_blocks_each(map->blocks, add_block, map);
}

static uintptr_t region_of(uintptr_t address)
{
   return address & ~(uintptr_t)(HP_REGION_B - 1);
}

static hp_region_pages *new_region(hp_block_map *map, uintptr_t start)
{
   TK_ARRAY_ROOM(map->alloc, LABEL, map->regions, map->n_regions, map->max_regions);
   TK_ARRAY_ROOM(map->alloc, LABEL, map->region_starts, map->n_regions, map->max_starts);
   hp_region_pages *region = tk_get(map->alloc, LABEL, sizeof *region);
   tk_table_add(&map->table, tk_hash_word(start), (uint32_t)map->n_regions);
   map->region_starts[map->n_regions] = start;
   map->regions[map->n_regions++] = region;
   return region;
}

/* Fills in the region of `start`; `i` is a block that begins in it or before it. */
static void add_region(hp_block_map *map, uintptr_t start, uint32_t i)
{
   hp_region_pages *region = new_region(map, start);
   for (uint32_t page = 0; page <= HP_REGION_PAGES; page++) {
      while (i < map->n && map->starts[i] < start + (uintptr_t)page * TK_PAGE_B)
         i++;
      region->first[page] = i;
   }
}

/* All regions that have bytes of blocks. */
static void add_regions(hp_block_map *map)
{
   uintptr_t done = 0; /* regions that end here or before it are there */
   for (uint32_t i = 0; i < map->n; i++) {
      uintptr_t last = hp_block_map_end(map, i) - 1, start = region_of(map->starts[i]);
      if (start < done)
         start = done;
      for (; start <= last && start >= done; start += HP_REGION_B) {
         add_region(map, start, i);
         done = start + HP_REGION_B;
      }
      if (last - map->low >= map->span_B)
         map->span_B = last - map->low + 1;
   }
}

void hp_block_map_make(hp_block_map *map, const tk_blocks *blocks, const tk_alloc *alloc)
{
   *map = (hp_block_map){ .blocks = blocks,
                          .alloc = alloc,
                          .table = { .alloc = alloc, .label = LABEL } };
   take_blocks(map);
   map->low = map->n == 0 ? 0 : map->starts[0];
   add_regions(map);
}

void hp_block_map_free(hp_block_map *map)
{
   for (size_t i = 0; i < map->n_regions; i++)
      tk_put(map->alloc, map->regions[i]);
   tk_put(map->alloc, map->regions);
   tk_put(map->alloc, map->region_starts);
   tk_put(map->alloc, map->starts);
   tk_put(map->alloc, map->records);
   tk_table_fini(&map->table);
   *map = (hp_block_map){ .alloc = map->alloc };
}

/* ---- Looking up ------------------------------------------------------------ */

static const hp_region_pages *find_region(hp_block_map *map, uintptr_t start)
{
   if (map->last != NULL && map->last_start == start)
      return map->last;
   TK_TABLE_EACH(i, &map->table, tk_hash_word(start))
      if (map->region_starts[i] == start) {
         map->last_start = start;
         return map->last = map->regions[i];
      }
   return NULL;
}

uint32_t hp_block_map_look(hp_block_map *map, uintptr_t word)
{
   uintptr_t start = region_of(word);
   const hp_region_pages *region = find_region(map, start);
   if (region == NULL)
      return HP_NO_BLOCK;
   const uint32_t *first = &region->first[(word - start) / TK_PAGE_B];
   tk_search s = { .low = first[0], .high = first[1] };
   while (tk_search_next(&s))
      tk_search_step(&s, map->starts[s.middle] <= word);
   if (s.low == 0)
      return HP_NO_BLOCK;
   uint32_t number = (uint32_t)s.low - 1;
   return word < hp_block_map_end(map, number) && !hp_block_map_is_pool(map, number)
             ? number
             : HP_NO_BLOCK;
}

uint32_t hp_block_map_from(const hp_block_map *map, uintptr_t address)
{
   return (uint32_t)TK_SEARCH(i, map->n, map->starts[i] < address);
}
