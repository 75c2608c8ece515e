/* hp_strmem_hook.h -- calls of the functions of hp_strmem.h, as they happen; glue.

   A call is an event at the function's first instruction.  What it reads and writes
   is counted then; the accesses of its code are not.  A function that another one
   calls or jumps to counts nothing: it does the other's work.  Nothing is kept
   between the entry of a function and its return.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* To be called after options are processed.  Does nothing in runs that do not need it. */
void hp_strmem_init(void);

/* Adds code before the instructions of the superblock that begins at `first`. */
void hp_strmem_instrument(IRSB *out, Addr first);

/* Adds code before an exit of the superblock. */
void hp_strmem_instrument_exit(IRSB *out, Addr first, const IRStmt *exit);

/* Adds code after all instructions of the superblock. */
void hp_strmem_instrument_end(IRSB *out, Addr first);
