/* an_call_page.h -- what the sections on calls share: the costs of functions, their
   names, and columns.

   A row of these tables has inclusive costs, the self cost by the first measure of the
   order, the number of calls, and a name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALL_PAGE_H
#define AN_CALL_PAGE_H

#include "counts/an_costs.h"
#include "counts/an_rank.h"
#include "report/an_page.h"

typedef struct an_call_page {
   an_page *page;
   const an_calls *calls;
   size_t n_events;
   an_costs costs;
   an_labels labels;     /* of the costs */
   an_columns inclusive; /* what --show asks for, else the sort event */
   an_columns self;      /* the sort event */
   bool has_self;        /* the columns of this table */
   size_t calls_width;
} an_call_page;

/* The caller checks that the profile has calls.  AN_NO_MEMORY leaves nothing to close. */
an_status an_call_page_open(an_call_page *p, an_page *page);
void an_call_page_close(an_call_page *p);

/* The rows that reach the threshold and that --focus names, largest inclusive cost
   first.  For tk_put. */
an_status an_call_page_rank(const an_call_page *p, an_ranking *ranking);

/* ---- Columns ---- */

/* Makes them narrow; wide enough for a row.  `self` can be NULL. */
void an_call_page_reset(an_call_page *p, bool has_self);
void an_call_page_fit(an_call_page *p, const int64_t *inclusive, const int64_t *self,
                      int64_t n_calls);

/* The heading of the columns, then `what`, and an empty line. */
void an_call_page_names(const an_call_page *p, const char *what);

/* The start of a row, with two blanks at its end.  0 calls are an empty field: the
   function was inlined. */
void an_call_page_figures(const an_call_page *p, const int64_t *inclusive,
                          const int64_t *self, int64_t n_calls);

/* The columns of all that, and those left for text behind those, and `lead` more. */
size_t an_call_page_taken(const an_call_page *p);
size_t an_call_page_room(const an_call_page *p, size_t lead);

/* "find(...) [inlined] [cycle 1] (index.h:12)"; without a line, if it is 0, and without
   a place, if the file is NULL. */
void an_call_page_place(const an_call_page *p, size_t row, const char *file,
                        uint32_t line, size_t room);

#endif
