/* ac_choose.h -- choosing metrics by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "counts/ac_metric.h"

#include <stdbool.h>

typedef struct ac_choice {
   const ac_metric **metrics; /* in the order given; each is borrowed */
   size_t n;                  /* at least 1 */
} ac_choice;

/* The choice if no names are given.  Where the tool estimated cycles, they decide: CEst
   is the first. */
typedef enum ac_choose_default {
   AC_CHOOSE_EVENTS,            /* all events, in the profile's order */
   AC_CHOOSE_EVENTS_AND_CYCLES, /* and the metric CEst, if there is one */
   AC_CHOOSE_ORDER,             /* the events; CEst, too, if the tool estimated it */
} ac_choose_default;

/* Chooses the metrics in `names`, "A,B,C", or the default if `names` is NULL.
   An unknown, repeated or empty name is an error: the message lists the known
   names, error->line is 0, and choice->metrics NULL. */
bool ac_choose(ac_choice *choice, const tk_alloc *alloc, const ac_metrics *metrics,
               const char *names, ac_choose_default otherwise, an_error *error);

/* Adds "; there are: A, B, C" to the message, with as many metrics as fit.
   Returns false. */
bool ac_choose_list(const ac_metrics *metrics, an_error *error);

/* Adds "; did you mean A?" if a metric's name is like `name`, and the list.  Returns
   false. */
bool ac_choose_suggest(const ac_metrics *metrics, an_span name, an_error *error);
