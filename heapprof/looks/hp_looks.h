/* hp_looks.h -- looks at the whole heap: when they are taken, and what they found;
   glue.

   With --owners, at a request, or by vgdb.  A look stops the program for a time that
   grows with what is live, and keeps sums (hp_owners.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "owners/hp_look_at.h"

/* What --owners asks for. */
typedef struct hp_looks_wish {
   Bool end, peak, spread;
   const uint64_t *times; /* ascending; borrowed */
   UInt n_times;
} hp_looks_wish;

void hp_looks_init(const hp_looks_wish *wish);

/* Takes a look now.  NULL: it was taken; else why not. */
const HChar *hp_looks_take(hp_look_why why);

/* The program called exit, or returned from main.  With the look at the end one is taken
   now, which is dropped if nothing is allocated and freed from here on. */
void hp_looks_exit(void);

/* The program is about to end: takes the look at the end, if it is wanted. */
void hp_looks_end(void);

/* Counting starts again, without looks: in a forked child, or at a zero. */
void hp_looks_forget(void);

const hp_look_at *hp_looks_list(SizeT *n);

/* ---- In between ------------------------------------------------------------------- */

typedef struct hp_looks_due {
   ULong time;      /* of the next look that was asked for; ~0: there is none */
   uint64_t instrs; /* likewise, of those that are spread over the run */
   ULong peak_B;    /* before something is freed: a look if more is live than ever, and at
                    least this; ~0: never */
   /* hp_looks_block, hp_looks_moved and hp_looks_written are to be called; the last one
      where the filter has something (hp_stale.h). */
   Bool follows_blocks;
   const UChar *filter;
} hp_looks_due;

extern hp_looks_due hp_looks_next;

/* A block was allocated, or reallocated: what its memory held before is no pointer of the
   program (hp_stale.h). */
void hp_looks_block(Addr start, SizeT size_B);
void hp_looks_moved(Addr from, SizeT from_B, Addr to, SizeT to_B);
void hp_looks_written(Addr start, SizeT size_B);

/* A block was allocated; or is about to be freed. */
void hp_looks_allocated(void);
void hp_looks_before_free(void);
