/* ac_columns.h -- columns of values, one for each measure shown.

   A column holds right-aligned values and, if asked for, percentages beside them: the
   share of the program's total, for a metric that is a whole number; for a change, its
   share of the value before.  A column is as narrow as the counts that it was fitted
   to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_metric.h"
#include "counts/ac_profile.h"

#include <stdio.h>

typedef struct ac_columns {
   /* private: */
   struct an_column *columns;
   size_t n;
   bool percents;
} ac_columns;

/* Columns for the measures `shown` of a finished profile.  Both are borrowed. */
void ac_columns_open(ac_columns *columns, const tk_alloc *alloc,
                     const ac_profile *profile, const ac_measures *shown, bool percents);

/* Names of the columns end with the suffix, such as " incl.", which is borrowed. */
void ac_columns_set_suffix(ac_columns *columns, const char *suffix);

/* Makes the columns as narrow as possible again. */
void ac_columns_reset(ac_columns *columns);

/* Makes the columns wide enough for these counts. */
void ac_columns_fit(ac_columns *columns, const int64_t *counts);

/* The columns of text that one of them takes, with the gap before it, and all. */
size_t ac_columns_width_of(const ac_columns *columns, size_t index);
size_t ac_columns_width(const ac_columns *columns);

/* Each prints the start of a line, without a space after it: the names of the
   measures; their values; a "." for each. */
void ac_columns_print_names(const ac_columns *columns, FILE *out);
void ac_columns_print(const ac_columns *columns, FILE *out, const int64_t *counts);
void ac_columns_print_none(const ac_columns *columns, FILE *out);

/* The name of one, and its value, with nothing around them. */
void ac_columns_print_name(const ac_columns *columns, size_t index, FILE *out);
void ac_columns_print_value(const ac_columns *columns, size_t index, FILE *out,
                            const int64_t *counts);
