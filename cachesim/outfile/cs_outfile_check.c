/* cs_outfile_check.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_outfile_check.h"

#include "base/tk_count.h"

typedef struct {
   cs_outfile_header *header;
   tk_line *const *lines;
   size_t n_lines;
   uint64_t sums[CS_N_EVENTS]; /* of the lines */
} check;

/* Is this column, if it is exact, what the lines have?  If not, notes that those counts
   are left out. */
static bool agrees_column(check *c, cs_by by, uint32_t column, uint64_t found,
                          uint64_t expected)
{
   if (found == expected || c->sums[column] == TK_COUNT_MAX)
      return true;
   c->header->left_out[by] = (cs_contradiction){ c->header->columns->events[column],
                                                 found, expected };
   return false;
}

static bool agree_all(check *c, cs_by by, const uint64_t *found)
{
   for (uint32_t k = 0; k < c->header->columns->n; k++)
      if (!agrees_column(c, by, k, found[k], c->sums[k]))
         return false;
   return true;
}

static bool agree_instrs(check *c)
{
   const cs_instr_notes *notes = c->header->instrs;
   uint64_t sums[CS_N_EVENTS] = { 0 };
   if (notes == NULL)
      return true;
   for (size_t i = 0; i < notes->n_instrs; i++)
      tk_count_add_all(sums, notes->instrs[i]->counts, c->header->columns->n);
   return agree_all(c, CS_BY_INSTR, sums);
}

static bool agree_threads(check *c)
{
   const cs_thread_costs *threads = c->header->threads;
   uint64_t sums[CS_N_EVENTS] = { 0 };
   if (threads == NULL || !threads->is_on)
      return true;
   for (size_t i = 0; i < threads->n_rows; i++)
      tk_count_add_all(sums, threads->rows[i]->counts, c->header->columns->n);
   return agree_all(c, CS_BY_THREAD, sums);
}

static bool agree_paths(check *c)
{
   uint64_t sums[CS_N_EVENTS] = { 0 };
   if (c->header->paths == NULL)
      return true;
   cs_sums_total(c->header->paths->of.tree, sums);
   return agree_all(c, CS_BY_PATH, sums);
}

/* Do the cells of this line add up to it? */
static bool agrees_line(check *c, const tk_line *line)
{
   uint64_t sums[CS_N_EVENTS] = { 0 };
   const cs_cells *cells = c->header->data->cells;
   const cs_cell *cell = cs_cells_of(cells, line);
   for (; cell != NULL; cell = cell->next)
      tk_count_add_all(sums, cell->counts, cells->columns.n);
   for (uint32_t k = 0; k < cells->columns.n; k++) {
      uint32_t column = c->header->columns->of[cells->columns.events[k]];
      if (!agrees_column(c, CS_BY_DATUM, column, sums[k], line->counts[column]))
         return false;
   }
   return true;
}

static bool agree_data(check *c)
{
   const cs_data_notes *notes = c->header->data;
   if (notes == NULL || notes->cells == NULL)
      return true;
   for (size_t i = 0; i < c->n_lines; i++)
      if (!agrees_line(c, c->lines[i]))
         return false;
   return true;
}

void cs_outfile_check(cs_outfile_header *header, tk_line *const *lines, size_t n_lines)
{
   check c = { .header = header, .lines = lines, .n_lines = n_lines };
   for (size_t i = 0; i < n_lines; i++)
      tk_count_add_all(c.sums, lines[i]->counts, header->columns->n);
   if (!agree_instrs(&c))
      header->instrs = NULL;
   if (!agree_threads(&c))
      header->threads = NULL;
   if (!agree_paths(&c))
      header->paths = NULL;
   if (!agree_data(&c))
      header->data = NULL;
}
