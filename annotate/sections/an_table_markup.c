/* an_table_markup.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strchrnul */
#endif

#include "sections/an_table_markup.h"

#include <string.h>

/* ---- Heads ---- */

static void put_label(const an_sheet *s, const char *label, an_markup_cell of,
                      an_markup *markup)
{
   an_text_name(s->page->out, label);
   an_markup_put_head(markup, of);
}

static void put_heads_of_measures(const an_sheet *s, size_t c, an_markup *markup)
{
   for (size_t i = 0; i < s->measures[c].n; i++) {
      ac_columns_print_name(&s->measures[c], i, s->page->out);
      an_markup_put_head(markup, AN_MARKUP_RIGHT);
   }
}

static void put_head(const an_sheet *s, size_t c, an_markup *markup)
{
   const an_column *column = &s->table->columns[c];
   if (column->kind == AN_COLUMN_MEASURES)
      return put_heads_of_measures(s, c, markup);
   put_label(s, an_sheet_label(s, c),
             an_sheet_is_right(column) ? AN_MARKUP_RIGHT : AN_MARKUP_NAME, markup);
}

/* ---- Cells ---- */

/* Counts that are NULL make empty cells. */
static void put_measures(const an_sheet *s, size_t c, const int64_t *counts,
                         an_markup *markup)
{
   for (size_t i = 0; i < s->measures[c].n; i++) {
      if (counts != NULL)
         ac_columns_print_value(&s->measures[c], i, s->page->out, counts);
      an_markup_put_cell(markup, AN_MARKUP_RIGHT);
   }
}

static void put_cell(const an_sheet *s, size_t c, an_markup *markup)
{
   char text[AN_SHEET_CELL_B];
   const an_column *column = &s->table->columns[c];
   const an_cell *cell = &s->row.cells[c];
   if (column->kind == AN_COLUMN_MEASURES)
      return put_measures(s, c, cell->counts, markup);
   an_text_name(s->page->out, an_sheet_write(s, text, column, cell));
   an_markup_put_cell(markup, an_sheet_is_right(column)        ? AN_MARKUP_RIGHT
                              : column->kind == AN_COLUMN_FLAG ? AN_MARKUP_CELL
                                                               : AN_MARKUP_NAME);
}

/* The last column, and what stands below the row in text. */
static void put_last(const an_sheet *s, ptrdiff_t number, an_markup *markup)
{
   FILE *out = s->page->out;
   fprintf(out, "%*s", 2 * (int)s->row.depth, "");
   if (s->last != SIZE_MAX)
      an_sheet_print_last(s, number, SIZE_MAX);
   const char *at = s->row.below == NULL ? "" : s->row.below;
   for (const char *end; *at != '\0'; at = end + (*end == '\n')) {
      end = strchrnul(at, '\n');
      putc('\n', out);
      an_text_source(out, at, (size_t)(end - at));
   }
   an_markup_put_cell(markup, AN_MARKUP_NAME);
}

/* A sentence, behind empty cells. */
static void put_line(const an_sheet *s, bool has_last, an_markup *markup)
{
   size_t n = has_last;
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->widths[c] > 0 && c != s->last)
         n += s->table->columns[c].kind == AN_COLUMN_MEASURES ? s->measures[c].n : 1;
   an_markup_begin_row(markup);
   for (size_t i = 0; i < n; i++) {
      if (i + 1 == n)
         an_text_name(s->page->out, s->row.line);
      an_markup_put_cell(markup, AN_MARKUP_CELL);
   }
   an_markup_end_row(markup);
}

static void put_row(an_sheet *s, ptrdiff_t number, bool has_last, an_markup *markup)
{
   an_sheet_make_row(s, number);
   if (s->row.line != NULL)
      return put_line(s, has_last, markup);
   an_markup_begin_row(markup);
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->widths[c] > 0 && c != s->last)
         put_cell(s, c, markup);
   if (has_last)
      put_last(s, number, markup);
   an_markup_end_row(markup);
}

/* ---- The whole ---- */

static void put_rest(an_sheet *s, an_markup *markup)
{
   an_sheet_sum_rest(s);
   an_markup_begin_row(markup);
   put_measures(s, an_sheet_measures(s), s->rest, markup);
   fputs("(others)", s->page->out);
   an_markup_put_cell(markup, AN_MARKUP_CELL);
   an_markup_end_row(markup);
}

/* Whether there is a column of names, or lines below the rows make one. */
static bool has_names(an_sheet *s)
{
   if (s->last == SIZE_MAX && s->n > 0)
      an_sheet_make_row(s, 0);
   return s->last != SIZE_MAX || s->row.below != NULL;
}

/* A table of sentences is paragraphs. */
static void put_lines(an_sheet *s, an_markup *markup)
{
   for (size_t i = 0; i < s->n; i++) {
      an_sheet_make_row(s, (ptrdiff_t)i);
      an_text_name(s->page->out, s->row.line);
      an_markup_put_paragraph(markup);
   }
}

/* Whether all rows are sentences. */
static bool has_lines_alone(an_sheet *s)
{
   bool are_lines = s->n > 0;
   for (size_t i = 0; i < s->n && are_lines; i++) {
      an_sheet_make_row(s, (ptrdiff_t)i);
      are_lines = s->row.line != NULL;
   }
   return are_lines;
}

void an_table_put_markup(an_sheet *s, an_markup *markup)
{
   if (has_lines_alone(s))
      return put_lines(s, markup);
   bool has_last = has_names(s);
   an_markup_begin_table(markup);
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->widths[c] > 0 && c != s->last)
         put_head(s, c, markup);
   if (s->last != SIZE_MAX)
      put_head(s, s->last, markup);
   else if (has_last)
      put_label(s, s->table->noun, AN_MARKUP_NAME, markup);
   an_markup_end_heads(markup);
   if (s->table->totals & AN_FOR_PEOPLE)
      put_row(s, AN_TABLE_TOTAL, has_last, markup);
   for (size_t i = 0; i < s->n; i++)
      put_row(s, (ptrdiff_t)i, has_last, markup);
   if (s->rest != NULL)
      put_rest(s, markup);
   an_markup_end_table(markup);
}
