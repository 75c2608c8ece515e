/* hp_run.h -- the state of a run, which heapprof's glue shares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "accesses/hp_accesses.h"
#include "accounts/hp_heap.h"
#include "accounts/hp_regions.h"
#include "base/tk_counting.h"
#include "state/hp_mode.h"
#include "paths/tk_names.h"
#include "paths/tk_paths.h"
#include "watch/tk_threads.h"
#include "watch/tk_watch.h"

typedef enum hp_time_unit {
   HP_TIME_INSTRS,
   HP_TIME_MS,
   HP_TIME_BYTES, /* allocated and freed */
} hp_time_unit;

/* Static, at low addresses: translated code reads some of it (tk_near.h). */
typedef struct hp_run {
   /* Options. */
   hp_mode mode;
   hp_time_unit time_unit;
   Int depth;
   Int admin_B;
   Int max_snapshots;
   Bool stacks, peak_only, follow_accesses;
   Int histogram_B; /* the largest block with a histogram by byte */
   /* State. */
   ULong instrs; /* executed so far, as last read (hp_clock.h) */
   Bool is_on;   /* counts what is allocated; --instr-at-start */
   tk_counting counting;
   ULong bytes_before; /* time in bytes before counts were last set to zero */
   ULong start_ms;
   ULong threads_before; /* threads of the parent before the fork, but for one */
   tk_alloc alloc;
   hp_timeline timeline;
   hp_heap heap;
   hp_accesses accesses; /* if follow_accesses */
   hp_regions regions;
   tk_threads threads;
   tk_watch watch;
   tk_names names;
   tk_strings *root_texts; /* names of variables and mapped files (looks/) */
   tk_paths paths;         /* value: the site, or HP_SITE_IGNORED */
} hp_run;

extern hp_run run;

/* The time now, in the unit of the run. */
ULong hp_now(void);

/* The number of a thread, from 1 on. */
static inline ULong hp_thread_number(ThreadId id)
{
   return run.threads.by_id[id]->number;
}
