/* ac_what_if.h -- what estimated cycles would be if some lines, functions or data objects
   missed, mispredicted or ran less; pure.

   A change is "WHERE EVENT=VALUE".  WHERE is FILE:LINE; a function, as a pattern of the
   shell (fnmatch(3)); "object" and a pattern of a data object's label, name or type; or
   nothing: the program.  EVENT is an event, a metric that is a sum of events, or "all".
   VALUE is 0 or a factor, "*0.5".  ac_effects.h says what follows from a change.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_effects.h"
#include "counts/ac_metric.h"
#include "advice/ac_data_view.h"

typedef enum ac_where {
   AC_WHERE_PROGRAM,
   AC_WHERE_LINE,
   AC_WHERE_FUNCTION,
   AC_WHERE_OBJECT,
} ac_where;

typedef struct ac_change {
   const char *text; /* as given; borrowed */
   ac_where where;
   char *name;    /* file, or pattern; owned */
   uint32_t line; /* of a file */
   double factor;
   bool chosen[TK_N_EVENTS];
   size_t n_rows; /* lines of functions that it changes, after ac_what_if_run */
} ac_change;

typedef struct ac_what_if {
   const tk_alloc *alloc;
   const ac_profile *profile;
   const ac_data_view *view; /* NULL: no data objects */
   ac_prices prices;
   ac_change *changes; /* made in this order */
   size_t n;
   int64_t *totals; /* the program's, after all changes */
} ac_what_if;

/* Reads n changes; `texts`, the profile and the view are borrowed.  False, with *error
   set, line 0, and nothing to close, if one is malformed. */
bool ac_what_if_open(ac_what_if *what_if, const tk_alloc *alloc,
                     const ac_profile *profile, const ac_data_view *view,
                     const ac_metrics *metrics, const char *const *texts, size_t n,
                     an_error *error);

/* Computes the totals and n_rows. */
void ac_what_if_run(ac_what_if *what_if);
