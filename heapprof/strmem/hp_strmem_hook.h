/* hp_strmem_hook.h -- calls of the functions of hp_strmem.h, as they happen;
   glue.

   A call is an event at the first instruction of the function: what it reads and
   writes is counted then, and its code is not looked at.  Of a function that is
   called by another, or that another ends with a jump to, nothing is counted: it
   does what the other was asked for.  Nothing is kept between the entry of a
   function and its return.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_STRMEM_HOOK_H
#define HP_STRMEM_HOOK_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* After the options are known.  Does nothing in runs that need it not. */
void hp_strmem_init(void);

/* Before the instructions of the superblock that begins there. */
void hp_strmem_instrument(IRSB *out, Addr first);

/* After them. */
void hp_strmem_instrument_end(IRSB *out, Addr first);

#endif
