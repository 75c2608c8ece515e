/* tk_blocks.h -- the live blocks of the heap by address; pure.

   A radix tree leads from an address's page to a row of granules, and from a granule
   to the blocks that begin in it.  A row's granules are as large as its blocks allow:
   only one begins in each, unless they are of the finest kind.  (Client requests may
   report unaligned blocks, and a block within another may begin at the same address.)
   So large blocks have small rows.  Neighbours in the heap are
   neighbours in the tree.  The cost of a look-up does not depend on the number of
   blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "base/tk_pool.h"

#include <stdbool.h>
#include <stdint.h>

/* Memory can be a block of the heap and, at the same time, hold blocks that the
   program's own allocator hands out. */
typedef enum tk_layer {
   TK_LAYER_HEAP,
   TK_LAYER_CUSTOM,
} tk_layer;

enum { TK_LAYERS = 2 };

typedef struct tk_block {
   uint64_t address; /* with TK_BLOCK_OUT while it is not in its place */
   uint64_t born;    /* when allocated, in units of time */
   uint64_t size_B : 48;
   uint64_t thread : 15; /* number of the thread that allocated it */
   uint64_t layer : 1;
   uint32_t site; /* TK_BLOCK_FREE: the record is not in use */
   uint32_t next; /* in its granule, or of the free records; 0: none */
} tk_block;

enum {
   TK_PAGE_B = 4096,
   TK_MIN_GRANULE_B = 32,
   TK_PAGE_GRANULES = TK_PAGE_B / TK_MIN_GRANULE_B,
   TK_FAN_BITS = 9, /* of each level of the tree above rows */
   TK_FAN = 1 << TK_FAN_BITS,
   TK_ADDRESS_BITS = 47,
   TK_BLOCKS_CHUNK = 1024,        /* records allocated together */
   TK_MAX_THREAD = (1 << 15) - 1, /* stands for all threads above it too */
   /* A block of the custom layer is covered this far: its pages need rows. */
   TK_CUSTOM_REACH_B = 1 << 24,
   TK_BLOCK_FREE = UINT32_MAX,
};

/* No address within a block differs from its own in this bit. */
#define TK_BLOCK_OUT ((uint64_t)1 << 63)

typedef struct tk_page_row {
   uint64_t begins[TK_PAGE_GRANULES / 64]; /* a bit for each first[i] != 0 */
   uint32_t reaches_in[TK_LAYERS];         /* the block from an earlier page that covers
                                      the first byte; 0: none */
   uint32_t first[];                       /* of each granule, index of a block, or 0 */
} tk_page_row;

/* A node's entry for a part of its addresses: 0; a pointer to the node or row below,
   in a row's lowest bits the size of its granules; or, marked by its lowest bit, the
   index of the block that covers all of them. */
typedef uintptr_t tk_entry;

/* A node of the tree.  On the last level, a region of 2 MiB: its entries are rows. */
typedef struct tk_node {
   tk_entry entries[TK_FAN];
} tk_node;

typedef struct tk_blocks {
   const tk_alloc *alloc;
   tk_pool rows;
   tk_node *root;     /* of four levels, the last of them regions */
   uint64_t last_key; /* last_region's address / 2 MiB */
   tk_node *last_region;
   size_t record_B; /* a tk_block, and what its user adds */
   char **chunks;
   size_t n_chunks, max_chunks;
   uint32_t free;     /* the first free record, or 0 */
   uint64_t n_opened; /* how often a page got its first block */
   uint32_t n_used;   /* records in chunks: indices 1 to n_used, some of
                                 them free */
} tk_blocks;

/* `alloc` is borrowed.  A record begins with a tk_block.  With
   a larger record_B, the rest is the user's: all 0 in a new record, and kept while the
   record is not in use. */
void tk_blocks_init(tk_blocks *blocks, const tk_alloc *alloc);
void tk_blocks_fini(tk_blocks *blocks);

static inline tk_block *tk_blocks_at(const tk_blocks *blocks, uint32_t index)
{
   return (tk_block *)(blocks->chunks[index / TK_BLOCKS_CHUNK]
                       + index % TK_BLOCKS_CHUNK * blocks->record_B);
}

/* The address of a block, or the last one of a block that was taken out. */
static inline uint64_t tk_block_address(const tk_block *block)
{
   return block->address & ~TK_BLOCK_OUT;
}

/* Is the block in its place, and the address within it? */
static inline bool tk_block_contains(const tk_block *block, uint64_t address)
{
   return address - block->address < block->size_B;
}

/* Adds a block at an address, and returns its index, from 1 on; the caller fills in
   the other fields.  0: the address has more than 47 bits.
   Several blocks may have the same address and layer. */
uint32_t tk_blocks_add(tk_blocks *blocks, uint64_t address, tk_layer layer);

/* The block that was added last at exactly this address, or 0. */
uint32_t tk_blocks_find(tk_blocks *blocks, uint64_t address, tk_layer layer);

/* Finds a block and takes it out of its place.  Then either tk_blocks_place puts it
   at an address, or tk_blocks_drop frees its record. */
uint32_t tk_blocks_take(tk_blocks *blocks, uint64_t address, tk_layer layer);
bool tk_blocks_place(tk_blocks *blocks, uint32_t index, uint64_t address);
void tk_blocks_drop(tk_blocks *blocks, uint32_t index);

/* ---- By any address ------------------------------------------------------- */

/* After _cover, a block with its size filled in is found by all its addresses.  Call
   _uncover before the block has another address or size; it may have been taken out. */
void tk_blocks_cover(tk_blocks *blocks, uint32_t index);
void tk_blocks_uncover(tk_blocks *blocks, uint32_t index);

/* The covering block that contains the address, up to layer `top`: of two, the
   inner one, of the custom layer.  0: none. */
uint32_t tk_blocks_around(tk_blocks *blocks, uint64_t address, tk_layer top);

/* The lowest address at which a block begins, above `address` and below `end`; or `end`.
   Both are of one page, whose own end `end` can be. */
uint64_t tk_blocks_next(tk_blocks *blocks, uint64_t address, uint64_t end);

/* Finds memory around the address, within 2 MiB, whose pages have no blocks: from
   *start to *end, exclusive.  True at least as long as n_opened stays the same.
   False: the address's page has blocks, or had some. */
bool tk_blocks_void(tk_blocks *blocks, uint64_t address, uint64_t *start, uint64_t *end);

/* Calls `call` for each block in its place, by address; those that begin within
   TK_MIN_GRANULE_B bytes of each other come in no order. */
void tk_blocks_each(const tk_blocks *blocks, void (*call)(void *context, uint32_t index),
                    void *context);
