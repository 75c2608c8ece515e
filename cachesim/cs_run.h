/* cs_run.h -- the state of a run, which cachesim's glue shares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_counting.h"
#include "calls/cs_calls.h"
#include "code/tk_code_objects.h"
#include "code/tk_jit.h"
#include "code/tk_retranslate.h"
#include "cs_options.h"
#include "costs/cs_regions.h"
#include "costs/cs_thread_costs.h"
#include "data/cs_cells.h"
#include "run/tk_outfile.h"
#include "simulate/cs_blocks.h"

/* Static, at low addresses: translated code reads some of it (tk_near.h). */
typedef struct cs_run {
   cs_options options;
   cs_sweep sweep;
   HChar sweep_names[CS_SWEEP_MOST][CS_SWEEP_NAME_B];
   cs_reasons reasons, d1_reasons;
   tk_outfile outfile;
   /* State. */
   Bool instrumenting;
   tk_counting counting;
   ULong now_ms; /* as last read */
   tk_strings *names;
   tk_lines *lines;
   tk_code_objects *objects;
   const tk_jit *jit; /* names of code that the program compiles */
   cs_sim sim;
   cs_data_table *data; /* NULL: no data objects are looked for */
   cs_cells cells;
   cs_line_use use;
   cs_regions regions;
   cs_thread_costs threads;
   cs_calls calls;
   cs_plan plan;
   cs_flow flow;
   cs_blocks *blocks;
   tk_hot_list hot;          /* blocks to be promoted */
   ThreadId in_code;         /* the thread whose translated code runs; 0: none does */
   Bool is_forked, inherits; /* inherits: counts include those of the parent */
   uint64_t at_fork[CS_N_EVENTS]; /* what the parent had counted */
   const HChar *trigger;          /* of the dump that is written; or NULL */
} cs_run;

extern cs_run tool;

/* Milliseconds since the start. */
ULong cs_run_ms(void);

/* Updates the counts of the lines. */
void cs_run_flush(void);

/* The sums of the lines. */
void cs_run_totals(uint64_t totals[CS_N_EVENTS]);

/* Brings the totals of the simulation up to date. */
void cs_run_see_totals(void);

/* From now on the totals of the simulation include the events of passes. */
void cs_run_keep_totals(void);

/* Sets all counts to 0. */
void cs_run_forget(void);
