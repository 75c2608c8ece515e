/* an_columns.h -- columns of values, one per measure shown.

   A column holds values, right-aligned, and, if asked for, percentages,
   right-aligned beside them: of a whole metric's values, their shares of the
   program's total; of changes, how much that is of the value before.  It is as
   narrow as what it was fitted to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COLUMNS_H
#define AN_COLUMNS_H

#include "counts/an_measure.h"
#include "counts/an_profile.h"

#include <stdio.h>

typedef struct an_columns {
   /* private: */
   const tk_alloc *alloc;
   struct an_column *columns;
   size_t n;
   bool percents;
} an_columns;

/* Columns for the measures `shown` of the counts of a finished profile, which
   are borrowed; fitted to nothing yet.  AN_NO_MEMORY leaves nothing to
   close. */
an_status an_columns_open(an_columns *columns, const tk_alloc *alloc,
                          const an_profile *profile,
                          const an_measures *shown, bool percents);
void an_columns_close(an_columns *columns);

/* Makes the columns as narrow as can be again. */
void an_columns_reset(an_columns *columns);

/* Makes the columns wide enough for these counts. */
void an_columns_fit(an_columns *columns, const int64_t *counts);

/* Each prints the start of a line, without a space after it: the names of
   the measures; values; a "." for each. */
void an_columns_print_names(const an_columns *columns, FILE *out);
void an_columns_print(const an_columns *columns, FILE *out,
                      const int64_t *counts);
void an_columns_print_none(const an_columns *columns, FILE *out);

#endif
