/* cs_data_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_data_notes.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_sort.h"
#include "data/cs_data_names.h"
#include "data/cs_data_order.h"
#include "data/cs_look_notes.h"
#include "machine/cs_events.h"

#define LABEL "cs.data_notes"

/* Data with at least 1 / MOST_SHARE of all misses have their sets and looks written. */
enum { MOST_SHARE = 100 };

typedef struct {
   tk_text *out;
   const cs_data_notes *notes;
   cs_data_names names;
   cs_data **data; /* that are written, in order */
   size_t n_data;
   uint64_t misses;     /* of D1, of all data */
   uint32_t n_columns;  /* of a cell */
   const cs_cell **row; /* the cells of one row of the body */
   size_t n_row, row_capacity;
} writer;

/* ---- Which data -------------------------------------------------------- */

static uint64_t misses_of(const cs_data *data)
{
   return tk_count_add(data->counts[CS_CELL_READ], data->counts[CS_CELL_WRITE]);
}

static bool has_counts(const writer *w, const cs_cell *cell)
{
   uint64_t all = 0;
   for (uint32_t k = 0; k < w->n_columns; k++)
      all |= cell->counts[k];
   return all != 0;
}

static void sum_counts(writer *w, cs_data *const *data, size_t n)
{
   const cs_cells *cells = w->notes->cells;
   for (size_t i = 0; i < n; i++) {
      data[i]->is_counted = false;
      tk_count_clear_all(data[i]->counts, CS_CELL_COUNTS);
   }
   for (size_t i = 0; cells != NULL && i < cells->n; i++) {
      cs_data *of = cells->list[i]->data;
      of->is_counted |= has_counts(w, cells->list[i]);
      tk_count_add_all(of->counts, cells->list[i]->counts, CS_CELL_COUNTS);
   }
   for (size_t i = 0; i < n; i++)
      w->misses = tk_count_add(w->misses, misses_of(data[i]));
}

static bool is_written(const cs_data *data)
{
   return data->is_named || data->is_counted || data->use.n_lines > 0;
}

/* Numbers the data that are written, sorted, and all names that they need. */
static void choose_data(writer *w)
{
   size_t n;
   cs_data *const *data = cs_data_list(w->notes->data, &n);
   w->data = tk_get(w->notes->alloc, LABEL, n * sizeof *w->data);
   sum_counts(w, data, n);
   for (size_t i = 0; i < n; i++) {
      data[i]->number = 0;
      if (is_written(data[i]))
         w->data[w->n_data++] = data[i];
   }
   cs_data_order((const cs_data **)w->data, w->n_data, w->notes->binaries);
   for (size_t i = 0; i < w->n_data; i++) {
      w->data[i]->number = (uint32_t)i + 1;
      cs_data_names_add(&w->names, w->data[i]);
   }
}

/* ---- Data -------------------------------------------------------------- */

static void write_heap(writer *w, const cs_data *data)
{
   TK_TEXT_LINE(w->out, "#: dh % % % %", data->n_blocks, data->bytes, data->min_B,
                data->max_B);
   for (uint32_t i = 0; i < data->n_frames; i++)
      TK_TEXT_LINE(w->out, " %", cs_data_names_frame(&w->names, &data->frames[i]));
   tk_text_string(w->out, data->is_cut ? " ...\n" : "\n");
}

static void write_variable(writer *w, const cs_data *data)
{
   tk_text_string(w->out, data->key.kind == CS_DATA_TLS ? "#: dv t" : "#: dv s");
   TK_TEXT_LINE(w->out, " % & % %\n", cs_data_names_binary(&w->names, data->key.binary),
                data->key.start, data->key.size_B,
                cs_data_names_text(&w->names, data->key.name));
}

static void write_datum(writer *w, const cs_data *data)
{
   switch (data->key.kind) {
   case CS_DATA_HEAP: write_heap(w, data); break;
   case CS_DATA_STATIC:
   case CS_DATA_TLS: write_variable(w, data); break;
   case CS_DATA_STACK:
      TK_TEXT_LINE(w->out, "#: dk % %\n", cs_data_names_text(&w->names, data->key.name),
                   cs_data_names_text(&w->names, data->key.file));
      break;
   case CS_DATA_MAP:
      TK_TEXT_LINE(w->out, "#: dm %\n", cs_data_names_text(&w->names, data->key.name));
      break;
   case CS_DATA_BRK: tk_text_string(w->out, "#: dr brk\n"); break;
   case CS_DATA_UNKNOWN: tk_text_string(w->out, "#: dr unknown\n"); break;
   }
}

/* ---- Entries ----------------------------------------------------------- */

/* The class of a cell, as it is written: the stride is 0 at a single offset. */
static uint64_t residue_of(const cs_cell *cell)
{
   return cell->stride == 0 ? cell->offset : cell->offset % cell->stride;
}

/* By datum and place; without place first.  0: one entry. */
static int compare_cells(void *context, const void *a, const void *b)
{
   const cs_cell *x = a, *y = b;
   (void)context;
   return tk_compare(x->data->number, y->data->number)
      ?: tk_compare(x->place != CS_PLACE_NONE, y->place != CS_PLACE_NONE)
      ?: tk_compare(residue_of(x), residue_of(y))
      ?: tk_compare(x->stride, y->stride);
}

/* The instruction's number in the outfile; 0: these are not counted. */
static uint32_t instr_of(const cs_cell *cell)
{
   return cell->line->instr == NULL ? 0 : cell->line->instr->number;
}

static int compare_in_row(void *context, const void *a, const void *b)
{
   return compare_cells(context, a, b) ?: tk_compare(instr_of(a), instr_of(b));
}

static void add_to_row(writer *w, const tk_line *line)
{
   const cs_cell *cell = cs_cells_of(w->notes->cells, line);
   for (; cell != NULL; cell = cell->next) {
      if (!has_counts(w, cell))
         continue;
      TK_ARRAY_ROOM(w->notes->alloc, LABEL, w->row, w->n_row, w->row_capacity);
      w->row[w->n_row++] = cell;
   }
}

static void write_place(writer *w, const cs_cell *cell)
{
   if (cell->place == CS_PLACE_NONE)
      tk_text_string(w->out, " -");
   else
      TK_TEXT_LINE(w->out, " %", residue_of(cell));
   if (cell->place == CS_PLACE_NONE || cell->stride == 0)
      return;
   tk_text_char(w->out, '%');
   tk_text_u64(w->out, cell->stride);
}

/* The first cell behind i that differs from it; counts[] is the sum of those before. */
static size_t sum_equal(const writer *w, size_t i, tk_sort_compare *compare,
                        uint64_t *counts)
{
   const cs_cell *cell = w->row[i];
   tk_count_clear_all(counts, w->n_columns);
   for (; i < w->n_row && compare(NULL, w->row[i], cell) == 0; i++)
      tk_count_add_all(counts, w->row[i]->counts, w->n_columns);
   return i;
}

/* Writes what each instruction has of an entry. */
static void write_parts(writer *w, size_t i, size_t end)
{
   while (i < end && instr_of(w->row[i]) != 0) {
      uint64_t counts[CS_N_EVENTS];
      TK_TEXT_LINE(w->out, "#: dx %", instr_of(w->row[i]));
      i = sum_equal(w, i, compare_in_row, counts);
      tk_text_nonzero(w->out, counts, w->n_columns);
   }
}

/* Writes cell i of the row and those that are one with it; returns the next. */
static size_t write_entry(writer *w, size_t i)
{
   const cs_cell *cell = w->row[i];
   uint64_t counts[CS_N_EVENTS];
   size_t end = sum_equal(w, i, compare_cells, counts);
   TK_TEXT_LINE(w->out, "#: d % %", cell->line->at.number, cell->data->number);
   write_place(w, cell);
   tk_text_nonzero(w->out, counts, w->n_columns);
   write_parts(w, i, end);
   return end;
}

/* Are they in one row of the body; without names, in one note on code? */
static bool is_same_row(const tk_place *a, const tk_place *b)
{
   return a->file == b->file && a->fn == b->fn && a->number == b->number
          && (!tk_place_is_unnamed(a)
              || (a->object == b->object && a->start == b->start));
}

/* Writes what the entries that follow are of. */
static void write_name(writer *w, const tk_place *at, uint32_t number)
{
   if (tk_place_is_unnamed(at))
      TK_TEXT_LINE(w->out, "#: dn %:&\n", w->notes->objects[at->object], at->start);
   else
      TK_TEXT_LINE(w->out, "#: dn %\n", number);
}

static void write_entries(writer *w)
{
   tk_line *const *lines = w->notes->lines;
   const tk_place *last = NULL, *written = NULL;
   uint32_t number = 0; /* of the function in the body */
   for (size_t i = 0, n = w->notes->n_lines; i < n;) {
      const tk_place *at = &lines[i]->at;
      number += last == NULL || at->file != last->file || at->fn != last->fn;
      last = at;
      for (w->n_row = 0; i < n && is_same_row(&lines[i]->at, at); i++)
         add_to_row(w, lines[i]);
      if (w->n_row == 0)
         continue;
      if (written == NULL || written->file != at->file || written->fn != at->fn
          || tk_place_is_unnamed(at) || tk_place_is_unnamed(written))
         write_name(w, at, number);
      written = at;
      tk_sort((const void **)w->row, w->n_row, compare_in_row, NULL);
      for (size_t k = 0; k < w->n_row;)
         k = write_entry(w, k);
   }
}

/* ---- Use, sets and looks ----------------------------------------------- */

static void write_use(writer *w, const cs_data *data)
{
   if (data->use.n_lines != 0)
      TK_TEXT_LINE(w->out, "#: du % % % %\n", data->number, data->use.n_lines,
                   data->use.inside_B, data->use.used_B);
}

/* Readers refuse sets that contradict the entries. */
static bool agree_sets(const writer *w, const cs_data *data)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < w->notes->cells->setup.d1->n_sets; i++)
      sum = tk_count_add(sum, data->by_set[i]);
   return sum == misses_of(data);
}

static bool has_share(const writer *w, const cs_data *data)
{
   return misses_of(data) > 0 && misses_of(data) > (w->misses - 1) / MOST_SHARE;
}

static void write_sets(writer *w, const cs_data *data)
{
   if (data->by_set == NULL || !has_share(w, data) || !agree_sets(w, data))
      return;
   TK_TEXT_LINE(w->out, "#: de %", data->number);
   size_t n_sets = w->notes->cells->setup.d1->n_sets;
   for (size_t i = 0, next; i < n_sets; i = next) {
      for (next = i + 1; next < n_sets && data->by_set[next] == data->by_set[i];)
         next++;
      uint64_t count = tk_count_capped(data->by_set[i]);
      if (next > i + 1)
         TK_TEXT_LINE(w->out, " %*%", next - i, count);
      else
         TK_TEXT_LINE(w->out, " %", count);
   }
   tk_text_char(w->out, '\n');
}

static void write_looks(writer *w)
{
   bool has_head = false;
   for (size_t i = 0; i < w->n_data; i++) {
      if (w->data[i]->looks.n == 0 || !has_share(w, w->data[i]))
         continue;
      if (!has_head)
         cs_look_notes_head(w->out, w->notes->looks);
      has_head = true;
      cs_look_notes_datum(w->out, w->notes->looks, w->data[i]);
   }
}

/* ---- The whole --------------------------------------------------------- */

void cs_data_notes_head(tk_text *out, const cs_data_notes *notes)
{
   TK_TEXT_LINE(out, "#: data %", notes->limit_B);
   for (uint32_t k = 0; notes->cells != NULL && k < notes->cells->columns.n; k++) {
      const cs_columns *columns = &notes->cells->columns;
      tk_text_char(out, ' ');
      tk_text_string(out, cs_columns_name(columns, columns->events[k]));
   }
   tk_text_char(out, '\n');
}

static void write_all_data(writer *w)
{
   cs_data_names_write(w->out, &w->names);
   for (size_t i = 0; i < w->n_data; i++)
      write_datum(w, w->data[i]);
}

void cs_data_notes_write(tk_text *out, const cs_data_notes *notes)
{
   writer w = { .out = out,
                .notes = notes,
                .n_columns = notes->cells == NULL ? 0 : notes->cells->columns.n };
   cs_data_names_init(&w.names, notes->alloc, notes->binaries);
   choose_data(&w);
   write_all_data(&w);
   if (notes->cells != NULL)
      write_entries(&w);
   for (size_t i = 0; i < w.n_data; i++)
      write_use(&w, w.data[i]);
   for (size_t i = 0; i < w.n_data; i++)
      write_sets(&w, w.data[i]);
   if (notes->looks != NULL)
      write_looks(&w);
   cs_data_names_fini(&w.names);
   tk_put(notes->alloc, w.data);
   tk_put(notes->alloc, w.row);
}
