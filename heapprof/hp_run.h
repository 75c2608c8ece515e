/* hp_run.h -- the state of a run, which the glue of heapprof shares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_RUN_H
#define HP_RUN_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "accesses/hp_accesses.h"
#include "watch/tk_calls.h"
#include "accounts/hp_heap.h"
#include "hp_mode.h"
#include "paths/tk_names.h"
#include "accounts/hp_regions.h"
#include "paths/tk_stacks.h"
#include "paths/tk_unwind.h"

typedef enum hp_time_unit {
   HP_TIME_INSTRS,
   HP_TIME_MS,
   HP_TIME_BYTES, /* allocated and freed */
} hp_time_unit;

/* What is known of a thread.  Valgrind gives the ids of ended threads to new
   ones; numbers are not reused. */
typedef struct hp_thread {
   ThreadId id;
   ULong number;           /* from 1 on */
   Addr stack_start, stack_end; /* the mapping that its stack was last seen in */
   ULong stack_map_changes; /* run.n_map_changes then */
   ULong stack_B;          /* --stacks: its part of them */
   tk_calls calls;
} hp_thread;

typedef struct hp_run {
   /* Options. */
   hp_mode mode;
   hp_time_unit time_unit;
   Int depth;
   Int admin_B;
   Int max_snapshots;
   Bool stacks, peak_only, follow_accesses;
   Int histogram_B;  /* the largest block with a histogram to the byte */
   /* State. */
   Bool is_on;       /* counts what is allocated; --instr-at-start */
   ULong bytes_before; /* of the time in bytes: before counting began anew */
   tk_alloc alloc;
   hp_timeline timeline;
   hp_heap heap;
   hp_accesses accesses; /* if follow_accesses */
   hp_regions regions;
   tk_names names;
   tk_unwinder unwinder;
   tk_stacks raws;   /* paths as unwound; value: the site, or HP_SITE_IGNORED */
   tk_stacks paths;  /* as shown, of numbers in ftbl; value: the site */
   hp_thread **threads; /* by id; NULL: none had it yet */
   ULong n_threads;  /* that ever were */
   ULong n_map_changes; /* of what is mapped, and of what may be done there */
   ULong n_hooks;    /* calls of allocation functions */
   ULong start_ms;
} hp_run;

extern hp_run run;

/* What translated code reads and writes: at low addresses (tk_near.h). */
typedef struct hp_near {
   ULong instrs;      /* executed so far, as last seen (hp_clock.h) */
   Addr return_sp;    /* of the call that the thread that runs is in; or 0 */
   hp_thread *thread; /* that runs */
   Addr resolver_sp;  /* of the resolver that runs (hp_strmem_hook.c); or 0 */
   Addr jumped_sp;    /* a function for strings went on to another; or 0 */
} hp_near;

extern hp_near near;

/* The time now, in the unit of the run. */
ULong hp_now(void);

#endif
