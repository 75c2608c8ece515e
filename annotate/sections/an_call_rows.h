/* an_call_rows.h -- what the sections on calls share: a row for each function, and for
   its code that was inlined, with its costs and its name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALL_ROWS_H
#define AN_CALL_ROWS_H

#include "counts/an_costs.h"
#include "counts/an_rank.h"
#include "render/an_labels.h"
#include "render/an_report_options.h"

#include <stdio.h>

typedef struct an_call_rows {
   const an_scope *scope;
   const an_calls *calls;
   an_costs costs;
   an_labels labels; /* of the costs */
} an_call_rows;

/* The caller checks that the profile has calls.  AN_NO_MEMORY leaves nothing to close. */
an_status an_call_rows_open(an_call_rows *rows, const an_scope *scope);
void an_call_rows_close(an_call_rows *rows);

/* Those that people get: that --focus names, or that reach the threshold, largest
   inclusive cost first.  For tk_put. */
an_status an_call_rows_rank(const an_call_rows *rows, an_ranking *ranking);

/* "find(...) [inlined] [cycle 1] (index.h:12)"; without a line, if it is 0, and without
   a place, if the file is NULL. */
void an_call_rows_print(const an_call_rows *rows, size_t row, const char *file,
                        uint32_t line, size_t room, FILE *out);

#endif
