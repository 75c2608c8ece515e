/* tk_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_blocks_private.h"

#include "base/tk_array.h"

/* ---- Nodes ----------------------------------------------------------------- */

/* A new node whose entries are all the given one. */
static tk_node *new_node(tk_blocks *blocks, tk_entry entry)
{
   tk_node *node = tk_get(blocks->alloc, "tk.blocks.nodes", sizeof *node);
   for (uint32_t i = 0; i < TK_FAN; i++)
      node->entries[i] = entry;
   return node;
}

void tk_blocks_init(tk_blocks *blocks, const tk_alloc *alloc)
{
   *blocks = (tk_blocks){
      .alloc = alloc,
      .rows = { .alloc = alloc, .label = "tk.blocks.rows" },
      .record_B = sizeof(tk_block),
      .last_key = UINT64_MAX,
   };
   blocks->root = new_node(blocks, 0);
}

static void free_nodes(tk_blocks *blocks, tk_node *node, unsigned level)
{
   for (uint32_t i = 0; level < TK_LEVELS - 1 && i < TK_FAN; i++)
      if (tk_is_below(node->entries[i]))
         free_nodes(blocks, tk_node_of(node->entries[i]), level + 1);
   tk_put(blocks->alloc, node);
}

void tk_blocks_fini(tk_blocks *blocks)
{
   free_nodes(blocks, blocks->root, 0);
   for (uint32_t i = 0; i < blocks->n_chunks; i++)
      tk_put(blocks->alloc, blocks->chunks[i]);
   tk_put(blocks->alloc, blocks->chunks);
   tk_pool_fini(&blocks->rows);
}

/* ---- From addresses to granules --------------------------------------- */

tk_node *tk_blocks_make_node(tk_blocks *blocks, tk_entry *entry)
{
   if (!tk_is_below(*entry)) {
      tk_node *node = new_node(blocks, *entry);
      blocks->n_opened += *entry == 0;
      *entry = (tk_entry)node;
   }
   return tk_node_of(*entry);
}

static size_t row_B(tk_entry entry)
{
   return sizeof(tk_page_row) + tk_n_granules(entry) * sizeof(uint32_t);
}

/* An entry with a new row, with these bits for its coarseness. */
static tk_entry new_row(tk_blocks *blocks, tk_entry bits)
{
   tk_page_row *row = tk_pool_get(&blocks->rows, row_B(bits));
   *row = (tk_page_row){ .begins = { 0 } };
   for (uint32_t i = 0; i < tk_n_granules(bits); i++)
      row->first[i] = 0;
   return (tk_entry)row | bits;
}

tk_node *tk_blocks_find_region(tk_blocks *blocks, uint64_t address, bool make)
{
   if (address >> TK_ADDRESS_BITS != 0)
      return NULL;
   tk_node *node = blocks->root;
   for (unsigned level = 0; level < TK_LEVELS - 1; level++) {
      tk_entry *entry = &node->entries[tk_branch(address, level)];
      if (make)
         node = tk_blocks_make_node(blocks, entry);
      else
         node = tk_is_below(*entry) ? tk_node_of(*entry) : NULL;
      if (node == NULL)
         return NULL;
   }
   blocks->last_key = address / TK_REGION_B;
   blocks->last_region = node;
   return node;
}

/* The entry for the page of an address; NULL as for tk_blocks_region. */
static tk_entry *find_entry(tk_blocks *blocks, uint64_t address, bool make)
{
   tk_node *region = tk_blocks_region(blocks, address, make);
   return region == NULL ? NULL : &region->entries[tk_branch(address, TK_LEVELS - 1)];
}

/* The entry for the page of an address if it has a row, else 0. */
static tk_entry find_row(tk_blocks *blocks, uint64_t address)
{
   const tk_entry *entry = find_entry(blocks, address, false);
   return entry != NULL && tk_is_below(*entry) ? *entry : 0;
}

tk_entry tk_blocks_make_row(tk_blocks *blocks, uint64_t address)
{
   tk_entry *entry = find_entry(blocks, address, true);
   if (entry == NULL || tk_is_below(*entry))
      return entry == NULL ? 0 : *entry;
   tk_entry made = new_row(blocks, TK_ROW_COARSEST);
   tk_row_of(made)->reaches_in[TK_LAYER_HEAP] = tk_marked(*entry);
   blocks->n_opened += *entry == 0;
   *entry = made;
   return made;
}

/* ---- Records ----------------------------------------------------------- */

static void add_chunk(tk_blocks *blocks)
{
   TK_ARRAY_ROOM(blocks->alloc, "tk.blocks.chunks", blocks->chunks, blocks->n_chunks,
                 blocks->max_chunks);
   blocks->chunks[blocks->n_chunks++] = tk_get_zeroed(blocks->alloc, "tk.blocks.blocks",
                                                      TK_BLOCKS_CHUNK * blocks->record_B);
}

/* The index of an unused record. */
static uint32_t new_record(tk_blocks *blocks)
{
   uint32_t index = blocks->free;
   if (index != 0) {
      blocks->free = tk_blocks_at(blocks, index)->next;
      return index;
   }
   if (blocks->n_used == UINT32_MAX)
      tk_refuse(blocks->alloc, "tk.blocks.blocks");
   index = blocks->n_used + 1;
   if (index / TK_BLOCKS_CHUNK >= blocks->n_chunks)
      add_chunk(blocks);
   blocks->n_used = index;
   return index;
}

void tk_blocks_drop(tk_blocks *blocks, uint32_t index)
{
   tk_blocks_at(blocks, index)->next = blocks->free;
   tk_blocks_at(blocks, index)->site = TK_BLOCK_FREE;
   blocks->free = index;
}

/* ---- Blocks ------------------------------------------------------------ */

/* Puts a block before those of its granule. */
static void join_row(tk_blocks *blocks, tk_entry entry, uint32_t index)
{
   tk_page_row *row = tk_row_of(entry);
   tk_block *block = tk_blocks_at(blocks, index);
   uint32_t granule = tk_granule_of(entry, block->address);
   block->next = row->first[granule];
   row->first[granule] = index;
   row->begins[granule / 64] |= (uint64_t)1 << granule % 64;
}

/* Moves the blocks of a granule to another row, in their order. */
static void move_blocks(tk_blocks *blocks, tk_entry to, uint32_t index)
{
   uint32_t turned = 0, next;
   for (; index != 0; index = next) {
      next = tk_blocks_at(blocks, index)->next;
      tk_blocks_at(blocks, index)->next = turned;
      turned = index;
   }
   for (; turned != 0; turned = next) {
      next = tk_blocks_at(blocks, turned)->next;
      join_row(blocks, to, turned);
   }
}

/* Gives the page of an address a row with finer granules instead of its row.
   Returns the page's entry. */
static tk_entry refine_row(tk_blocks *blocks, tk_entry entry, uint64_t address)
{
   tk_entry finer = new_row(blocks, (entry & TK_ROW_COARSEST) - TK_ROW_FINER);
   tk_page_row *row = tk_row_of(entry);
   for (int layer = 0; layer < TK_LAYERS; layer++)
      tk_row_of(finer)->reaches_in[layer] = row->reaches_in[layer];
   for (uint32_t i = 0; i < tk_n_granules(entry); i++)
      move_blocks(blocks, finer, row->first[i]);
   tk_pool_put(&blocks->rows, row, row_B(entry));
   *find_entry(blocks, address, false) = finer;
   return finer;
}

static bool is_taken(tk_entry entry, uint64_t address)
{
   return tk_row_of(entry)->first[tk_granule_of(entry, address)] != 0;
}

bool tk_blocks_place(tk_blocks *blocks, uint32_t index, uint64_t address)
{
   tk_entry entry = tk_blocks_make_row(blocks, address);
   if (entry == 0)
      return false;
   if (tk_coarseness(entry) > 0 && is_taken(entry, address))
      entry = refine_row(blocks, entry, address);
   tk_blocks_at(blocks, index)->address = address;
   join_row(blocks, entry, index);
   return true;
}

uint32_t tk_blocks_add(tk_blocks *blocks, uint64_t address, tk_layer layer)
{
   uint32_t index = new_record(blocks);
   tk_blocks_at(blocks, index)->layer = layer;
   if (tk_blocks_place(blocks, index, address))
      return index;
   tk_blocks_drop(blocks, index);
   return 0;
}

/* The link to the block, in its granule or the block before it; NULL: no such
   block. */
static uint32_t *find_link(tk_blocks *blocks, tk_entry entry, uint64_t address,
                           tk_layer layer)
{
   if (entry == 0)
      return NULL;
   uint32_t *link = &tk_row_of(entry)->first[tk_granule_of(entry, address)];
   while (*link != 0) {
      tk_block *block = tk_blocks_at(blocks, *link);
      if (block->address == address && block->layer == layer)
         return link;
      link = &block->next;
   }
   return NULL;
}

uint32_t tk_blocks_find(tk_blocks *blocks, uint64_t address, tk_layer layer)
{
   uint32_t *link = find_link(blocks, find_row(blocks, address), address, layer);
   return link == NULL ? 0 : *link;
}

uint32_t tk_blocks_take(tk_blocks *blocks, uint64_t address, tk_layer layer)
{
   tk_entry entry = find_row(blocks, address);
   uint32_t *link = find_link(blocks, entry, address, layer);
   if (link == NULL)
      return 0;
   tk_page_row *row = tk_row_of(entry);
   uint32_t index = *link, granule = tk_granule_of(entry, address);
   tk_block *block = tk_blocks_at(blocks, index);
   block->address |= TK_BLOCK_OUT;
   *link = block->next;
   if (row->first[granule] == 0)
      row->begins[granule / 64] &= ~((uint64_t)1 << granule % 64);
   return index;
}
