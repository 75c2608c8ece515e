/* an_choose.h -- choosing metrics by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CHOOSE_H
#define AN_CHOOSE_H

#include "base/an_error.h"
#include "counts/an_metric.h"

#include <stdbool.h>

typedef struct an_choice {
   const an_metric **metrics; /* in the order asked; they are borrowed */
   size_t n;                  /* at least 1 */
} an_choice;

/* What is chosen if no names are given. */
typedef enum an_choose_default {
   AN_CHOOSE_EVENTS,            /* all events, in the profile's order */
   AN_CHOOSE_EVENTS_AND_CYCLES, /* then the metric CEst, if it is there */
} an_choose_default;

/* The metrics in `names`, "A,B,C"; what `otherwise` says if `names` is NULL.
   An unknown, repeated or empty name is an error, whose message lists the
   names there are, as many as it has room for; error->line is then 0.  The
   caller frees choice->metrics with tk_put, which is NULL after an error. */
bool an_choose(an_choice *choice, const tk_alloc *alloc,
               const an_metrics *metrics, const char *names,
               an_choose_default otherwise, an_error *error);

/* Adds to a message a list of the metrics there are, as many as it has room
   for: "; there are: A, B, C".  Returns false. */
bool an_choose_list(const an_metrics *metrics, an_error *error);

#endif
