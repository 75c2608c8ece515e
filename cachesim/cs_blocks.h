/* cs_blocks.h -- the superblocks that are translated just now.

   Translated code holds the addresses of a block's segments and sites;
   they stay valid until the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_BLOCKS_H
#define CS_BLOCKS_H

#include "pub_tool_basics.h"

#include "cs_plan.h"
#include "code/tk_retranslate.h"

typedef struct cs_block cs_block;

/* What is known of a reference when it is translated; its address, outcome
   or target comes at run time.  Small, since cold code reads it each time. */
typedef struct {
   union {
      cs_site *site;
      cs_icache_line *code; /* FETCH in cold code: the instruction's first */
   };
   UInt kind : 3;      /* a cs_ref_kind */
   UInt value : 3;     /* which of the call's values is its root's */
   UInt n_lines : 5;   /* FETCH */
   UInt inverted : 1;  /* COND */
   UInt ends_run : 1;  /* in hot code: the last that its call refers to */
   /* In hot code: when the block was cold, it was as a rule not to the latest
      line of its set. */
   UInt scattered : 1;
   /* READ, WRITE: bytes; FETCH in cold code: the index of its site. */
   UInt size_B_or_site : 18;
   Short disp_B;        /* READ, WRITE: the address less its root */
   UShort n_not_latest; /* in cold code: how often it was not; or this much */
} cs_known_ref;

enum { CS_NOT_LATEST_MAX = 65535 }; /* of a UShort */

/* A group of the plan without guard.  Its references follow it directly, so
   that running cold code touches few lines of the host; then comes the next
   segment of the block. */
typedef struct {
   tk_segment counts;
   UInt n_refs;
   cs_block *block;
   cs_known_ref refs[];
} cs_segment;

static inline cs_segment *cs_segment_next(cs_segment *segment)
{
   return (cs_segment *)&segment->refs[segment->n_refs];
}

struct cs_block {
   tk_translation translation;
   VexGuestExtents extents; /* the guest code that was translated */
   ULong checksum;          /* of its bytes then */
   Bool is_hot;             /* so it shall be translated */
   Bool is_promoted;        /* its next translation shall be */
   UInt n_segments, n_predicated;
   SizeT size_B;            /* of the whole record */
   cs_segment *segments;    /* the first; see cs_segment_next */
   cs_known_ref *predicated; /* in the order of their groups */
   tk_share *shares;
   cs_site *sites;
   UShort *instrs;          /* as in the plan */
};

typedef struct cs_blocks cs_blocks;

/* `alloc` is borrowed. */
cs_blocks *cs_blocks_new(const tk_alloc *alloc);

/* The lines that a hot translation at this place takes over from a promoted
   cold block of the same bytes, valid until the next cs_blocks_add; none are
   known if there is no such block. */
cs_known_lines cs_blocks_known_lines(const cs_blocks *blocks, Addr entry,
                                     Addr code,
                                     const VexGuestExtents *extents);

/* Records a block as planned; as a hot one if there is a promoted cold
   one of the same bytes, which is freed. */
cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const VexGuestExtents *extents, const cs_plan *plan);

/* The translation is gone: settles the block's counts and forgets it, unless
   it was promoted.  A block that was never recorded is ignored. */
void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code);

/* Adds to the lines what all blocks have counted. */
void cs_blocks_settle(cs_blocks *blocks);

/* A cold block shall be hot when it is translated next.  False, and it stays
   cold, if the guest code has changed under its translation: valgrind may
   rightly go on running the old code, and looking at it again would show. */
Bool cs_blocks_promote(cs_blocks *blocks, Addr entry, Addr code);

#endif
