/* cs_outfile.h -- writes cachesim.out; pure.

   The format is cachegrind's, which its viewers open.  Our own lines look like comments
   to them.  docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_paths.h"
#include "data/cs_data_notes.h"
#include "layout/cs_layout_notes.h"
#include "outfile/cs_instr_notes.h"
#include "sharing/cs_sharing_notes.h"
#include "machine/cs_events.h"
#include "machine/cs_machine.h"
#include "costs/cs_regions.h"
#include "costs/cs_thread_costs.h"
#include "code/tk_lines.h"
#include "code/tk_object.h"
#include "run/tk_state.h"
#include "base/tk_counting.h"
#include "base/tk_text.h"

enum { CS_FORMAT_VERSION = 1 };

/* Counts beside those of the lines, which must add up to them. */
typedef enum { CS_BY_INSTR, CS_BY_THREAD, CS_BY_PATH, CS_BY_DATUM, CS_N_BY } cs_by;

extern const char *const cs_by_names[CS_N_BY]; /* as in the outfile */

/* Instructions, threads, paths or data have `found` of the event where the lines have
   `expected`; equal numbers say that they agree. */
typedef struct {
   cs_event event;
   uint64_t found, expected;
} cs_contradiction;

static inline bool cs_contradicts(const cs_contradiction *c)
{
   return c->found != c->expected;
}

/* What a profile says about its run; all strings are borrowed. */
typedef struct {
   const char *tool_version;
   const char *valgrind_version;
   const cs_geometry *i1, *d1, *ll;
   const cs_machine *machine; /* NULL: cachegrind's model of these caches */
   const char *predictor;     /* the name of the branch predictors; NULL: cachegrind's */
   const cs_columns *columns; /* what was counted: all counts are of these */
   const char *const *argv;   /* the client's command, NULL-terminated */
   uint64_t pid, parent;      /* the processes */
   const char *title;         /* what the process calls itself, or NULL */
   /* The counts of a forked child's parent at the fork; else NULL. */
   const uint64_t *at_fork;
   bool inherits; /* its counts include those */
   const tk_state *state;
   const char *predecessor;        /* the profile of the program before execve; or NULL */
   const char *trigger;            /* why the program had this dump written; or NULL */
   const tk_counting *counting;    /* as of now, in ms; NULL: all was counted */
   const cs_regions *regions;      /* NULL: none */
   const cs_thread_costs *threads; /* NULL: not written, nor if it is off */
   bool has_runs;                  /* how often lines ran is written */
   const tk_object *objects;       /* object N at N - 1 */
   uint32_t n_objects;
   /* Room for the counts of each object, and of code outside objects.  NULL: counts by
      object are not written. */
   uint64_t *object_counts;
   /* Room for the number of each object in the outfile; 0: it is not in there.  Likewise;
      NULL if the counts are. */
   uint32_t *object_numbers;
   /* What is NULL is not written.  Their lines, objects and counts need not be set;
      `sharing` only with `data`. */
   cs_instr_notes *instrs;
   cs_paths *paths;
   cs_data_notes *data;
   cs_sharing_notes *sharing;
   const cs_layout_notes *layout;      /* likewise: data were in another layout */
   const char *const *lost_debug_info; /* paths of objects that were read in part */
   size_t n_lost_debug_info;
   cs_contradiction left_out[CS_N_BY]; /* by cs_outfile_check */
} cs_outfile_header;

/* The order of the body: by file, function and line number, then object and start.  For
   qsort and the like, on an array of tk_line *. */
int cs_outfile_compare(const void *a, const void *b);

/* Keeps only the lines with counts, in their order; returns their number.  For a forked
   child, which has executed few of its parent's lines. */
size_t cs_outfile_keep_counted(tk_line **lines, size_t n_lines,
                               const cs_columns *columns);

/* Writes a whole profile of n_lines sorted lines, without flushing.  Lines that differ
   only in object and start are one in the body.  totals[] is filled with the sums of its
   summary line.  A sum that would exceed TK_COUNT_MAX stays
   there, and the counts that would exceed it are cut. */
void cs_outfile_write(tk_text *out, const cs_outfile_header *header,
                      tk_line *const *lines, size_t n_lines,
                      uint64_t totals[CS_N_EVENTS]);
