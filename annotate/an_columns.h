/* an_columns.h -- columns of counts, one per event shown.

   A column holds counts, right-aligned, and, if asked for, their shares of
   the program's total, right-aligned beside them.  It is as narrow as what
   it was fitted to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COLUMNS_H
#define AN_COLUMNS_H

#include "an_profile.h"
#include "an_select.h"

#include <stdio.h>

typedef struct an_columns {
   /* private: */
   const tk_alloc *alloc;
   const an_profile *profile;
   struct an_column *columns;
   size_t n;
   bool percents;
} an_columns;

/* Columns for the events `shown`, of a finished profile, which is borrowed;
   fitted to nothing yet.  AN_NO_MEMORY leaves nothing to close. */
an_status an_columns_open(an_columns *columns, const tk_alloc *alloc,
                          const an_profile *profile,
                          const an_selection *shown, bool percents);
void an_columns_close(an_columns *columns);

/* Makes the columns as narrow as can be again. */
void an_columns_reset(an_columns *columns);

/* Makes the columns wide enough for these counts, one per event. */
void an_columns_fit(an_columns *columns, const int64_t *counts);

/* Each prints the start of a line, without a space after it: the names of
   the events; counts; a "." for each event. */
void an_columns_print_events(const an_columns *columns, FILE *out);
void an_columns_print(const an_columns *columns, FILE *out,
                      const int64_t *counts);
void an_columns_print_none(const an_columns *columns, FILE *out);

#endif
