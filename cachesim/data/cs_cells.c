/* cs_cells.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_cells.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_gcd.h"
#include "base/tk_hash.h"

#define LABEL "cs.cells"

/* Misses of data, and of what is counted the reasons and what a sweep counts. */
static cs_columns columns_of(const cs_columns *counted)
{
   cs_columns columns = cs_columns_none();
   cs_columns_add(&columns, CS_D1MR, 2);
   cs_columns_add(&columns, CS_D1MW, 2);
   for (uint32_t k = 0; counted != NULL && k < counted->n; k++) {
      cs_event e = counted->events[k];
      if (e >= CS_SWEEP || tk_events[e].reason > 0)
         cs_columns_add(&columns, e, 1);
   }
   for (int i = 0; counted != NULL && i < CS_SWEEPS_MAX; i++)
      columns.sweep_names[i] = counted->sweep_names[i];
   return columns;
}

void cs_cells_init(cs_cells *cells, const cs_cells_setup *setup)
{
   *cells = (cs_cells){ .setup = *setup,
                        .columns = columns_of(setup->columns),
                        .table = { .alloc = setup->alloc, .label = LABEL },
                        .lines = { .alloc = setup->alloc, .label = LABEL } };
   tk_arena_init(&cells->arena, setup->alloc, LABEL);
   tk_arena_init(&cells->sets, setup->alloc, LABEL);
}

void cs_cells_fini(cs_cells *cells)
{
   tk_arena_free(&cells->arena);
   tk_arena_free(&cells->sets);
   tk_table_fini(&cells->table);
   tk_table_fini(&cells->lines);
   tk_put(cells->setup.alloc, cells->list);
}

void cs_cells_zero(cs_cells *cells, cs_data *const *data, size_t n_data)
{
   cs_cells_setup setup = cells->setup;
   for (size_t i = 0; i < n_data; i++)
      data[i]->by_set = NULL;
   cs_cells_fini(cells);
   cs_cells_init(cells, &setup);
}

/* ---- Finding ----------------------------------------------------------- */

/* What tells cells apart. */
typedef struct {
   const tk_line *line;
   cs_data *data;
   uint64_t key;
   cs_place place;
} sought;

static uint64_t hash_of(const sought *s)
{
   uint64_t hash = (uintptr_t)s->line + s->data->index * UINT64_C(0x9e3779b97f4a7c15)
                   + s->key * UINT64_C(0xc2b2ae3d27d4eb4f) + s->place;
   return tk_hash_word(hash);
}

/* Where the cell is if it was used lately: most misses repeat a few of them. */
static cs_cell **recent_of(cs_cells *cells, const sought *s)
{
   uintptr_t slot = (uintptr_t)s->line >> 4 ^ (uintptr_t)s->key ^ (uintptr_t)s->key >> 5
                    ^ (uintptr_t)s->data->index * 37;
   return &cells->recent[slot & (CS_CELLS_RECENT - 1)];
}

static bool is_sought(const cs_cell *cell, const sought *s)
{
   return cell->line == s->line && cell->data == s->data && cell->key == s->key
          && cell->place == s->place;
}

static cs_cell *find_cell(const cs_cells *cells, const sought *s)
{
   uint64_t hash = hash_of(s);
   TK_TABLE_EACH(i, &cells->table, hash)
      if (is_sought(cells->list[i], s))
         return cells->list[i];
   return NULL;
}

static uint64_t hash_of_line(const tk_line *line)
{
   return tk_hash_word((uintptr_t)line);
}

const cs_cell *cs_cells_of(const cs_cells *cells, const tk_line *line)
{
   TK_TABLE_EACH(i, &cells->lines, hash_of_line(line))
      if (tk_line_whole(cells->list[i]->line) == line)
         return cells->list[i];
   return NULL;
}

/* ---- Adding ------------------------------------------------------------ */

/* Puts the new cell `i` into the list of its line, behind the first. */
static void join_line(cs_cells *cells, uint32_t i)
{
   cs_cell *cell = cells->list[i];
   const tk_line *line = tk_line_whole(cell->line);
   cs_cell *first = (cs_cell *)cs_cells_of(cells, line);
   if (first == NULL) {
      tk_table_add(&cells->lines, hash_of_line(line), i);
   } else {
      cell->next = first->next;
      first->next = cell;
   }
}

static cs_cell *add_cell(cs_cells *cells, const sought *s, uint64_t offset)
{
   TK_ARRAY_ROOM(cells->setup.alloc, LABEL, cells->list, cells->n, cells->capacity);
   size_t counts_B = cells->columns.n * sizeof(uint64_t);
   cs_cell *cell = tk_arena_get(&cells->arena, sizeof *cell + counts_B);
   *cell = (cs_cell){ .line = s->line,
                      .data = s->data,
                      .key = s->key,
                      .offset = s->place == CS_PLACE_NONE ? 0 : offset,
                      .place = s->place };
   tk_count_clear_all(cell->counts, cells->columns.n);
   uint32_t i = (uint32_t)cells->n++;
   cells->list[i] = cell;
   tk_table_add(&cells->table, hash_of(s), i);
   join_line(cells, i);
   cells->n_placed += s->place != CS_PLACE_NONE;
   return cell;
}

/* Finds the cell, or adds it.  Above the most cells it has no
   place. */
static cs_cell *cell_of(cs_cells *cells, sought s, uint64_t offset)
{
   cs_cell *cell = find_cell(cells, &s);
   if (cell == NULL && s.place != CS_PLACE_NONE && cells->n_placed >= cells->setup.most) {
      s.place = CS_PLACE_NONE;
      s.key = 0;
      cell = find_cell(cells, &s);
   }
   return cell != NULL ? cell : add_cell(cells, &s, offset);
}

/* ---- Counting ---------------------------------------------------------- */

/* Most strides are powers of two, and 0 divides 0 only: this needs no division then. */
static bool divides_difference(uint64_t stride, uint64_t difference)
{
   return (stride & (stride - 1)) == 0 ? (difference & (stride - 1)) == 0
                                       : difference % stride == 0;
}

/* The residue class takes in the offset. */
static void widen_cell(cs_cell *cell, uint64_t offset)
{
   uint64_t difference = offset > cell->offset ? offset - cell->offset
                                               : cell->offset - offset;
   if (!divides_difference(cell->stride, difference))
      cell->stride = tk_gcd(difference, cell->stride);
}

static void count_set(cs_cells *cells, cs_data *data, uintptr_t addr)
{
   if (data->by_set == NULL) {
      size_t n_sets = cells->setup.d1->n_sets;
      data->by_set = tk_arena_get(&cells->sets, n_sets * sizeof *data->by_set);
      for (size_t i = 0; i < n_sets; i++)
         data->by_set[i] = 0;
   }
   data->by_set[cs_filter_set(cells->setup.d1, addr)]++;
}

static cs_place place_in(const cs_cells *cells, const cs_data_at *at)
{
   if (at->data->key.kind > CS_DATA_TLS)
      return CS_PLACE_NONE;
   return at->size_B != 0 && at->size_B <= cells->setup.limit_B ? CS_PLACE_AT
                                                                : CS_PLACE_CLASS;
}

static uint64_t *counts_of(cs_cells *cells, const sought *s)
{
   cs_cell **recent = recent_of(cells, s);
   cs_cell *cell = *recent;
   if (cell == NULL || !is_sought(cell, s))
      cell = *recent = cell_of(cells, *s, cells->at.offset);
   if (cell->place == CS_PLACE_CLASS)
      widen_cell(cell, cells->at.offset);
   return cells->counts = cell->counts;
}

uint64_t *cs_cells_miss(cs_cells *cells, const tk_line *line, uintptr_t instr,
                        uintptr_t addr, bool is_write)
{
   cs_data_at *at = &cells->at;
   cells->setup.find(addr, at);
   cs_place place = place_in(cells, at);
   sought s = { .line = line,
                .data = at->data,
                .place = place,
                .key = place == CS_PLACE_AT      ? at->offset
                       : place == CS_PLACE_CLASS ? instr
                                                 : 0 };
   uint64_t *counts = counts_of(cells, &s) + (is_write ? CS_CELL_WRITE : CS_CELL_READ);
   count_set(cells, at->data, addr);
   counts[0]++;
   return counts + 1;
}

uint64_t *cs_cells_fetch(cs_cells *cells, const tk_line *line, uintptr_t instr)
{
   cells->setup.find_code(instr, &cells->at);
   sought s = { .line = line, .data = cells->at.data, .place = CS_PLACE_NONE };
   counts_of(cells, &s);
   return &cells->fetches;
}
