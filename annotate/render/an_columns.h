/* an_columns.h -- columns of values, one for each measure shown.

   A column holds right-aligned values and, if asked for, percentages beside them: the
   share of the program's total, for a metric that is a whole number; for a change, its
   share of the value before.  A column is as narrow as the counts that it was fitted
   to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COLUMNS_H
#define AN_COLUMNS_H

#include "counts/an_metric.h"
#include "counts/an_profile.h"

#include <stdio.h>

typedef struct an_columns {
   /* private: */
   const tk_alloc *alloc;
   struct an_column *columns;
   size_t n;
   bool percents;
} an_columns;

/* Columns for the measures `shown` of a finished profile.  Both are borrowed.
   AN_NO_MEMORY leaves nothing to close. */
an_status an_columns_open(an_columns *columns, const tk_alloc *alloc,
                          const an_profile *profile,
                          const an_measures *shown, bool percents);
void an_columns_close(an_columns *columns);

/* Names of the columns end with the suffix, such as " incl.", which is borrowed. */
void an_columns_set_suffix(an_columns *columns, const char *suffix);

/* Makes the columns as narrow as possible again. */
void an_columns_reset(an_columns *columns);

/* Makes the columns wide enough for these counts. */
void an_columns_fit(an_columns *columns, const int64_t *counts);

/* The columns of text that one of them takes, with the gap before it, and all. */
size_t an_columns_width_of(const an_columns *columns, size_t index);
size_t an_columns_width(const an_columns *columns);

/* Each prints the start of a line, without a space after it: the names of the
   measures; their values; a "." for each. */
void an_columns_print_names(const an_columns *columns, FILE *out);
void an_columns_print(const an_columns *columns, FILE *out,
                      const int64_t *counts);
void an_columns_print_none(const an_columns *columns, FILE *out);

#endif
