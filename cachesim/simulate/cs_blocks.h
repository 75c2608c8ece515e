/* cs_blocks.h -- the records of all superblocks that are translated; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_block.h"

typedef struct cs_blocks cs_blocks;

/* `alloc` is borrowed. */
cs_blocks *cs_blocks_new(const tk_alloc *alloc);

/* The source lines that a hot translation takes over from the promoted cold block of
   the same code and bytes.  Valid until the next cs_blocks_add.  Unknown if there is
   no such block. */
cs_known_lines cs_blocks_known_lines(const cs_blocks *blocks, Addr entry, Addr code,
                                     const VexGuestExtents *extents);

/* Records a block as planned.  It is hot if there is a promoted cold block of the same
   bytes; that one is freed. */
cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const VexGuestExtents *extents, const cs_plan *plan);

/* The translation is gone: flushes the counts of the block, and frees it unless it was
   promoted.  A block without record is ignored. */
void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code);

/* Adds the counts of all blocks to their lines. */
void cs_blocks_flush(cs_blocks *blocks);

/* Makes a cold block hot at its next translation.  False, and it stays cold, if the
   guest code has changed since its translation.  Valgrind may correctly go on running
   the old code; translating it again would change what runs. */
Bool cs_blocks_promote(cs_blocks *blocks, Addr entry, Addr code);
