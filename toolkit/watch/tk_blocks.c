/* tk_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_blocks.h"

enum {
   LEVELS = 4, /* 9 bits each, and 12 within a page */
   REGION_B = TK_PAGE_B * TK_FAN,
};

/* ---- Entries ------------------------------------------------------------ */

static bool is_mark(tk_entry entry)
{
   return (entry & 1) != 0;
}

static tk_entry mark_of(uint32_t index)
{
   return index == 0 ? 0 : (tk_entry)index << 1 | 1;
}

static uint32_t marked(tk_entry entry)
{
   return is_mark(entry) ? (uint32_t)(entry >> 1) : 0;
}

static bool is_below(tk_entry entry)
{
   return entry != 0 && !is_mark(entry);
}

static tk_node *node_of(tk_entry entry)
{
   return (tk_node *)entry;
}

static tk_page_row *row_of(tk_entry entry)
{
   return (tk_page_row *)entry;
}

/* All entries are the given one. */
static tk_node *new_node(tk_blocks *blocks, tk_entry entry)
{
   tk_node *node = tk_get(blocks->alloc, "tk.blocks.nodes", sizeof *node);
   for (uint32_t i = 0; node != NULL && i < TK_FAN; i++)
      node->entries[i] = entry;
   return node;
}

bool tk_blocks_init(tk_blocks *blocks, const tk_alloc *alloc)
{
   *blocks = (tk_blocks){
      .alloc = alloc,
      .rows = { .alloc = alloc, .label = "tk.blocks.rows" },
      .last_key = UINT64_MAX,
   };
   blocks->root = new_node(blocks, 0);
   return blocks->root != NULL;
}

static void free_nodes(tk_blocks *blocks, tk_node *node, unsigned level)
{
   if (node == NULL)
      return;
   for (uint32_t i = 0; level < LEVELS - 1 && i < TK_FAN; i++)
      if (is_below(node->entries[i]))
         free_nodes(blocks, node_of(node->entries[i]), level + 1);
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

/* The bytes that one entry of a node covers. */
static uint64_t reach_of(unsigned level)
{
   return (uint64_t)TK_PAGE_B << TK_FAN_BITS * (LEVELS - 1 - level);
}

/* The number of the entry, in a node of this level, for an address. */
static uint32_t branch(uint64_t address, unsigned level)
{
   return address / reach_of(level) & (TK_FAN - 1);
}

/* The node below an entry, made if there is none; NULL: memory ran out. */
static tk_node *make_node(tk_blocks *blocks, tk_entry *entry)
{
   if (!is_below(*entry)) {
      tk_node *node = new_node(blocks, *entry);
      if (node == NULL)
         return NULL;
      blocks->n_opened += *entry == 0;
      *entry = (tk_entry)node;
   }
   return node_of(*entry);
}

static tk_page_row *make_row(tk_blocks *blocks, tk_entry *entry)
{
   if (!is_below(*entry)) {
      tk_page_row *row = tk_pool_get(&blocks->rows, sizeof *row);
      if (row == NULL)
         return NULL;
      *row = (tk_page_row){ .reaches_in[TK_LAYER_HEAP] = marked(*entry) };
      blocks->n_opened += *entry == 0;
      *entry = (tk_entry)row;
   }
   return row_of(*entry);
}

/* The region of an address; NULL if there is none.  With `make`, NULL if memory ran
   out or the address has too many bits. */
static tk_node *find_region(tk_blocks *blocks, uint64_t address, bool make)
{
   uint64_t key = address / REGION_B;
   if (key == blocks->last_key)
      return blocks->last_region;
   if (address >> TK_ADDRESS_BITS != 0)
      return NULL;
   tk_node *node = blocks->root;
   for (unsigned level = 0; level < LEVELS - 1; level++) {
      tk_entry *entry = &node->entries[branch(address, level)];
      if (make)
         node = make_node(blocks, entry);
      else
         node = is_below(*entry) ? node_of(*entry) : NULL;
      if (node == NULL)
         return NULL;
   }
   blocks->last_key = key;
   blocks->last_region = node;
   return node;
}

static uint32_t granule_number(uint64_t address)
{
   return address / TK_GRANULE_B % TK_PAGE_GRANULES;
}

/* The row of an address; NULL as for find_region. */
static tk_page_row *find_row(tk_blocks *blocks, uint64_t address, bool make)
{
   tk_node *region = find_region(blocks, address, make);
   if (region == NULL)
      return NULL;
   tk_entry *entry = &region->entries[branch(address, LEVELS - 1)];
   if (make)
      return make_row(blocks, entry);
   return is_below(*entry) ? row_of(*entry) : NULL;
}

/* ---- Records ----------------------------------------------------------- */

static bool add_chunk(tk_blocks *blocks)
{
   if (blocks->n_chunks == blocks->max_chunks) {
      uint32_t max = blocks->max_chunks == 0 ? 64 : 2 * blocks->max_chunks;
      tk_block **chunks =
         tk_get(blocks->alloc, "tk.blocks.chunks", max * sizeof *chunks);
      if (chunks == NULL)
         return false;
      for (uint32_t i = 0; i < blocks->n_chunks; i++)
         chunks[i] = blocks->chunks[i];
      tk_put(blocks->alloc, blocks->chunks);
      blocks->chunks = chunks;
      blocks->max_chunks = max;
   }
   tk_block *chunk = tk_get(blocks->alloc, "tk.blocks.blocks",
                            TK_BLOCKS_CHUNK * sizeof *chunk);
   if (chunk == NULL)
      return false;
   blocks->chunks[blocks->n_chunks++] = chunk;
   return true;
}

/* The index of an unused record; 0: memory ran out. */
static uint32_t new_record(tk_blocks *blocks)
{
   uint32_t index = blocks->free;
   if (index != 0) {
      blocks->free = tk_blocks_at(blocks, index)->next;
      return index;
   }
   if (blocks->n_used == UINT32_MAX)
      return 0;
   index = blocks->n_used + 1;
   if (index / TK_BLOCKS_CHUNK >= blocks->n_chunks && !add_chunk(blocks))
      return 0;
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

/* Updates the bit of a granule after its blocks have changed. */
static void note_begins(tk_page_row *row, uint32_t granule)
{
   uint64_t bit = (uint64_t)1 << granule % 64;
   if (row->first[granule] != 0)
      row->begins[granule / 64] |= bit;
   else
      row->begins[granule / 64] &= ~bit;
}

bool tk_blocks_place(tk_blocks *blocks, uint32_t index, uint64_t address)
{
   tk_page_row *row = find_row(blocks, address, true);
   if (row == NULL)
      return false;
   uint32_t granule = granule_number(address);
   tk_block *block = tk_blocks_at(blocks, index);
   block->address = address;
   block->next = row->first[granule];
   row->first[granule] = index;
   note_begins(row, granule);
   return true;
}

uint32_t tk_blocks_add(tk_blocks *blocks, uint64_t address, tk_layer layer)
{
   uint32_t index = new_record(blocks);
   if (index == 0)
      return 0;
   tk_blocks_at(blocks, index)->layer = layer;
   if (tk_blocks_place(blocks, index, address))
      return index;
   tk_blocks_drop(blocks, index);
   return 0;
}

/* The link to the block, in its granule or the block before it; NULL: no such
   block. */
static uint32_t *find_link(tk_blocks *blocks, tk_page_row *row,
                           uint64_t address, tk_layer layer)
{
   if (row == NULL)
      return NULL;
   uint32_t *link = &row->first[granule_number(address)];
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
   uint32_t *link = find_link(blocks, find_row(blocks, address, false),
                              address, layer);
   return link == NULL ? 0 : *link;
}

uint32_t tk_blocks_take(tk_blocks *blocks, uint64_t address, tk_layer layer)
{
   tk_page_row *row = find_row(blocks, address, false);
   uint32_t *link = find_link(blocks, row, address, layer);
   if (link == NULL)
      return 0;
   uint32_t index = *link;
   *link = tk_blocks_at(blocks, index)->next;
   note_begins(row, granule_number(address));
   return index;
}

/* ---- By any address ------------------------------------------------------ */

static uint64_t round_up(uint64_t address, uint64_t unit)
{
   return (address + unit - 1) / unit * unit;
}

/* In the layer HEAP: pages from start to end (whole pages) that block `from` covers
   are now covered by block `to`.  0 means no block. */
static void remark(tk_blocks *blocks, tk_node *node, unsigned level,
                   uint64_t start, uint64_t end, uint32_t from, uint32_t to)
{
   const uint64_t reach = reach_of(level);
   uint64_t next;
   for (uint64_t at = start; at < end; at = next) {
      tk_entry *entry = &node->entries[branch(at, level)];
      next = round_up(at + 1, reach);
      if (next > end)
         next = end;
      bool is_whole = next - at == reach;
      if (level == LEVELS - 1 && is_below(*entry)) {
         uint32_t *reaches_in = &row_of(*entry)->reaches_in[TK_LAYER_HEAP];
         if (*reaches_in == from)
            *reaches_in = to;
      } else if (is_below(*entry) || !is_whole) {
         tk_node *below = make_node(blocks, entry);
         if (below != NULL)
            remark(blocks, below, level + 1, at, next, from, to);
      } else if (marked(*entry) == from) {
         blocks->n_opened += from == 0;
         *entry = mark_of(to);
      }
   }
}

/* The same in the layer CUSTOM.  A block of the other layer may lie around, so each
   page needs a row. */
static void remark_rows(tk_blocks *blocks, uint64_t start, uint64_t end,
                        uint32_t from, uint32_t to)
{
   if (end > start && end - start > TK_CUSTOM_REACH_B)
      end = start + TK_CUSTOM_REACH_B;
   for (uint64_t at = start; at < end; at += TK_PAGE_B) {
      tk_page_row *row = find_row(blocks, at, true);
      if (row != NULL && row->reaches_in[TK_LAYER_CUSTOM] == from)
         row->reaches_in[TK_LAYER_CUSTOM] = to;
   }
}

/* The same for the pages that a block reaches into after its first page. */
static void remark_block(tk_blocks *blocks, const tk_block *block,
                         uint32_t from, uint32_t to)
{
   const uint64_t last = ((uint64_t)1 << TK_ADDRESS_BITS) - 1;
   uint64_t end = block->address + block->size_B;
   uint64_t start = round_up(block->address + 1, TK_PAGE_B);
   end = round_up(end > last ? last : end, TK_PAGE_B);
   if (start >= end)
      return;
   if (block->layer == TK_LAYER_CUSTOM)
      remark_rows(blocks, start, end, from, to);
   else
      remark(blocks, blocks->root, 0, start, end, from, to);
}

void tk_blocks_cover(tk_blocks *blocks, uint32_t index)
{
   remark_block(blocks, tk_blocks_at(blocks, index), 0, index);
}

void tk_blocks_uncover(tk_blocks *blocks, uint32_t index)
{
   remark_block(blocks, tk_blocks_at(blocks, index), index, 0);
}

static bool is_around(const tk_block *block, uint64_t address)
{
   return address - block->address < block->size_B;
}

/* The inner one of two blocks around an address; 0: no block. */
static uint32_t inner(const tk_blocks *blocks, uint32_t a, uint32_t b)
{
   if (a == 0 || b == 0)
      return a == 0 ? b : a;
   return tk_blocks_at(blocks, b)->layer == TK_LAYER_CUSTOM ? b : a;
}

/* The block of a granule that contains the address, or 0.  Sets *is_last if no block
   of the layer HEAP that begins in an earlier granule can contain it. */
static uint32_t around_in(const tk_blocks *blocks, uint32_t index,
                          uint64_t address, tk_layer top, bool *is_last)
{
   uint32_t found = 0;
   for (; index != 0; index = tk_blocks_at(blocks, index)->next) {
      const tk_block *block = tk_blocks_at(blocks, index);
      if (block->address > address || block->layer > top)
         continue;
      if (is_around(block, address))
         found = inner(blocks, found, index);
      *is_last |= block->layer == TK_LAYER_HEAP;
   }
   return found;
}

/* The next granule in which a block begins, from `granule` downwards, or -1. */
static int begins_at_or_before(const tk_page_row *row, int granule)
{
   if (granule < 0)
      return -1;
   int word = granule / 64;
   uint64_t bits = row->begins[word] << (63 - granule % 64);
   if (bits != 0)
      return granule - __builtin_clzll(bits);
   while (--word >= 0)
      if (row->begins[word] != 0)
         return word * 64 + 63 - __builtin_clzll(row->begins[word]);
   return -1;
}

static uint32_t around_in_row(const tk_blocks *blocks, const tk_page_row *row,
                              uint64_t address, tk_layer top)
{
   bool is_last = false;
   uint32_t found = 0;
   int granule = begins_at_or_before(row, (int)granule_number(address));
   for (; granule >= 0 && !is_last;
        granule = begins_at_or_before(row, granule - 1)) {
      found = inner(blocks, found,
                    around_in(blocks, row->first[granule], address, top,
                              &is_last));
      if (found != 0 && tk_blocks_at(blocks, found)->layer == TK_LAYER_CUSTOM)
         return found;
   }
   for (int layer = (int)top; layer >= 0; layer--) {
      uint32_t index = row->reaches_in[layer];
      if (index != 0 && is_around(tk_blocks_at(blocks, index), address))
         found = inner(blocks, found, index);
   }
   return found;
}

/* The entry for the page of an address: of a region, or of a node above that has
   nothing below. */
static tk_entry entry_of(tk_blocks *blocks, uint64_t address)
{
   tk_node *region = find_region(blocks, address, false);
   if (region != NULL)
      return region->entries[branch(address, LEVELS - 1)];
   if (address >> TK_ADDRESS_BITS != 0)
      return 0;
   tk_node *node = blocks->root;
   for (unsigned level = 0;; level++) {
      tk_entry entry = node->entries[branch(address, level)];
      if (!is_below(entry))
         return entry;
      node = node_of(entry);
   }
}

uint32_t tk_blocks_around(tk_blocks *blocks, uint64_t address, tk_layer top)
{
   tk_entry entry = entry_of(blocks, address);
   if (is_below(entry))
      return around_in_row(blocks, row_of(entry), address, top);
   uint32_t index = marked(entry);
   return index != 0 && is_around(tk_blocks_at(blocks, index), address) ? index
                                                                        : 0;
}

bool tk_blocks_void(tk_blocks *blocks, uint64_t address, uint64_t *start,
                    uint64_t *end)
{
   if (entry_of(blocks, address) != 0)
      return false;
   const tk_node *region = find_region(blocks, address, false);
   uint32_t first = 0, after = TK_FAN;
   if (region != NULL) {
      first = after = branch(address, LEVELS - 1);
      while (first > 0 && region->entries[first - 1] == 0)
         first--;
      while (after < TK_FAN && region->entries[after] == 0)
         after++;
   }
   uint64_t base = address / REGION_B * REGION_B;
   *start = base + (uint64_t)first * TK_PAGE_B;
   *end = base + (uint64_t)after * TK_PAGE_B;
   return true;
}

static void each_in_row(const tk_blocks *blocks, const tk_page_row *row,
                        void (*call)(void *, uint32_t), void *context)
{
   for (uint32_t i = 0; i < TK_PAGE_GRANULES; i++)
      for (uint32_t index = row->first[i]; index != 0;
           index = tk_blocks_at(blocks, index)->next)
         call(context, index);
}

static void each_below(const tk_blocks *blocks, const tk_node *node,
                       unsigned level, void (*call)(void *, uint32_t),
                       void *context)
{
   for (uint32_t i = 0; i < TK_FAN; i++) {
      if (!is_below(node->entries[i]))
         continue;
      if (level == LEVELS - 1)
         each_in_row(blocks, row_of(node->entries[i]), call, context);
      else
         each_below(blocks, node_of(node->entries[i]), level + 1, call,
                    context);
   }
}

void tk_blocks_each(const tk_blocks *blocks,
                    void (*call)(void *context, uint32_t index), void *context)
{
   each_below(blocks, blocks->root, 0, call, context);
}
