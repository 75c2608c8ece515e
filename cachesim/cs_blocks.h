/* cs_blocks.h -- the superblocks that are translated just now.

   Translated code holds the addresses of a block's segments and sites;
   they stay valid until the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_BLOCKS_H
#define CS_BLOCKS_H

#include "pub_tool_basics.h"

#include "cs_plan.h"

typedef struct cs_block cs_block;

/* A reference as cold code hands it to the simulation; its address, outcome
   or target comes at run time. */
typedef struct {
   UChar kind;     /* a cs_ref_kind */
   Bool inverted;
   UShort size_B;
   UInt site;      /* index into the block's sites */
} cs_cold_ref;

/* A group of the plan without guard. */
typedef struct {
   tk_segment counts;
   cs_block *block;
   const cs_cold_ref *refs;
   UInt n_refs;
} cs_segment;

struct cs_block {
   struct cs_block *next; /* the hash table's */
   UWord key;             /* the hash table's */
   /* What names a translation: the address the program jumps to, and the
      one the code is from, which differ if it is redirected. */
   Addr entry, code;
   Bool is_hot; /* so it shall be translated */
   UInt n_segments;
   cs_segment *segments;
   tk_share *shares;
   cs_site *sites;
   cs_cold_ref *refs;
};

typedef struct cs_blocks cs_blocks;

cs_blocks *cs_blocks_new(void);

/* Records a block as planned. */
cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const cs_plan *plan);

/* The translation is gone: settles the block's counts and forgets it.  A
   block that was never recorded is ignored. */
void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code);

/* Adds to the lines what all blocks have counted. */
void cs_blocks_settle(cs_blocks *blocks);

/* From now on, blocks at this place are recorded as hot. */
void cs_blocks_mark_hot(cs_blocks *blocks, Addr entry, Addr code);

#endif
