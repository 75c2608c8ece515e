/* hp_instrument.h -- watches allocation functions, counts instructions, and follows
   accesses, in translated code; glue.

   The program keeps its own allocator.  Where translated code enters a function of
   tk_functions.h, it calls us with the arguments.  That call sees the return
   address; the code there, translated again if it was translated before, calls us
   with the result when the stack pointer has the expected value.  So nothing leaves
   translated code, and a function that ends with a jump to another one is seen, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

void hp_instrument_init(void);

/* A superblock, and what to add to it. */
typedef struct hp_superblock {
   Addr entry, code; /* what names its translation (tk_retranslate.h) */
   Int sp_offset;    /* of the stack pointer, in the guest state */
   Bool watch;       /* allocation functions */
   Bool count_instrs;
   Bool accesses; /* follow them */
   Bool writes;   /* tell looks of them (hp_written.h) */
} hp_superblock;

/* A copy of `sb` with the additions. */
IRSB *hp_instrument(IRSB *sb, const hp_superblock *which);
