/* an_table_out.c -- tables for programs: JSON and CSV; and for the page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_table.h"

#include "base/an_json_members.h"

#include <math.h>
#include <string.h>

/* A value to write. */
typedef struct {
   const an_column *column; /* NULL: an empty one */
   const an_cell *cell;     /* of each row */
} field;

typedef struct {
   const ac_scope *scope;
   const an_table *table;
   an_row row;
   field *fields;
   size_t n_fields;
} source;

static bool is_same(const char *a, const char *b)
{
   return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The column of the table that is the `like` of another; NULL: it has none. */
static const an_column *column_like(const an_table *table, const an_column *like)
{
   for (size_t c = 0; c < table->n_columns; c++)
      if ((table->columns[c].is_for & AN_FOR_CSV) && table->columns[c].kind == like->kind
          && is_same(table->columns[c].key, like->key)
          && is_same(table->columns[c].suffix, like->suffix))
         return &table->columns[c];
   return NULL;
}

/* Lists the fields of `first` once: a table can have a million rows. */
static void find_fields(source *s, const an_table *first, unsigned is_for)
{
   const an_table *table = s->table;
   for (size_t c = 0; c < first->n_columns; c++) {
      const an_column *column = &first->columns[c];
      if (!(column->is_for & is_for))
         continue;
      if (table != first)
         column = column_like(table, column);
      s->fields[s->n_fields++] = (field){
         column, column == NULL ? NULL : &s->row.cells[column - table->columns]
      };
   }
}

/* For the fields of `first`. */
static void open_source(source *s, const ac_scope *scope, const an_table *table,
                        const an_table *first, unsigned is_for)
{
   *s = (source){ .scope = scope, .table = table };
   s->fields = tk_get(scope->alloc, AN_LABEL, first->n_columns * sizeof *s->fields);
   s->row.cells = tk_get(scope->alloc, AN_LABEL, table->n_columns * sizeof *s->row.cells);
   find_fields(s, first, is_for);
}

static void close_source(source *s)
{
   an_row_end(&s->row);
}

static void make_row(source *s, ptrdiff_t number)
{
   an_row_make(&s->row, s->table, number, SIZE_MAX);
}

/* What a column writes itself, as a member or as a field. */
static void put_own(const source *s, const an_column *column, const an_cell *cell,
                    ptrdiff_t number, an_json_out *json, an_csv_out *csv)
{
   if (column->put_json != NULL)
      column->put_json(s->table, &s->row, json);
   else if (column->put_value != NULL)
      column->put_value(s->scope, cell->number, json, csv);
   else
      column->put(s->table, number, json, csv);
}

/* ---- JSON ---- */

void an_table_put_measures(an_json_out *json, const char *key, const ac_request *request,
                           const int64_t *counts)
{
   const char *const sides[] = { "old", "new" };
   if (counts == NULL && !request->is_pair)
      return an_json_put_null(json, key);
   for (int side = 0; side < (request->is_pair ? 2 : 1); side++) {
      an_json_put_open(json, request->is_pair ? sides[side] : key, '[');
      for (size_t i = 0; i < request->show.n; i++) {
         ac_measure m = request->show.of[i];
         if (request->is_pair && m.aspect != AC_CHANGE)
            continue; /* each metric has one of these */
         m.aspect = !request->is_pair ? AC_VALUE : side == 0 ? AC_BEFORE : AC_AFTER;
         an_json_put_number(json, NULL,
                            counts == NULL ? NAN : ac_measure_value(&m, counts),
                            ac_metric_is_whole(m.metric));
      }
      an_json_put_close(json, ']');
   }
}

static bool is_empty(const an_cell *cell)
{
   return isnan(cell->number) && cell->text == NULL && cell->counts == NULL;
}

static void put_member(an_json_out *json, const char *key, const source *s,
                       const an_column *column, const an_cell *cell, ptrdiff_t number)
{
   switch (column->kind) {
   case AN_COLUMN_COUNT:
   case AN_COLUMN_SHORT: an_json_put_number(json, key, cell->number, true); break;
   case AN_COLUMN_VALUE:
   case AN_COLUMN_NUMBER:
   case AN_COLUMN_PERCENT: an_json_put_number(json, key, cell->number, false); break;
   case AN_COLUMN_TEXT:
   case AN_COLUMN_RIGHT:
   case AN_COLUMN_PATH: an_json_put_text(json, key, cell->text); break;
   case AN_COLUMN_FLAG:
      if (isnan(cell->number))
         an_json_put_null(json, key);
      else
         an_json_put_bool(json, key, cell->number != 0);
      break;
   case AN_COLUMN_INTS: an_json_put_ints(json, key, cell->counts, cell->n); break;
   case AN_COLUMN_MEASURES:
      an_table_put_measures(json, column->key, s->scope->request, cell->counts);
      break;
   case AN_COLUMN_SPOT:
      if (s->row.spot != NULL)
         ac_spot_put_json(json, s->scope->profile, s->row.spot);
      break;
   case AN_COLUMN_OWN: put_own(s, column, cell, number, json, NULL); break;
   }
}

static void put_object(an_json_out *json, source *s, ptrdiff_t number)
{
   const char *array = NULL;
   make_row(s, number);
   for (size_t i = 0; i < s->n_fields; i++) {
      const an_column *column = s->fields[i].column;
      const an_cell *cell = s->fields[i].cell;
      if (column->omits_empty && is_empty(cell))
         continue;
      if (array != NULL && !is_same(array, column->array))
         an_json_put_close(json, ']');
      if (column->array != NULL && !is_same(array, column->array))
         an_json_put_open(json, column->array, '[');
      array = column->array;
      put_member(json, array == NULL ? column->key : NULL, s, column, cell, number);
   }
   if (array != NULL)
      an_json_put_close(json, ']');
}

/* An array of the rows. */
static void put_table(an_json_out *json, const ac_scope *scope, const char *key,
                      const an_table *table)
{
   source s;
   open_source(&s, scope, table, table, AN_FOR_JSON);
   if (table->totals & AN_FOR_JSON) {
      an_json_open_line(json, "", "total", '{');
      put_object(json, &s, AN_TABLE_TOTAL);
      an_json_put_close(json, '}');
   }
   an_json_open_line(json, "", key, '[');
   for (size_t i = 0; i < table->n && !ferror(json->out); i++) {
      an_json_open_line(json, " ", NULL, '{');
      put_object(json, &s, (ptrdiff_t)i);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
   close_source(&s);
}

static void put_tables(an_json_out *json, const an_tables *tables)
{
   const char *group = NULL;
   for (size_t i = 0; i < tables->n; i++) {
      const an_table *table = &tables->of[i];
      if (!(table->is_for & AN_FOR_JSON))
         continue;
      if (group != NULL && !is_same(group, table->group))
         an_json_put_close(json, '}');
      if (table->group != NULL && !is_same(group, table->group))
         an_json_open_line(json, "", table->group, '{');
      group = table->group;
      if (table->put_head != NULL)
         table->put_head(table, json);
      put_table(json, &tables->scope, table->key, table);
   }
   if (group != NULL)
      an_json_put_close(json, '}');
}

/* The table that is the member itself; NULL: it is an object. */
static const an_table *only_table(const an_tables *tables)
{
   for (size_t i = 0; i < tables->n; i++)
      if ((tables->of[i].is_for & AN_FOR_JSON) && tables->of[i].key == NULL)
         return &tables->of[i];
   return NULL;
}

static bool has_tables(const an_tables *tables)
{
   size_t i = 0;
   while (i < tables->n && !(tables->of[i].is_for & AN_FOR_JSON))
      i++;
   return i < tables->n;
}

void an_tables_put_json(an_json_out *json, const char *key, an_tables_open *open,
                        const ac_scope *scope)
{
   an_tables tables;
   an_tables_begin(&tables, open, scope, AN_FOR_JSON);
   const an_table *only = only_table(&tables);
   if (only != NULL) {
      put_table(json, scope, key, only);
   } else if (has_tables(&tables)) {
      an_json_open_line(json, "", key, '{');
      put_tables(json, &tables);
      an_json_put_close(json, '}');
   }
   an_tables_close(&tables);
}

/* ---- The page ---- */

/* A page is for people.  It has functions and lines elsewhere, too. */
enum { ROWS_MOST = 500, SPOTS_MOST = 20 };

/* In a way of its own: the page could not. */
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
   case AN_COLUMN_FLAG: return "flag";
   case AN_COLUMN_MEASURES: return "measures";
   default: return is_written(column) ? "right" : "number";
   }
}

/* The names of the measures' metrics. */
static void put_metrics(an_json_out *json, const ac_request *request)
{
   const ac_measure *of = request->show.of;
   AN_JSON_PUT_ARRAY(json, NULL, "metrics", i, request->show.n,
                     AN_JSON_WHEN(!request->is_pair || of[i].aspect == AC_CHANGE,
                                  AN_JSON(NULL, of[i].metric->name)));
}

static void put_column(an_json_out *json, const source *s, const an_column *column)
{
   const char *label = column->kind == AN_COLUMN_SPOT ? s->table->label : column->label;
   AN_JSON_PUT_OBJECT(
      json, NULL, NULL, AN_JSON("kind", kind_of(column)),
      AN_JSON_IF_TEXT("key", column->key),
      AN_JSON("label", label == NULL ? column->key : label),
      AN_JSON_IF_TEXT("unit", column->unit),
      AN_JSON_WHEN(column->whole > 0, AN_JSON_NUMBER("whole", column->whole)),
      AN_JSON_WHEN(column->kind == AN_COLUMN_MEASURES,
                   put_metrics(json, s->scope->request)));
}

static void put_cell(an_json_out *json, const source *s, const field *f, ptrdiff_t number)
{
   const an_column *column = f->column;
   const an_cell *cell = f->cell;
   char text[2 * AN_TEXT_NUMBER_B];
   if (column->kind == AN_COLUMN_MEASURES || column->kind == AN_COLUMN_SPOT)
      AN_JSON_PUT_OBJECT(json, NULL, NULL,
                         put_member(json, column->key, s, column, cell, number));
   else if (is_written(column))
      an_json_put_text(
         json, NULL, column->write(&(an_page){ .scope = *s->scope }, cell->number, text));
   else if (column->kind == AN_COLUMN_RIGHT && !isnan(cell->number))
      an_json_put_number(json, NULL, cell->number, true);
   else
      put_member(json, NULL, s, column, cell, number);
}

/* The cells, and of some rows what else people see: how far the name is indented, and the
   text below. */
static void put_cells(an_json_out *json, source *s, ptrdiff_t number)
{
   make_row(s, number);
   an_json_open_line(json, " ", NULL, '[');
   for (size_t i = 0; i < s->n_fields; i++)
      put_cell(json, s, &s->fields[i], number);
   if (s->row.depth > 0 || s->row.below != NULL)
      AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("depth", s->row.depth),
                         AN_JSON_IF_TEXT("below", s->row.below));
   an_json_put_close(json, ']');
}

static size_t n_in_page(const source *s)
{
   size_t most = ROWS_MOST;
   for (size_t i = 0; i < s->n_fields; i++)
      if (s->fields[i].column->kind == AN_COLUMN_SPOT)
         most = SPOTS_MOST;
   return s->table->n < most ? s->table->n : most;
}

static void put_in_page(an_json_out *json, const char *name, const ac_scope *scope,
                        const an_table *table)
{
   source s;
   open_source(&s, scope, table, table, AN_FOR_PEOPLE);
   size_t n = n_in_page(&s);
   an_json_open_line(json, "", NULL, '{');
   AN_JSON_PUT(json, AN_JSON("name", name), AN_JSON_IF_TEXT("title", table->heading),
               AN_JSON("left_out", table->n - n));
   AN_JSON_PUT_ARRAY(json, " ", "columns", i, s.n_fields,
                     put_column(json, &s, s.fields[i].column));
   AN_JSON_PUT_ARRAY(json, " ", "rows", i, ferror(json->out) ? 0 : n,
                     put_cells(json, &s, (ptrdiff_t)i));
   an_json_put_close(json, '}');
   close_source(&s);
}

void an_tables_put_page(an_json_out *json, const char *name, an_tables_open *open,
                        const ac_scope *scope)
{
   an_tables tables;
   an_tables_begin(&tables, open, scope, AN_FOR_PEOPLE);
   for (size_t i = 0; i < tables.n; i++)
      if ((tables.of[i].is_for & AN_FOR_PEOPLE) && tables.of[i].n > 0)
         put_in_page(json, name, &tables.scope, &tables.of[i]);
   an_tables_close(&tables);
}

/* ---- CSV ---- */

void an_table_put_fields(an_csv_out *csv, const ac_request *request, const char *suffix,
                         const int64_t *counts, bool are_titles)
{
   const ac_aspect aspects[] = { AC_BEFORE, AC_AFTER };
   const char *const suffixes[] = { " old", " new" };
   char end[32];
   for (size_t i = 0; i < request->show.n; i++) {
      ac_measure m = request->show.of[i];
      if (request->is_pair && m.aspect != AC_CHANGE)
         continue;
      for (int side = 0; side < (request->is_pair ? 2 : 1); side++) {
         m.aspect = request->is_pair ? aspects[side] : m.aspect;
         if (are_titles) {
            snprintf(end, sizeof end, "%s%s", suffix == NULL ? "" : suffix,
                     request->is_pair ? suffixes[side] : "");
            an_csv_put_title(csv, m.metric->name, end);
         } else if (counts == NULL) {
            an_csv_put_empty(csv);
         } else {
            an_csv_put_number(csv, ac_measure_value(&m, counts),
                              ac_metric_is_whole(m.metric));
         }
      }
   }
}

static void put_titles(an_csv_out *csv, const source *s)
{
   for (size_t i = 0; i < s->n_fields; i++) {
      const an_column *column = s->fields[i].column;
      if (column->kind == AN_COLUMN_SPOT)
         ac_spot_put_titles(csv);
      else if (column->kind == AN_COLUMN_MEASURES)
         an_table_put_fields(csv, s->scope->request, column->suffix, NULL, true);
      else
         an_csv_put_title(csv, column->key, column->suffix == NULL ? "" : column->suffix);
   }
   an_csv_end_record(csv);
}

static void put_field(an_csv_out *csv, const source *s, const an_column *column,
                      const an_cell *cell, ptrdiff_t number)
{
   switch (column->kind) {
   case AN_COLUMN_COUNT:
   case AN_COLUMN_SHORT: an_csv_put_number(csv, cell->number, true); break;
   case AN_COLUMN_VALUE:
   case AN_COLUMN_NUMBER:
   case AN_COLUMN_PERCENT: an_csv_put_number(csv, cell->number, false); break;
   case AN_COLUMN_TEXT:
   case AN_COLUMN_RIGHT:
   case AN_COLUMN_PATH: an_csv_put_text(csv, cell->text == NULL ? "" : cell->text); break;
   case AN_COLUMN_FLAG:
      an_csv_put_shown(csv, isnan(cell->number) ? "" : cell->number != 0 ? "yes" : "no");
      break;
   case AN_COLUMN_MEASURES:
      an_table_put_fields(csv, s->scope->request, column->suffix, cell->counts, false);
      break;
   case AN_COLUMN_SPOT: ac_spot_put_csv(csv, s->scope->profile, s->row.spot); break;
   case AN_COLUMN_OWN: put_own(s, column, cell, number, NULL, csv); break;
   case AN_COLUMN_INTS: break;
   }
}

static void put_record(an_csv_out *csv, source *s, ptrdiff_t number)
{
   make_row(s, number);
   for (size_t i = 0; i < s->n_fields; i++) {
      const field *f = &s->fields[i];
      if (f->column == NULL)
         an_csv_put_empty(csv);
      else
         put_field(csv, s, f->column, f->cell, number);
   }
   an_csv_end_record(csv);
}

/* The records of a table, with the columns of the first one. */
static void put_records(an_csv_out *csv, const ac_scope *scope, const an_table *first,
                        const an_table *table)
{
   source s;
   open_source(&s, scope, table, first, AN_FOR_CSV);
   if (table == first)
      put_titles(csv, &s);
   if (table->totals & AN_FOR_CSV)
      put_record(csv, &s, AN_TABLE_TOTAL);
   for (size_t i = 0; i < table->n && !ferror(csv->out); i++)
      put_record(csv, &s, (ptrdiff_t)i);
   close_source(&s);
}

void an_tables_put_csv(FILE *out, an_tables_open *open, const ac_scope *scope)
{
   an_csv_out csv = { .out = out };
   an_tables tables;
   const an_table *first = NULL;
   an_tables_begin(&tables, open, scope, AN_FOR_CSV);
   for (size_t i = 0; i < tables.n; i++) {
      const an_table *table = &tables.of[i];
      if (!(table->is_for & AN_FOR_CSV))
         continue;
      first = first == NULL ? table : first;
      put_records(&csv, scope, first, table);
   }
   an_tables_close(&tables);
}
