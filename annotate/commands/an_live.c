/* an_live.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live.h"

#include "base/an_alloc.h"
#include "commands/an_live_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool an_live_open(an_live *live, const tk_alloc *alloc, const an_live_snapshot *base,
                  const an_live_snapshot *snapshot, const char *show, an_error *error)
{
   *live = (an_live){ .alloc = alloc, .snapshot = snapshot };
   live->has_base = base != NULL;
   live->ms = snapshot->ms - (base == NULL ? 0 : base->ms);
   live->is_off = an_live_snapshot_counting(snapshot)->off != 0;
   live->was_zeroed = an_live_snapshot_counting(snapshot)->zeros > 0;
   bool ok = true;
   if (snapshot->heap != NULL)
      an_live_heap(live, base == NULL ? NULL : base->heap, snapshot->heap);
   else
      ok = an_live_counts(live, base == NULL ? NULL : base->counts, snapshot->counts,
                          show, error);
   if (live->command == NULL)
      live->command = "";
   return ok;
}

/* ---- Order ---- */

typedef struct order {
   size_t column, n_columns;
   bool smallest_first;
} order;

/* Above 0 if a comes later: it is smaller, or not a number. */
static int compare_values(long double a, long double b)
{
   if (isnan(a) || isnan(b))
      return (isnan(a) != 0) - (isnan(b) != 0);
   return (a < b) - (a > b);
}

static int compare_rows(const void *first, const void *second, void *context)
{
   const an_live_row *a = first, *b = second;
   const order *by = context;
   long double x = a->values[by->column], y = b->values[by->column];
   int result = compare_values(x, y);
   if (by->smallest_first && !isnan(x) && !isnan(y))
      result = -result;
   for (size_t i = 0; result == 0 && i < by->n_columns; i++)
      result = compare_values(a->values[i], b->values[i]);
   return result ?: tk_compare(a->index, b->index);
}

void an_live_sort(an_live *live, size_t column, bool smallest_first)
{
   order by = { column, live->n_columns, smallest_first };
   qsort_r(live->rows, live->n_rows, sizeof *live->rows, compare_rows, &by);
}

size_t an_live_find(const an_live *live, const char *title)
{
   size_t i = 0;
   while (i < live->n_columns && strcasecmp(live->columns[i].title, title) != 0)
      i++;
   return i;
}

/* ---- Names ---- */

char *an_live_name(const an_live *live, const an_live_row *row)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = an_memstream(&text, &size_B);
   if (live->snapshot->heap != NULL)
      an_live_heap_name(live->snapshot->heap, row->index, out);
   else
      an_live_counts_name(live->snapshot->counts, row->index, out);
   an_memstream_close(out);
   return text;
}
