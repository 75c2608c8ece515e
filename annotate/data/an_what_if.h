/* an_what_if.h -- what estimated cycles would be if some lines, functions or data objects
   missed, mispredicted or ran less; pure.

   A change is "WHERE EVENT=VALUE".  WHERE is FILE:LINE; a function, as a pattern of the
   shell (fnmatch(3)); "object" and a pattern of a data object's label, name or type; or
   nothing: the program.  EVENT is an event, a metric that is a sum of events, or "all".
   VALUE is 0 or a factor, "*0.5".  an_effects.h says what follows from a change.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_WHAT_IF_H
#define AN_WHAT_IF_H

#include "counts/an_effects.h"
#include "counts/an_metric.h"
#include "data/an_data_view.h"

typedef enum an_where {
   AN_WHERE_PROGRAM,
   AN_WHERE_LINE,
   AN_WHERE_FUNCTION,
   AN_WHERE_OBJECT,
} an_where;

typedef struct an_change {
   const char *text;  /* as given; borrowed */
   an_where where;
   char *name;        /* file, or pattern; owned */
   uint32_t line;     /* of a file */
   double factor;
   bool *chosen;      /* by event; owned */
   size_t n_rows;     /* lines of functions that it changes, after an_what_if_run */
} an_change;

typedef struct an_what_if {
   const tk_alloc *alloc;
   const an_profile *profile;
   const an_data_view *view; /* NULL: no data objects */
   an_change *changes;       /* made in this order */
   size_t n;
   int64_t *totals;          /* the program's, after all changes */
} an_what_if;

/* Reads n changes; `texts`, the profile and the view are borrowed.  False, with *error
   set, line 0, and nothing to close, if one is malformed or memory ran out. */
bool an_what_if_open(an_what_if *what_if, const tk_alloc *alloc,
                     const an_profile *profile, const an_data_view *view,
                     const an_metrics *metrics, const char *const *texts, size_t n,
                     an_error *error);
void an_what_if_close(an_what_if *what_if);

/* Computes the totals and n_rows. */
an_status an_what_if_run(an_what_if *what_if);

/* ---- What each could gain ---- */

/* The cycles of a row that would go if it had no misses, no mispredictions, or did not
   run.  NAN: not known. */
typedef struct an_gain {
   long double misses, branches, run;
} an_gain;

typedef struct an_gains {
   const an_metric *cycles;
   an_effects effects;
   bool *misses, *branches, *all; /* by event */
   double *row;
   int64_t *counts;
   size_t n;
} an_gains;

/* All are borrowed.  False, with nothing to close, if memory ran out. */
bool an_gains_open(an_gains *gains, const tk_alloc *alloc, const an_profile *profile,
                   const an_metric *cycles);
void an_gains_close(an_gains *gains);

an_gain an_gains_of(an_gains *gains, const int64_t *counts);

/* Adds to saved[], one for each object of the view, what the misses on it cost. */
an_status an_gains_of_data(an_gains *gains, const an_profile *profile,
                           const an_data_view *view, long double *saved);

#endif
