/* tk_blocks.h -- the live blocks of the heap, found by their addresses; pure.

   A radix tree leads from the page of an address to a row of granules, 16
   bytes each, and from a granule to the blocks that begin in it (one, but for
   requests about unaligned blocks, and for a block within a block that both
   begin alike).  So neighbours in the heap are neighbours here, and the cost
   of a look-up does not depend on how many blocks there are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_BLOCKS_H
#define TK_BLOCKS_H

#include "base/tk_alloc.h"
#include "base/tk_pool.h"

#include <stdbool.h>
#include <stdint.h>

/* Of what is one block: a piece of memory can be a block of the heap and, at
   the same time, be handed out again by the program's own allocator. */
typedef enum tk_layer {
   TK_LAYER_HEAP,
   TK_LAYER_CUSTOM,
} tk_layer;

enum { TK_LAYERS = 2 };

typedef struct tk_block {
   uint64_t address;
   uint64_t born;       /* when allocated, in units of time */
   uint64_t size_B : 48;
   uint64_t thread : 15; /* number of the thread that allocated it */
   uint64_t layer : 1;
   uint32_t site;       /* TK_BLOCK_FREE: the record is none */
   uint32_t next;       /* in its granule, or of the free ones: an index, or 0 */
} tk_block;

enum {
   TK_GRANULE_B = 16,
   TK_PAGE_B = 4096,
   TK_PAGE_GRANULES = TK_PAGE_B / TK_GRANULE_B,
   TK_FAN_BITS = 9,             /* of each level of the tree above rows */
   TK_FAN = 1 << TK_FAN_BITS,
   TK_ADDRESS_BITS = 47,
   TK_BLOCKS_CHUNK = 1024,      /* blocks that are allocated together */
   TK_MAX_THREAD = (1 << 15) - 1, /* and all above it */
   /* How far a block of the custom layer is covered: its pages have rows. */
   TK_CUSTOM_REACH_B = 1 << 24,
   TK_BLOCK_FREE = UINT32_MAX,
};

typedef struct tk_page_row {
   uint32_t first[TK_PAGE_GRANULES]; /* index of a block, or 0 */
   uint64_t begins[TK_PAGE_GRANULES / 64]; /* a bit for each that is not 0 */
   uint32_t reaches_in[TK_LAYERS]; /* the block that covers its first byte */
} tk_page_row;

/* What a node has for a piece of its addresses: 0; what is below; or, marked by
   its lowest bit, the index of the one block that covers all of it. */
typedef uintptr_t tk_entry;

/* A node of the tree, one of whose kinds is a region, 2 MiB, of rows. */
typedef struct tk_node {
   tk_entry entries[TK_FAN];
} tk_node;

typedef struct tk_blocks {
   const tk_alloc *alloc;
   tk_pool rows;
   tk_node *root;             /* of four levels, the last of them regions */
   uint64_t last_key;         /* address / 2 MiB of last_region */
   tk_node *last_region;
   tk_block **chunks;
   uint32_t n_chunks, max_chunks;
   uint32_t free;             /* the first free block, or 0 */
   uint64_t n_opened;         /* how often a page without blocks got one */
   uint32_t n_used;           /* blocks cut from chunks so far: indices 1 to it;
                                 those taken out are among them */
} tk_blocks;

/* False: memory ran out.  `alloc` is borrowed. */
bool tk_blocks_init(tk_blocks *blocks, const tk_alloc *alloc);
void tk_blocks_fini(tk_blocks *blocks);

static inline tk_block *tk_blocks_at(const tk_blocks *blocks, uint32_t index)
{
   return &blocks->chunks[index / TK_BLOCKS_CHUNK][index % TK_BLOCKS_CHUNK];
}

/* Adds a block at an address, and gives its index, from 1; its other fields
   are the caller's to fill.  0: memory ran out, or the address has more than
   47 bits.  Blocks of the same address and layer are all kept. */
uint32_t tk_blocks_add(tk_blocks *blocks, uint64_t address, tk_layer layer);

/* The block that was added last at exactly that address, or 0. */
uint32_t tk_blocks_find(tk_blocks *blocks, uint64_t address, tk_layer layer);

/* As find, and takes it out: it can be put back by tk_blocks_place, or must be
   given to tk_blocks_drop. */
uint32_t tk_blocks_take(tk_blocks *blocks, uint64_t address, tk_layer layer);
bool tk_blocks_place(tk_blocks *blocks, uint32_t index, uint64_t address);
void tk_blocks_drop(tk_blocks *blocks, uint32_t index);

/* ---- By any address ------------------------------------------------------- */

/* A block in its place, whose size is known, is found by all its addresses from
   now on; and no more, to be called before it is taken out or its size changes.
   (If memory runs out, by some of them.) */
void tk_blocks_cover(tk_blocks *blocks, uint32_t index);
void tk_blocks_uncover(tk_blocks *blocks, uint32_t index);

/* The covering block that an address lies in: the inner one, of the custom layer,
   if there are two; but none of a layer above `top`.  0: none. */
uint32_t tk_blocks_around(tk_blocks *blocks, uint64_t address, tk_layer top);

/* A piece of memory around the address, within 2 MiB, in whose pages there are
   no blocks nor have been lately: from *start to *end, exclusive.  False: its
   page has some.  It stays so at least as long as n_opened stays the same. */
bool tk_blocks_void(tk_blocks *blocks, uint64_t address, uint64_t *start,
                    uint64_t *end);

/* Calls for each block in its place, by address. */
void tk_blocks_each(const tk_blocks *blocks,
                    void (*call)(void *context, uint32_t index), void *context);

#endif
