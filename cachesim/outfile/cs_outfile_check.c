/* cs_outfile_check.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_outfile_check.h"

#include "base/tk_count.h"

typedef struct {
   cs_outfile_header *header;
   tk_line *const *lines;
   size_t n_lines;
   uint64_t sums[CS_N_EVENTS]; /* of the lines */
} check;

static bool is_exact(const check *c, cs_event e)
{
   return cs_columns_have(c->header->columns, e) && c->sums[e] < TK_COUNT_MAX;
}

static void add(uint64_t sums[CS_N_EVENTS], const uint64_t *counts, uint32_t n)
{
   for (uint32_t e = 0; e < n; e++)
      sums[e] = tk_count_add(sums[e], counts[e]);
}

/* Notes that those counts are left out.  False, always. */
static bool refuse(check *c, cs_by by, cs_event e, uint64_t found, uint64_t expected)
{
   c->header->left_out[by] = (cs_contradiction){ e, found, expected };
   return false;
}

/* Is each exact event as often in `found` as in the lines? */
static bool is_equal(check *c, cs_by by, const uint64_t found[CS_N_EVENTS])
{
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (is_exact(c, e) && found[e] != c->sums[e])
         return refuse(c, by, e, found[e], c->sums[e]);
   return true;
}

static bool agree_threads(check *c)
{
   const cs_thread_costs *threads = c->header->threads;
   uint64_t sums[CS_N_EVENTS] = { 0 };
   if (threads == NULL || !threads->is_on)
      return true;
   for (size_t i = 0; i < threads->n_rows; i++)
      add(sums, threads->rows[i]->counts, CS_N_EVENTS);
   return is_equal(c, CS_BY_THREAD, sums);
}

static bool agree_paths(check *c)
{
   uint64_t sums[CS_N_EVENTS] = { 0 };
   if (c->header->paths == NULL)
      return true;
   cs_sums_total(c->header->paths->of.tree, sums);
   return is_equal(c, CS_BY_PATH, sums);
}

/* Do the cells of this line add up to it? */
static bool agrees_line(check *c, const tk_line *line, const uint32_t columns[],
                        const cs_event events[], uint32_t n)
{
   uint64_t sums[CS_CELL_COUNTS_MOST] = { 0 };
   const cs_cell *cell = cs_cells_of(c->header->data->cells, line);
   for (; cell != NULL; cell = cell->next)
      for (uint32_t k = 0; k < n; k++)
         sums[k] = tk_count_add(sums[k], cell->counts[columns[k]]);
   for (uint32_t k = 0; k < n; k++)
      if (is_exact(c, events[k]) && sums[k] != line->counts[events[k]])
         return refuse(c, CS_BY_DATUM, events[k], sums[k], line->counts[events[k]]);
   return true;
}

static bool agree_data(check *c)
{
   const cs_data_notes *notes = c->header->data;
   uint32_t columns[CS_CELL_COUNTS_MOST];
   cs_event events[CS_CELL_COUNTS_MOST];
   if (notes == NULL || notes->cells == NULL || notes->cells->has_failed)
      return true;
   uint32_t n = cs_data_notes_columns(notes->cells, columns, events);
   for (size_t i = 0; i < c->n_lines; i++)
      if (!agrees_line(c, c->lines[i], columns, events, n))
         return false;
   return true;
}

void cs_outfile_check(cs_outfile_header *header, tk_line *const *lines, size_t n_lines)
{
   check c = { .header = header, .lines = lines, .n_lines = n_lines };
   for (size_t i = 0; i < n_lines; i++)
      add(c.sums, lines[i]->counts, cs_columns_n(header->columns));
   if (!agree_threads(&c))
      header->threads = NULL;
   if (!agree_paths(&c))
      header->paths = NULL;
   if (!agree_data(&c))
      header->data = NULL;
}
