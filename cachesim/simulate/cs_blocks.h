/* cs_blocks.h -- records of the superblocks that are translated; glue.

   Translated code holds the addresses of a block's segments and sites.  They stay
   valid until the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_BLOCKS_H
#define CS_BLOCKS_H

#include "pub_tool_basics.h"

#include "sharing/cs_slots.h"
#include "simulate/cs_plan.h"
#include "code/tk_retranslate.h"

typedef struct cs_block cs_block;

/* What is known of a reference at translation time.  Its address, outcome or target
   comes at run time.  Small, since cold code reads it each time. */
typedef struct {
   union {
      cs_site *site;
      cs_icache_line *code; /* FETCH in cold code: the instruction's first */
   };
   UInt kind : 3;      /* a cs_ref_kind */
   UInt value : 3;     /* the index of its root's value among those of the call */
   UInt n_lines : 5;   /* FETCH */
   UInt inverted : 1;  /* COND */
   UInt ends_run : 1;  /* in hot code: the last of its run */
   /* In hot code: when the block was cold, the reference was often not to the MRU
      line of its set. */
   UInt scattered : 1;
   /* READ, WRITE: bytes; FETCH in cold code: the index of its site. */
   UInt modifies : 1;  /* READ: and then the instruction writes these bytes */
   UInt size_B_or_site : 17;
   Short disp_B;        /* READ, WRITE: the address less its root */
   UShort n_not_latest; /* in cold code: how often not to the MRU; saturates */
} cs_known_ref;

enum { CS_NOT_LATEST_MAX = 65535 }; /* of a UShort */

/* A group of the plan without guard.  Its references and its costs follow it directly, so
   cold code touches few cache lines of the host.  Then comes the next segment. */
typedef struct {
   tk_segment counts;
   UShort n_refs, n_costs;
   UInt n_uncounted; /* in cold code: passes that are not in `counts` */
   cs_block *block;
   cs_ticks ticks;   /* of a pass, if cycles are estimated */
   cs_slot *slots;   /* of its data references; NULL: their threads are not counted */
   cs_known_ref refs[];
} cs_segment;

static inline cs_cost *cs_segment_costs(const cs_segment *segment)
{
   return (cs_cost *)&segment->refs[segment->n_refs];
}

static inline cs_segment *cs_segment_next(cs_segment *segment)
{
   return (cs_segment *)(cs_segment_costs(segment) + segment->n_costs);
}

/* The segments follow it, then the other parts.  Many programs have 50,000 blocks, so it
   is small: it has where the parts begin, in bytes from its own address. */
struct cs_block {
   tk_translation translation; /* its code is where the first extent begins */
   ULong checksum;          /* of the bytes of the guest code that was translated */
   cs_slot *slots;          /* of all segments; NULL: none */
   UInt slots_B;
   UInt size_B;             /* of the whole record */
   UInt shares_at, sites_at, instrs_at;
   UShort n_segments, n_predicated, n_sites;
   UShort n_extents, extent_B[3]; /* of the guest code; where it begins: cs_blocks.c */
   UChar site_B;            /* of a site; without what only other machines need */
   Bool is_hot;             /* the form of this translation */
   Bool is_promoted;        /* the next translation will be hot */
};

/* The first; see cs_segment_next. */
static inline cs_segment *cs_block_segments(const cs_block *block)
{
   return (cs_segment *)(block + 1);
}

static inline tk_share *cs_block_shares(const cs_block *block)
{
   return (tk_share *)((Addr)block + block->shares_at);
}

/* In the order of their groups. */
static inline cs_known_ref *cs_block_predicated(const cs_block *block)
{
   return (cs_known_ref *)cs_block_shares(block) - block->n_predicated;
}

static inline cs_site *cs_block_site(const cs_block *block, UInt i)
{
   return (cs_site *)((Addr)block + block->sites_at + i * block->site_B);
}

/* As in the plan. */
static inline UShort *cs_block_instrs(const cs_block *block)
{
   return (UShort *)((Addr)block + block->instrs_at);
}

typedef struct cs_blocks cs_blocks;

/* `alloc` is borrowed. */
cs_blocks *cs_blocks_new(const tk_alloc *alloc);

/* The source lines that a hot translation takes over from the promoted cold block of
   the same code and bytes.  Valid until the next cs_blocks_add.  Unknown if there is
   no such block. */
cs_known_lines cs_blocks_known_lines(const cs_blocks *blocks, Addr entry,
                                     Addr code,
                                     const VexGuestExtents *extents);

/* Records a block as planned.  It is hot if there is a promoted cold block of the same
   bytes; that one is freed. */
cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const VexGuestExtents *extents, const cs_plan *plan);

/* The translation is gone: settles the counts of the block, and frees it unless it was
   promoted.  A block without record is ignored. */
void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code);

/* Adds the counts of all blocks to their lines. */
void cs_blocks_settle(cs_blocks *blocks);

/* Makes a cold block hot at its next translation.  False, and it stays cold, if the
   guest code has changed since its translation.  Valgrind may correctly go on running
   the old code; translating it again would change what runs. */
Bool cs_blocks_promote(cs_blocks *blocks, Addr entry, Addr code);

#endif
