/* ac_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_lines.h"

#include "base/an_packed.h"
#include "counts/ac_profile_private.h"

#include <stdlib.h>
#include <string.h>

struct an_row {
   uint32_t line;
   const unsigned char *counts; /* packed */
};

static int compare_rows(const void *a, const void *b)
{
   const struct an_row *x = a, *y = b;
   return (x->line > y->line) - (x->line < y->line);
}

/* Appends the block's rows to lines->rows. */
static void list_rows(ac_lines *lines, const ac_block *b)
{
   const unsigned char *at = b->rows;
   for (size_t i = 0; i < b->n_rows; i++) {
      uint32_t line;
      at = an_packed_get_line(at, &line);
      lines->rows[lines->n_rows++] = (struct an_row){ .line = line, .counts = at };
      at = an_packed_skip(at, lines->n_events);
   }
}

typedef struct {
   uint32_t first_line;
   const ac_block *block;
} listed_block;

static int compare_blocks(const void *a, const void *b)
{
   const listed_block *x = a, *y = b;
   return (x->first_line > y->first_line) - (x->first_line < y->first_line);
}

/* Lists the rows of n blocks, those of the lowest lines first.  Few functions share
   lines, so the rows are mostly in order then. */
static void list_blocks(ac_lines *lines, const ac_block *blocks, size_t n)
{
   /* One more than needed: there can be none. */
   listed_block *listed = tk_get(lines->alloc, AN_LABEL, (n + 1) * sizeof *listed);
   for (size_t i = 0; i < n; i++) {
      listed[i] = (listed_block){ .block = &blocks[i] };
      if (blocks[i].n_rows > 0)
         an_packed_get_line(blocks[i].rows, &listed[i].first_line);
   }
   qsort(listed, n, sizeof *listed, compare_blocks);
   for (size_t i = 0; i < n; i++)
      list_rows(lines, listed[i].block);
   tk_put(lines->alloc, listed);
}

static void sort_rows(struct an_row *rows, size_t n)
{
   for (size_t i = 1; i < n; i++) {
      if (rows[i - 1].line > rows[i].line) {
         qsort(rows, n, sizeof *rows, compare_rows);
         return;
      }
   }
}

void ac_lines_open(ac_lines *lines, const ac_profile *profile, size_t first_function,
                   size_t n_functions)
{
   size_t first = 0, end = 0;
   if (n_functions > 0) {
      const ac_function *last = &profile->functions[first_function + n_functions - 1];
      first = profile->functions[first_function].first_block;
      end = last->first_block + last->n_blocks;
   }
   size_t n_rows = 0;
   for (size_t i = first; i < end; i++)
      n_rows += profile->blocks[i].n_rows;

   *lines = (ac_lines){ .n_events = profile->texts[AC_EVENT].n, .alloc = profile->alloc };
   lines->rows = tk_get(lines->alloc, AN_LABEL, (n_rows + 1) * sizeof *lines->rows);
   lines->counts = tk_get(lines->alloc, AN_LABEL,
                          2 * lines->n_events * sizeof *lines->counts);
   list_blocks(lines, profile->blocks + first, end - first);
   sort_rows(lines->rows, n_rows);
}

void ac_lines_close(ac_lines *lines)
{
   tk_put(lines->alloc, lines->rows);
   tk_put(lines->alloc, lines->counts);
   *lines = (ac_lines){ .alloc = lines->alloc };
}

/* Wraps on overflow, which only counts of both signs near 2^63 can cause: the
   sums of blocks, files and the program were checked, those of lines not. */
static int64_t wrapping_sum(int64_t a, int64_t b)
{
   return (int64_t)((uint64_t)a + (uint64_t)b);
}

bool ac_lines_next(ac_lines *lines)
{
   if (lines->at == lines->n_rows)
      return false;
   size_t n = lines->n_events;
   int64_t *more = lines->counts + n; /* those of a further row */
   const struct an_row *row = &lines->rows[lines->at];
   const struct an_row *end = lines->rows + lines->n_rows;
   lines->line = row->line;
   an_packed_get(row->counts, lines->counts, n);
   for (row++; row < end && row->line == lines->line; row++) {
      an_packed_get(row->counts, more, n);
      for (size_t i = 0; i < n; i++)
         lines->counts[i] = wrapping_sum(lines->counts[i], more[i]);
   }
   lines->at = (size_t)(row - lines->rows);
   return true;
}

void ac_lines_rewind(ac_lines *lines)
{
   lines->at = 0;
}
