/* ac_call_rows.h -- what the sections on calls share: a row for each function, and for
   its code that was inlined, with its costs and its name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_costs.h"
#include "counts/ac_rank.h"
#include "sections/an_table.h"

#include <stdio.h>

/* What their rows have. */
typedef struct ac_call_figures {
   const int64_t *inclusive, *self;
   int64_t n_calls; /* 0: it was inlined */
} ac_call_figures;

/* The columns of their tables, which are plain, but the name. */
enum {
   AC_CALL_INCLUSIVE, /* what --show asks for, else the sort event */
   AC_CALL_SELF,      /* the sort event */
   AC_CALL_NUMBER,    /* of calls */
   AC_CALL_NAME,
   AC_CALL_COLUMNS
};

typedef struct ac_call_rows {
   const ac_scope *scope;
   const ac_calls *calls;
   ac_costs costs;
   ac_labels labels; /* of the costs */
   an_column columns[AC_CALL_COLUMNS];
   ac_measures sort; /* the first of the request */
} ac_call_rows;

/* The caller checks that the profile has calls; the rows must stay where they are. */
void ac_call_rows_open(ac_call_rows *rows, const ac_scope *scope);

/* The rows that --focus names, if it is there, and that reach the threshold, largest
   inclusive cost first; people get all in focus.  For tk_put. */
void ac_call_rows_rank(const ac_costs *costs, const ac_scope *scope, bool are_people,
                       ac_ranking *ranking);

/* "find(...) [inlined] [cycle 1] (index.h:12)"; without a line, if it is 0, and without
   a place, if the file is NULL. */
void ac_call_rows_print(const ac_call_rows *rows, size_t row, const char *file,
                        uint32_t line, size_t room, FILE *out);
