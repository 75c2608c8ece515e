/* an_live.h -- what a running program has done since an earlier poll: a table of its
   functions, or of the call paths of its heap; pure.

   Values are those at the later moment less those at the base.  Without a base they are
   those of the whole run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_metric.h"
#include "commands/an_live_snapshot.h"

#include <stdio.h>

enum { AN_LIVE_COLUMNS = 8, AN_LIVE_TITLE_B = 16, AN_LIVE_FACTS_B = 512 };

typedef enum an_live_unit {
   AN_LIVE_FLOW,   /* so much was added since the base */
   AN_LIVE_GROWTH, /* the same of something that can shrink */
   AN_LIVE_LEVEL,  /* so much is there now */
   AN_LIVE_RATIO,  /* of two flows */
} an_live_unit;

typedef struct an_live_column {
   char title[AN_LIVE_TITLE_B];
   an_live_unit unit;
} an_live_column;

typedef struct an_live_row {
   uint32_t index;                      /* of the function or site in the profile */
   long double values[AN_LIVE_COLUMNS]; /* NAN: a ratio of nothing */
} an_live_row;

typedef struct an_live {
   const char *tool, *command, *noun; /* borrowed from the snapshot; what a row is */
   an_live_column columns[AN_LIVE_COLUMNS];
   size_t n_columns, usual_sort;
   an_live_row whole; /* the program's */
   an_live_row *rows; /* those with any value */
   size_t n_rows;
   bool has_base;
   int64_t ms;      /* from the base to the snapshot; without a base, of the run */
   bool is_off;     /* it does not count now */
   bool was_zeroed; /* counts were set to 0 during the run */
   char facts[AN_LIVE_FACTS_B]; /* the program's totals, as text */
   /* private: */
   const tk_alloc *alloc;
   const an_live_snapshot *snapshot;
   ac_metrics *metrics;
} an_live;

/* Compares `snapshot` with `base`, which it goes on from, or NULL.  `show` names the
   metrics of a profile of counts, or is NULL.  Borrows the snapshot.  False, with *error
   set. */
bool an_live_open(an_live *live, const tk_alloc *alloc, const an_live_snapshot *base,
                  const an_live_snapshot *snapshot, const char *show, an_error *error);

/* The largest of that column first, or the smallest; then by the other columns, then as
   in the profile.  NAN comes last. */
void an_live_sort(an_live *live, size_t column, bool smallest_first);

/* The column of this title, in any case; n_columns: there is none. */
size_t an_live_find(const an_live *live, const char *title);

/* The name of a row on the heap: a function with its file, or a call path from the inside
   out. */
char *an_live_name(const an_live *live, const an_live_row *row);
