/* tk_blocks_private.h -- the tree of tk_blocks.h, for tk_blocks.c and
   tk_blocks_around.c; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "watch/tk_blocks.h"

enum {
   TK_LEVELS = 4, /* 9 bits each, and 12 within a page */
   TK_REGION_B = TK_PAGE_B * TK_FAN,
   TK_ROW_FINER = 2,    /* 1 of tk_coarseness, in a row's entry */
   TK_ROW_COARSEST = 6, /* the most, and all bits of it */
};

/* ---- Entries ------------------------------------------------------------ */

static inline bool tk_is_mark(tk_entry entry)
{
   return (entry & 1) != 0;
}

static inline tk_entry tk_mark_of(uint32_t index)
{
   return index == 0 ? 0 : (tk_entry)index << 1 | 1;
}

static inline uint32_t tk_marked(tk_entry entry)
{
   return tk_is_mark(entry) ? (uint32_t)(entry >> 1) : 0;
}

static inline bool tk_is_below(tk_entry entry)
{
   return entry != 0 && !tk_is_mark(entry);
}

static inline tk_node *tk_node_of(tk_entry entry)
{
   return (tk_node *)entry;
}

static inline tk_page_row *tk_row_of(tk_entry entry)
{
   return (tk_page_row *)(entry & ~(tk_entry)TK_ROW_COARSEST);
}

/* ---- Nodes and rows ------------------------------------------------------- */

/* The bytes that one entry of a node covers. */
static inline uint64_t tk_reach_of(unsigned level)
{
   return (uint64_t)TK_PAGE_B << TK_FAN_BITS * (TK_LEVELS - 1 - level);
}

/* The number of the entry, in a node of this level, for an address. */
static inline uint32_t tk_branch(uint64_t address, unsigned level)
{
   return address / tk_reach_of(level) & (TK_FAN - 1);
}

/* An entry with a row has granules of TK_MIN_GRANULE_B << this.  So their size is known
   before the row is in the host's cache. */
static inline uint32_t tk_coarseness(tk_entry entry)
{
   return ((uint32_t)entry & TK_ROW_COARSEST) / TK_ROW_FINER;
}

static inline uint32_t tk_n_granules(tk_entry entry)
{
   return TK_PAGE_GRANULES >> tk_coarseness(entry);
}

static inline uint32_t tk_granule_of(tk_entry entry, uint64_t address)
{
   return address % TK_PAGE_B / TK_MIN_GRANULE_B >> tk_coarseness(entry);
}

/* The region of an address; NULL if there is none.  With `make`, NULL if the
   address has too many bits. */
tk_node *tk_blocks_find_region(tk_blocks *blocks, uint64_t address, bool make);
/* tk_blocks_find_region, fast for the region found last. */
static inline tk_node *tk_blocks_region(tk_blocks *blocks, uint64_t address, bool make)
{
   return address / TK_REGION_B == blocks->last_key
             ? blocks->last_region
             : tk_blocks_find_region(blocks, address, make);
}

/* The node or row below an entry, made if there is none. */
tk_node *tk_blocks_make_node(tk_blocks *blocks, tk_entry *entry);
/* The entry of an address's page, with a row made if there is none; 0 if there is no
   region. */
tk_entry tk_blocks_make_row(tk_blocks *blocks, uint64_t address);
