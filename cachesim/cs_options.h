/* cs_options.h -- cachesim's options; glue.  Those of the outfile are in tk_outfile.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "machine/cs_machine.h"
#include "machine/cs_sweep.h"

typedef struct {
   cs_geometry i1, d1, ll; /* size_B 0: the machine's; complete: those simulated */
   Bool has_machine;       /* by an option; else cachegrind's model of the host */
   cs_machine machine;
   Bool caches, branches, instr_at_start, separate_threads;
   Bool call_graph, whole_call_graph; /* whole: nothing is left out of the file */
   Bool has_branches;   /* an option says whether; else a modern machine has them */
   Bool has_call_graph; /* an option says whether */
   Bool collect_at_start;
   Bool instrs;          /* by instruction */
   Bool objects;         /* by data object */
   Bool line_use;        /* bytes used of each line, too */
   Bool has_line_use;    /* an option says whether */
   cs_sweep_range sweep; /* of last levels; CS_SWEEP_NONE */
   Bool split_d1;        /* the reasons of D1's misses */
   Bool patterns;        /* the order of data references; needs a modern machine */
   Bool has_patterns;    /* an option says whether */
   const HChar *layout;  /* the file of another layout; NULL: none */
   Bool each_rule;       /* of it, alone, in a run of its own */
   Bool sharing;         /* which threads contend for which lines of memory */
   Int histogram_B; /* the largest block or variable whose misses by offset are kept */
   cs_predictor_kind predictor;
   Bool has_predictor; /* an option says which; else the machine does */
   XArray *toggling;   /* of const HChar *: patterns of functions; NULL: none */
} cs_options;

/* The defaults. */
#define CS_OPTIONS \
   { .caches = True, \
     .collect_at_start = True, \
     .instr_at_start = True, \
     .histogram_B = 1024 }

/* Takes an option.  False: it is none of these.  Ends the run after a bad value. */
Bool cs_options_parse(cs_options *options, const HChar *arg);

/* Says which option may be meant by an unknown one.  Returns False. */
Bool cs_options_suggest(const HChar *arg);

/* Prints them for --help. */
void cs_options_usage(void);

/* After the last option: completes the machine, by the host's caches if no option says
   which; ends the run if options do not go together. */
void cs_options_complete(cs_options *options);

/* Is the machine cachegrind's model of three caches, whatever their shapes? */
Bool cs_options_are_classic(const cs_options *options);
