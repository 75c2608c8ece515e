/* an_table_page.c -- tables for the page: what people read, as columns and rows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_table.h"

#include "base/an_json_members.h"

#include <math.h>

#define LABEL "an.table"

/* A page is for people.  It has functions and lines elsewhere, too. */
enum { ROWS_MOST = 500, SPOTS_MOST = 20 };

typedef struct {
   const ac_scope *scope;
   const an_table *table;
   an_json_out *json;
   an_row row;
} sheet;

static bool is_shown(const an_column *column)
{
   return (column->is_for & AN_FOR_PEOPLE) && column->kind != AN_COLUMN_INTS
          && column->kind != AN_COLUMN_OWN;
}

/* As no other reader of its unit could. */
static bool is_written(const an_column *column)
{
   return column->write != NULL && column->unit == NULL
          && column->kind != AN_COLUMN_PERCENT;
}

static const char *kind_of(const an_column *column)
{
   switch (column->kind) {
   case AN_COLUMN_PERCENT: return "percent";
   case AN_COLUMN_RIGHT: return "right";
   case AN_COLUMN_TEXT:
   case AN_COLUMN_PATH: return "text";
   case AN_COLUMN_SPOT: return "spot";
   case AN_COLUMN_MEASURES: return "measure";
   case AN_COLUMN_FLAG: return "flag";
   default: return is_written(column) ? "right" : "number";
   }
}

/* ---- Columns ---- */

/* A column for each metric; its cells are numbers, of a pair two. */
static void put_measures(sheet *s)
{
   const ac_request *request = s->scope->request;
   for (size_t i = 0; i < request->show.n; i++)
      if (!request->is_pair || request->show.of[i].aspect == AC_CHANGE)
         AN_JSON_PUT_OBJECT(s->json, NULL, NULL, AN_JSON("kind", "measure"),
                            AN_JSON("key", request->show.of[i].metric->name));
}

static void put_column(sheet *s, const an_column *column)
{
   if (column->kind == AN_COLUMN_MEASURES)
      return put_measures(s);
   const char *label = column->kind == AN_COLUMN_SPOT ? s->table->label : column->label;
   AN_JSON_PUT_OBJECT(
      s->json, NULL, NULL, AN_JSON("kind", kind_of(column)),
      AN_JSON_IF_TEXT("key", column->key),
      AN_JSON("label", label == NULL ? column->key : label),
      AN_JSON_IF_TEXT("unit", column->unit),
      AN_JSON_WHEN(column->whole > 0,
                   an_json_put_number(s->json, "whole", column->whole, false)));
}

/* ---- Rows ---- */

static void put_counts(sheet *s, const int64_t *counts)
{
   const ac_request *request = s->scope->request;
   for (size_t i = 0; i < request->show.n; i++) {
      ac_measure m = request->show.of[i];
      bool is_whole = ac_metric_is_whole(m.metric);
      if (!request->is_pair) {
         long double value = counts == NULL ? NAN : ac_measure_value(&m, counts);
         an_json_put_number(s->json, NULL, value, is_whole);
      } else if (m.aspect == AC_CHANGE) {
         an_json_put_open(s->json, NULL, '[');
         for (int aspect = AC_BEFORE; counts != NULL && aspect <= AC_AFTER; aspect++) {
            m.aspect = (ac_aspect)aspect;
            an_json_put_number(s->json, NULL, ac_measure_value(&m, counts), is_whole);
         }
         an_json_put_close(s->json, ']');
      }
   }
}

static void put_written(sheet *s, const an_column *column, long double number)
{
   char text[2 * AN_TEXT_NUMBER_B];
   const an_page page = { .scope = *s->scope };
   an_json_put_text(s->json, NULL, column->write(&page, number, text));
}

static void put_cell(sheet *s, const an_column *column, const an_cell *cell)
{
   switch (column->kind) {
   case AN_COLUMN_MEASURES: put_counts(s, cell->counts); break;
   case AN_COLUMN_SPOT:
      an_json_put_open(s->json, NULL, '{');
      if (s->row.spot != NULL)
         ac_spot_put_json(s->json, s->scope->profile, s->row.spot);
      an_json_put_close(s->json, '}');
      break;
   case AN_COLUMN_FLAG:
      an_json_put_text(s->json, NULL,
                       isnan(cell->number) ? NULL
                       : cell->number != 0 ? "yes"
                                           : "no");
      break;
   default:
      if (is_written(column))
         put_written(s, column, cell->number);
      else if (isnan(cell->number))
         an_json_put_text(s->json, NULL, cell->text);
      else
         an_json_put_number(s->json, NULL, cell->number,
                            column->kind == AN_COLUMN_COUNT
                               || column->kind == AN_COLUMN_SHORT);
   }
}

/* The cells, and of some rows what else people see: how far the name is indented, and the
   text below. */
static void put_row(sheet *s, ptrdiff_t number)
{
   an_row_make(&s->row, s->table, number, SIZE_MAX);
   an_json_open_line(s->json, " ", NULL, '[');
   for (size_t c = 0; c < s->table->n_columns; c++)
      if (is_shown(&s->table->columns[c]))
         put_cell(s, &s->table->columns[c], &s->row.cells[c]);
   if (s->row.depth > 0 || s->row.below != NULL)
      AN_JSON_PUT_OBJECT(s->json, NULL, NULL, AN_JSON("depth", s->row.depth),
                         AN_JSON_IF_TEXT("below", s->row.below));
   an_json_put_close(s->json, ']');
}

static void put_rows(sheet *s, size_t n)
{
   an_json_open_line(s->json, " ", "rows", '[');
   for (size_t i = 0; i < n && !ferror(s->json->out); i++)
      put_row(s, (ptrdiff_t)i);
   an_json_put_close(s->json, ']');
}

/* ---- Tables ---- */

static size_t n_rows(const an_table *table)
{
   size_t most = ROWS_MOST;
   for (size_t c = 0; c < table->n_columns; c++)
      if (table->columns[c].kind == AN_COLUMN_SPOT)
         most = SPOTS_MOST;
   return table->n < most ? table->n : most;
}

static void put_table(sheet *s, const char *name)
{
   const an_table *table = s->table;
   size_t n = n_rows(table);
   s->row.cells = tk_get(s->scope->alloc, LABEL, table->n_columns * sizeof *s->row.cells);
   an_json_open_line(s->json, "", NULL, '{');
   AN_JSON_PUT(s->json, AN_JSON("name", name), AN_JSON_IF_TEXT("title", table->heading),
               AN_JSON("left_out", table->n - n));
   an_json_open_line(s->json, " ", "columns", '[');
   for (size_t c = 0; c < table->n_columns; c++)
      if (is_shown(&table->columns[c]))
         put_column(s, &table->columns[c]);
   an_json_put_close(s->json, ']');
   put_rows(s, n);
   an_json_put_close(s->json, '}');
   an_row_end(&s->row);
   tk_put(s->scope->alloc, s->row.cells);
}

void an_tables_put_page(an_json_out *json, const char *name, an_tables_open *open,
                        const ac_scope *scope)
{
   an_tables tables;
   an_tables_begin(&tables, open, scope, AN_FOR_PEOPLE);
   for (size_t i = 0; i < tables.n && !ferror(json->out); i++)
      if ((tables.of[i].is_for & AN_FOR_PEOPLE) && tables.of[i].n > 0)
         put_table(&(sheet){ &tables.scope, &tables.of[i], json, { .cells = NULL } },
                   name);
   an_tables_close(&tables);
}
