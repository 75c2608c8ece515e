/* cs_block.h -- the record of a superblock that is translated; glue.

   Translated code holds the addresses of a block's segments and sites.  They stay
   valid until the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

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
   UInt kind : 3;     /* a cs_ref_kind */
   UInt value : 3;    /* the index of its root's value among those of the call */
   UInt n_lines : 5;  /* FETCH */
   UInt inverted : 1; /* COND */
   UInt ends_run : 1; /* in hot code: the last of its run */
   /* In hot code: when the block was cold, the reference was often not to the MRU
      line of its set. */
   UInt scattered : 1;
   /* READ, WRITE: bytes; FETCH in cold code: the index of its site. */
   UInt modifies : 1; /* READ: and then the instruction writes these bytes */
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
   cs_ticks ticks; /* of a pass, if cycles are estimated */
   cs_slot *slots; /* of its data references; NULL: their threads are not counted */
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

/* The segments follow the block, then the other parts.  Many programs have 50,000 blocks,
   so it is small: it has where the parts begin, in bytes from its own address. */
struct cs_block {
   tk_translation translation; /* its code is where the first extent begins */
   ULong checksum;             /* of the bytes of the guest code that was translated */
   cs_slot *slots;             /* of all segments; NULL: none */
   UWord run; /* passes of the run that is under way, of a loop's chain */
   UInt slots_B;
   UInt size_B; /* of the whole record */
   UInt contributions_at, sites_at, instrs_at;
   UShort n_segments, n_predicated, n_sites;
   UShort n_extents, extent_B[3]; /* of the guest code; where it begins: cs_blocks.c */
   UChar site_B;                  /* of a site; without what only other machines need */
   Bool is_hot;                   /* the form of this translation */
   Bool is_promoted;              /* the next translation will be hot */
};

/* The first; see cs_segment_next. */
static inline cs_segment *cs_block_segments(const cs_block *block)
{
   return (cs_segment *)(block + 1);
}

static inline tk_contribution *cs_block_contributions(const cs_block *block)
{
   return (tk_contribution *)((Addr)block + block->contributions_at);
}

/* In the order of their groups. */
static inline cs_known_ref *cs_block_predicated(const cs_block *block)
{
   return (cs_known_ref *)cs_block_contributions(block) - block->n_predicated;
}

static inline cs_site *cs_block_site(const cs_block *block, UInt i)
{
   return (cs_site *)((Addr)block + block->sites_at + i * block->site_B);
}

/* The contribution of each instruction, as in the plan. */
static inline UShort *cs_block_instrs(const cs_block *block)
{
   return (UShort *)((Addr)block + block->instrs_at);
}
