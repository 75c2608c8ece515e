/* an_table_print.c -- tables as text: fitted to the width, with what did not fit said.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strchrnul */
#endif

#include "sections/an_sheet.h"
#include "sections/an_table_markup.h"

#include "sections/an_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   GAP = 2,         /* between two columns */
   LEAST_ROOM = 24, /* of the last column: others go, if they can, to leave that */
   LEAST_NAME = 16, /* else a text goes to a line below */
   BELOW = 4,       /* such a line is indented that much from the last column, */
   BELOW_SHORT = 6, /* or that much from the margin, if one does not fit */
};

typedef an_sheet sheet;

static size_t larger_of(size_t a, size_t b)
{
   return a > b ? a : b;
}

/* ---- Widths ---- */

/* Adds the numbers of columns that are left out to those of the next ones. */
static void add_up(sheet *s)
{
   long double sum = 0;
   for (size_t c = 0; c < s->table->n_columns; c++) {
      an_cell *cell = &s->row.cells[c];
      if (!s->table->columns[c].adds_up || isnan(cell->number))
         continue;
      sum += cell->number;
      cell->number = sum;
      sum = s->widths[c] == 0 ? sum : 0;
   }
}

/* Of the longest line. */
static size_t columns_below(const char *text)
{
   size_t most = 0;
   for (const char *end; *text != '\0'; text = end + (*end == '\n')) {
      end = strchrnul(text, '\n');
      char *line = strndup(text, (size_t)(end - text));
      most = larger_of(most, an_text_name_columns(line));
      free(line);
   }
   return most;
}

static void fit_row(sheet *s, ptrdiff_t number)
{
   char text[AN_SHEET_CELL_B];
   an_sheet_make_row(s, number);
   if (s->row.line != NULL)
      return;
   add_up(s);
   if (s->row.below != NULL)
      s->below_most = larger_of(s->below_most, columns_below(s->row.below));
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      if (s->widths[c] == 0 || c == s->last)
         continue;
      if (column->kind == AN_COLUMN_MEASURES && s->row.cells[c].counts != NULL)
         ac_columns_fit(&s->measures[c], s->row.cells[c].counts);
      else if (column->kind != AN_COLUMN_MEASURES)
         s->widths[c] = larger_of(s->widths[c], an_text_name_columns(an_sheet_write(
                                                   s, text, column, &s->row.cells[c])));
   }
}

static void fit_rows(sheet *s)
{
   if (s->table->totals & AN_FOR_PEOPLE)
      fit_row(s, AN_TABLE_TOTAL);
   for (size_t i = 0; i < s->n; i++)
      fit_row(s, (ptrdiff_t)i);
}

size_t an_sheet_taken(const an_sheet *s)
{
   size_t taken = 0;
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->widths[c] > 0 && c != s->last && c != s->below)
         taken += s->widths[c] + GAP;
   return taken;
}

static size_t room_of(const sheet *s, size_t taken)
{
   size_t width = s->page->scope.terminal->width;
   return width == 0 ? SIZE_MAX : width > taken ? width - taken : 0;
}

/* Without a last column there is no gap behind the others. */
static bool lacks_room(const sheet *s, size_t least)
{
   size_t taken = an_sheet_taken(s), width = s->page->scope.terminal->width;
   return width > 0 && taken + least > width + (s->last == SIZE_MAX ? GAP : 0);
}

static unsigned highest_rank(const sheet *s)
{
   unsigned rank = 0;
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->widths[c] > 0 && s->table->columns[c].rank > rank)
         rank = s->table->columns[c].rank;
   return rank;
}

/* Leaves out columns, then puts a text below, until the last one has room. */
static void make_room(sheet *s)
{
   size_t least = s->last == SIZE_MAX ? 0 : LEAST_ROOM;
   for (unsigned rank; lacks_room(s, least) && (rank = highest_rank(s)) > 0;) {
      for (size_t c = 0; c < s->table->n_columns; c++)
         if (s->table->columns[c].rank == rank)
            s->widths[c] = 0;
      fit_rows(s); /* a sum can be wider */
   }
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (c != s->last && s->widths[c] > 0 && s->table->columns[c].kind == AN_COLUMN_TEXT
          && room_of(s, an_sheet_taken(s)) < LEAST_NAME)
         s->below = c;
}

/* The measures are the first of what people see in such a table.  Behind rows of several
   lines the rest stands apart, too. */
static void print_rest(const sheet *s, size_t c)
{
   if (s->row.below != NULL)
      putc('\n', s->page->out);
   ac_columns_print(&s->measures[c], s->page->out, s->rest);
   fprintf(s->page->out, "%*s(others)\n", GAP, "");
}

static void fit_measures(sheet *s)
{
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (s->table->columns[c].kind == AN_COLUMN_MEASURES && s->widths[c] > 0)
         s->widths[c] = larger_of(1, ac_columns_width(&s->measures[c]));
}

void an_sheet_fit(an_sheet *s, ptrdiff_t number)
{
   fit_row(s, number);
   fit_measures(s);
}

static void fit_all(sheet *s)
{
   if (s->rest != NULL) {
      an_sheet_sum_rest(s);
      ac_columns_fit(&s->measures[an_sheet_measures(s)], s->rest);
   }
   fit_rows(s);
   fit_measures(s);
   make_room(s);
}

/* ---- Printing ---- */

static void print_field(FILE *out, const char *text, size_t width, bool is_right_)
{
   size_t n = an_text_name_columns(text);
   int pad = width > n ? (int)(width - n) : 0;
   if (is_right_)
      fprintf(out, "%*s", pad, "");
   an_text_name(out, text);
   fprintf(out, "%*s", is_right_ ? 0 : pad, "");
}

/* Behind a column, unless the line ends there. */
static void print_gap(const sheet *s, size_t c)
{
   bool ends = s->last == SIZE_MAX;
   for (size_t k = c + 1; k < s->table->n_columns; k++)
      ends = ends && s->widths[k] == 0;
   fprintf(s->page->out, "%*s", ends ? 0 : GAP, "");
}

void an_sheet_print_titles(const an_sheet *s)
{
   const an_page *page = s->page;
   an_page_colour(page, AN_COLOUR_HEADING);
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      if (s->widths[c] == 0 || c == s->last || c == s->below)
         continue;
      if (column->kind == AN_COLUMN_MEASURES)
         ac_columns_print_names(&s->measures[c], page->out);
      else
         print_field(page->out, an_sheet_label(s, c), s->widths[c],
                     an_sheet_is_right(column));
      print_gap(s, c);
   }
   an_page_colour(page, AN_COLOUR_NONE);
   if (s->last != SIZE_MAX)
      fputs(an_sheet_label(s, s->last), page->out);
   if (s->below != SIZE_MAX)
      fprintf(page->out, ", %s", an_sheet_label(s, s->below));
   putc('\n', page->out);
}

static void print_last(const sheet *s, ptrdiff_t number, size_t taken)
{
   enum { INDENT = 2, MOST_LEVELS = 30 };
   size_t depth = s->row.depth < MOST_LEVELS ? s->row.depth : MOST_LEVELS;
   if (depth > 0)
      fprintf(s->page->out, "%*s", (int)(INDENT * depth), "");
   an_sheet_print_last(s, number, room_of(s, taken + INDENT * depth));
   putc('\n', s->page->out);
}

/* A line, or several. */
static void print_below(const sheet *s, const char *text, size_t taken)
{
   FILE *out = s->page->out;
   size_t indent = taken + BELOW;
   size_t most = s->below == SIZE_MAX ? s->below_most
                                      : larger_of(s->below_most, s->widths[s->below]);
   if (s->last == SIZE_MAX || most > room_of(s, indent)) /* the same for all rows */
      indent = indent > BELOW_SHORT ? BELOW_SHORT : indent;
   for (const char *end = text; *text != '\0'; text = end + (*end == '\n')) {
      end = strchrnul(text, '\n');
      fprintf(out, "%*s", (int)indent, "");
      an_text_source_fit(out, text, (size_t)(end - text), room_of(s, indent));
      putc('\n', out);
   }
}

static void print_fields(const sheet *s)
{
   char text[AN_SHEET_CELL_B];
   an_colour colour = s->row.colour;
   FILE *out = s->page->out;
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      const an_cell *cell = &s->row.cells[c];
      if (s->widths[c] == 0 || c == s->last || c == s->below)
         continue;
      if (colour != AN_COLOUR_NONE)
         an_page_colour(s->page, colour);
      if (column->kind != AN_COLUMN_MEASURES)
         print_field(out, an_sheet_write(s, text, column, cell), s->widths[c],
                     an_sheet_is_right(column));
      else if (cell->counts == NULL)
         fprintf(out, "%*s", (int)s->widths[c], "");
      else
         ac_columns_print(&s->measures[c], out, cell->counts);
      if (colour != AN_COLOUR_NONE)
         an_page_colour(s->page, AN_COLOUR_NONE);
      colour = AN_COLOUR_NONE;
      print_gap(s, c);
   }
}

void an_sheet_print_fields(an_sheet *s, ptrdiff_t number)
{
   an_sheet_make_row(s, number);
   print_fields(s);
}

static void print_line(const sheet *s)
{
   an_fit fit;
   size_t n;
   an_fit_open(&fit);
   bool has_colour = s->page->scope.terminal->colour && s->row.colour != AN_COLOUR_NONE;
   if (has_colour)
      an_text_colour(fit.out, s->row.colour);
   an_text_name(fit.out, s->row.line);
   if (has_colour)
      an_text_colour(fit.out, AN_COLOUR_NONE);
   an_fit_end(&fit, &n);
   an_fit_wrap(&fit, s->page->scope.terminal->width, GAP, s->page->out);
   an_fit_close(&fit);
}

static void print_row(sheet *s, ptrdiff_t number)
{
   size_t taken = an_sheet_taken(s);
   an_sheet_make_row(s, number);
   add_up(s);
   if (s->row.is_apart)
      putc('\n', s->page->out);
   if (s->row.line != NULL)
      return print_line(s);
   print_fields(s);
   if (s->last == SIZE_MAX)
      putc('\n', s->page->out);
   else
      print_last(s, number, taken);
   if (s->below != SIZE_MAX && s->row.cells[s->below].text != NULL)
      print_below(s, s->row.cells[s->below].text, taken);
   if (s->row.below != NULL)
      print_below(s, s->row.below, taken);
}

/* ---- The whole ---- */

static void print_sheet(sheet *s)
{
   const an_table *table = s->table;
   fit_all(s);
   an_sheet_print_titles(s);
   if (table->totals & AN_FOR_PEOPLE)
      print_row(s, AN_TABLE_TOTAL);
   for (size_t i = 0; i < s->n; i++)
      print_row(s, (ptrdiff_t)i);
   if (s->rest != NULL)
      print_rest(s, an_sheet_measures(s));
}

size_t an_table_n_shown(const an_table *table, const ac_request *request)
{
   size_t most = table->is_whole                ? 0
                 : ac_request_is_short(request) ? table->n_limited
                 : request->n_top > 0           ? request->n_top
                 : request->is_limited          ? table->n_alone
                                                : 0;
   return most > 0 && most < table->n ? most : table->n;
}

/* In markup what is around the rows becomes paragraphs. */
static void end_paragraph(const sheet *s)
{
   if (s->page->scope.terminal->markup != NULL)
      an_markup_put_paragraph(s->page->scope.terminal->markup);
}

static void print_all(sheet *s)
{
   an_page *page = s->page;
   const an_table *table = s->table;
   an_markup *markup = page->scope.terminal->markup;
   if (table->heading != NULL)
      an_page_heading(page, table->heading, table->heading_name);
   if (table->print_intro != NULL)
      table->print_intro(table, page);
   end_paragraph(s);
   if ((table->n > 0 || (table->totals & AN_FOR_PEOPLE)) && markup != NULL)
      an_table_put_markup(s, markup);
   else if (table->n > 0 || (table->totals & AN_FOR_PEOPLE))
      print_sheet(s);
   else if (table->none != NULL)
      fprintf(page->out, "%s\n", table->none);
   an_page_more(page, table->n - s->n + table->n_more, table->noun,
                page->scope.request->by == NULL ? table->option : "--top=0");
   if (table->print_notes != NULL)
      table->print_notes(table, page);
   putc('\n', page->out);
   end_paragraph(s);
}

void an_table_print(an_page *page, const an_table *table)
{
   sheet s = { .page = page, .table = table };
   bool has_rows = table->n > 0 || (table->totals & AN_FOR_PEOPLE) != 0;
   if (!has_rows && table->none == NULL && table->heading == NULL)
      return;
   s.n = an_table_n_shown(table, page->scope.request);
   an_sheet_open(&s);
   print_all(&s);
   an_sheet_close(&s);
}

void an_tables_print(an_page *page, an_tables_open *open, size_t *n)
{
   an_tables tables;
   an_tables_begin(&tables, open, &page->scope, AN_FOR_PEOPLE);
   for (size_t i = 0; i < tables.n; i++)
      if (tables.of[i].is_for & AN_FOR_PEOPLE) {
         an_table_print(page, &tables.of[i]);
         ++*n;
      }
   an_tables_close(&tables);
}
