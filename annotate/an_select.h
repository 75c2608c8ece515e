/* an_select.h -- choosing events by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SELECT_H
#define AN_SELECT_H

#include "an_error.h"
#include "an_profile.h"

#include <stdbool.h>

typedef struct an_selection {
   size_t *events; /* indices of the profile's events, in the order asked */
   size_t n;       /* at least 1 */
} an_selection;

/* The events in `names`, separated by commas; all, in the profile's order,
   if `names` is NULL.  An unknown, repeated or empty name is an error;
   error->line is then 0.  The caller frees selection->events with tk_put,
   which is NULL after an error. */
bool an_select(an_selection *selection, const tk_alloc *alloc,
               const an_profile *profile, const char *names, an_error *error);

#endif
