/* an_sheet.h -- a table as people get it, in text or in markup: columns, rows and cells.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_table.h"

typedef struct an_sheet {
   an_page *page;
   const an_table *table;
   size_t n; /* rows shown */
   an_row row;
   size_t *widths; /* of each column, at first that of its label; 0: it is not shown */
   ac_columns *measures; /* of each column of measures */
   size_t last;          /* the column behind the others; SIZE_MAX: none */
   size_t below;      /* a column of text that goes to the line below; SIZE_MAX: none */
   size_t below_most; /* the columns of the longest text below a row */
   int64_t *rest;     /* of the others; NULL: that is not shown */
} an_sheet;

/* The caller has set the first three. */
void an_sheet_open(an_sheet *s);
void an_sheet_close(an_sheet *s);

const char *an_sheet_label(const an_sheet *s, size_t column);
bool an_sheet_is_right(const an_column *column);

/* The first column of measures, in a table that has one. */
size_t an_sheet_measures(const an_sheet *s);

void an_sheet_make_row(an_sheet *s, ptrdiff_t number);

/* s->rest: what the rows that are not shown have, of the measures. */
void an_sheet_sum_rest(an_sheet *s);

/* The cell as people read it, in `text` or as it is. */
enum { AN_SHEET_CELL_B = 2 * AN_TEXT_NUMBER_B };
const char *an_sheet_write(const an_sheet *s, char text[AN_SHEET_CELL_B],
                           const an_column *column, const an_cell *cell);

/* For lines that are printed one by one, as those of a tree (an_table_print.c): makes
   columns wide enough for a row; prints their titles, as a line; prints the columns of a
   row but the last. */
void an_sheet_fit(an_sheet *s, ptrdiff_t number);
void an_sheet_print_titles(const an_sheet *s);
void an_sheet_print_fields(an_sheet *s, ptrdiff_t number);

/* What those take of a line. */
size_t an_sheet_taken(const an_sheet *s);

/* Prints the last column of the row. */
void an_sheet_print_last(const an_sheet *s, ptrdiff_t number, size_t room);
