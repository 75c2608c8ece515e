/* an_sheet.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_sheet.h"

#include <math.h>
#include <string.h>

/* ---- Cells ---- */

bool an_sheet_is_right(const an_column *column)
{
   return column->kind != AN_COLUMN_TEXT && column->kind != AN_COLUMN_PATH
          && column->kind != AN_COLUMN_FLAG && column->kind != AN_COLUMN_SPOT;
}

static const char *write_value(char text[AN_SHEET_CELL_B], const an_column *column,
                               long double value)
{
   char share[AN_TEXT_NUMBER_B];
   if (value == 0)
      return ".";
   size_t n = an_text_value(text, roundl(value), true, false);
   if (column->whole != 0 && an_text_share(share, value, column->whole) > 0)
      sprintf(text + n, " %8s", share);
   return text;
}

const char *an_sheet_write(const an_sheet *s, char text[AN_SHEET_CELL_B],
                           const an_column *column, const an_cell *cell)
{
   if (cell->text != NULL)
      return cell->text;
   if (column->write != NULL)
      return column->write(s->page, cell->number, text);
   if (isnan(cell->number))
      return "";
   switch (column->kind) {
   case AN_COLUMN_COUNT: an_text_count(text, (int64_t)cell->number); return text;
   case AN_COLUMN_VALUE: return write_value(text, column, cell->number);
   case AN_COLUMN_SHORT: an_text_short(text, (int64_t)cell->number); return text;
   case AN_COLUMN_PERCENT:
      if (cell->number == 0)
         return ".";
      snprintf(text, AN_SHEET_CELL_B, "%.1Lf%%", cell->number);
      return text;
   case AN_COLUMN_FLAG: return cell->number != 0 ? "yes" : "no";
   case AN_COLUMN_NUMBER: an_text_value(text, cell->number, false, false); return text;
   default: return "";
   }
}

void an_sheet_make_row(an_sheet *s, ptrdiff_t number)
{
   const an_terminal *terminal = s->page->scope.terminal;
   bool is_wide = terminal->width == 0 || terminal->markup != NULL;
   an_row_make(&s->row, s->table, number, is_wide ? SIZE_MAX : terminal->width);
}

const char *an_sheet_label(const an_sheet *s, size_t c)
{
   const an_column *column = &s->table->columns[c];
   return column->kind == AN_COLUMN_SPOT ? s->table->label
          : column->label == NULL        ? column->key
                                         : column->label;
}

size_t an_sheet_measures(const an_sheet *s)
{
   size_t c = 0;
   while (s->table->columns[c].kind != AN_COLUMN_MEASURES)
      c++;
   return c;
}

void an_sheet_sum_rest(an_sheet *s)
{
   size_t n_events = ac_profile_n_events(s->page->scope.profile);
   memset(s->rest, 0, n_events * sizeof *s->rest);
   for (size_t i = s->n; i < s->table->n; i++) {
      an_sheet_make_row(s, (ptrdiff_t)i);
      const int64_t *counts = s->row.cells[an_sheet_measures(s)].counts;
      for (size_t e = 0; counts != NULL && e < n_events; e++)
         s->rest[e] += counts[e];
   }
}

void an_sheet_print_last(const an_sheet *s, ptrdiff_t number, size_t room)
{
   const an_page *page = s->page;
   const an_column *column = &s->table->columns[s->last];
   const an_cell *cell = &s->row.cells[s->last];
   if (s->table->print_last != NULL)
      s->table->print_last(s->table, number, page, room);
   else if (column->kind == AN_COLUMN_SPOT && s->row.spot != NULL)
      ac_spot_print(page, s->row.spot, room);
   else if (column->kind == AN_COLUMN_SPOT && cell->text == NULL)
      fputs("(program)", page->out);
   else if (column->kind == AN_COLUMN_PATH)
      an_text_path_fit(page->out, cell->text == NULL ? "" : cell->text, room);
   else
      an_text_name_fit(page->out, cell->text == NULL ? "" : cell->text, room);
}

/* ---- Columns ---- */

static void choose_columns(an_sheet *s)
{
   s->last = s->below = SIZE_MAX;
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      const char *label = an_sheet_label(s, c);
      bool is_shown = (column->is_for & AN_FOR_PEOPLE) != 0;
      s->widths[c] = !is_shown                            ? 0
                     : column->kind == AN_COLUMN_MEASURES ? 1
                                                          : an_text_name_columns(label);
      if (is_shown && s->widths[c] == 0)
         s->widths[c] = 1;
      if (is_shown && (s->last == SIZE_MAX || !s->table->columns[s->last].is_last))
         s->last = c;
   }
   if (an_sheet_is_right(&s->table->columns[s->last]))
      s->last = SIZE_MAX;
}

static void open_measures(an_sheet *s)
{
   const an_page *page = s->page;
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      if (column->kind != AN_COLUMN_MEASURES || !(column->is_for & AN_FOR_PEOPLE))
         continue;
      const ac_measures *shown = column->measures == NULL ? &page->shown->measures
                                                          : column->measures;
      ac_columns_open(&s->measures[c], page->scope.alloc, page->scope.profile, shown,
                      page->scope.request->percents && !column->no_percents);
      if (column->suffix != NULL)
         ac_columns_set_suffix(&s->measures[c], column->suffix);
   }
}

void an_sheet_open(an_sheet *s)
{
   const tk_alloc *alloc = s->page->scope.alloc;
   size_t n = s->table->n_columns;
   bool has_rest = s->table->sums_rest && s->n < s->table->n;
   s->row.cells = tk_get(alloc, AN_LABEL, n * sizeof *s->row.cells);
   s->widths = tk_get(alloc, AN_LABEL, n * sizeof *s->widths);
   s->measures = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *s->measures);
   if (has_rest)
      s->rest = tk_get(alloc, AN_LABEL,
                       ac_profile_n_events(s->page->scope.profile) * sizeof *s->rest);
   choose_columns(s);
   open_measures(s);
}

void an_sheet_close(an_sheet *s)
{
   an_row_end(&s->row);
}
