/* hp_options.h -- heapprof's command line: options, their checks, --help; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "looks/hp_looks.h"
#include "state/hp_run.h"
#include "run/tk_outfile.h"

/* A unit of time: its names as the option's value, in DHAT's viewers and for a
   million; and the first interval between periodic snapshots. */
typedef struct hp_time_name {
   const HChar *option, *unit, *mega;
   uint64_t first_interval;
} hp_time_name;

extern const hp_time_name hp_time_names[]; /* by hp_time_unit */

/* Before options are processed: they set fields of `run` and of the outfile, which is
   borrowed. */
void hp_options_needs(tk_outfile *outfile);

/* After they are: ends the run if two options contradict each other. */
void hp_options_check(void);

/* The times of --snapshot-at, ascending. */
const uint64_t *hp_options_snapshot_times(UInt *n);

/* What --owners asks for. */
const hp_looks_wish *hp_options_looks(void);
