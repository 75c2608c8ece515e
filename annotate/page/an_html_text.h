/* an_html_text.h -- HTML for the part of the page that needs no script: text from
   outside, and tables.

   Text is shown as an_text_name shows it; none of it is markup.  Write errors are left
   to ferror(out).  After AN_NO_MEMORY the output is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_HTML_TEXT_H
#define AN_HTML_TEXT_H

#include "base/an_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Text in an element, or in an attribute in double quotes. */
an_status an_html_text(FILE *out, const char *text);

/* <tag>text</tag>, on a line. */
an_status an_html_put(FILE *out, const char *tag, const char *text);

/* <pre>, with text of several lines, which it breaks up. */
an_status an_html_lines(FILE *out, char *text);

/* ---- Tables ---- */

typedef struct an_html_column {
   const char *title; /* from outside, too */
   bool is_number;
} an_html_column;

typedef struct an_html_table {
   FILE *out;
   const an_html_column *columns;
   size_t n_columns;
} an_html_table;

/* A heading and the head of a table. */
an_status an_html_open_table(const an_html_table *table, const char *heading);
void an_html_close_table(const an_html_table *table);

/* A row with a text for each column; NULL: an empty cell. */
an_status an_html_row(const an_html_table *table, const char *const *cells);

#endif
