/* hp_instrument.h -- allocation functions watched in translated code, and
   instructions counted; glue.

   The program keeps its own allocator.  Where translated code enters a function
   of tk_functions.h, it calls us with the arguments; that call says where it
   will return to, and the code there, translated anew if need be, calls us with
   the result when the stack pointer is the one that was expected.  So nothing
   leaves translated code, and a function that ends by a jump to another is
   seen as well.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_INSTRUMENT_H
#define HP_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

void hp_instrument_init(void);

/* A superblock, and what to add to it. */
typedef struct hp_superblock {
   Addr entry, code;  /* what names its translation; see hp_places.h */
   Int sp_offset;     /* of the stack pointer, in the guest's state */
   Bool watch;        /* allocation functions */
   Bool count_instrs;
   Bool accesses;     /* look at them */
} hp_superblock;

/* Adds what watches, what counts instructions, and what looks at accesses. */
IRSB *hp_instrument(IRSB *sb, const hp_superblock *which);

#endif
