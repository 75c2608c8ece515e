/* ac_regions_print.c -- the regions that the program names: of a profile as a tree, of a
   pair by path of names, the largest change first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ac_sections.h"

#include "base/an_nest.h"
#include "counts/ac_regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const ac_scope *scope;
   an_nested *order; /* of the rows */
   char **paths;     /* of a pair, of each region; NULL: a tree has names */
} section;

enum { OLD_COUNT = 2, NEW_COUNT, COUNT, TIMES = 6, SHOWN };

static const an_column columns[] = {
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "name", AN_AT(ac_region, name) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "parent",
     AN_AT(ac_region, parent, AN_BUT(AC_NO_REGION)) },
   [OLD_COUNT] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "old_count" },
   [NEW_COUNT] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "new_count" },
   [COUNT] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "count" },
   { AN_COLUMN_MEASURES, AN_FOR_ALL, "values", AN_AT(ac_region, counts) },
   [TIMES] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "times" },
   [SHOWN] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "region" },
};

/* ---- Rows ---- */

/* How often it was entered: "3"; of a pair "3 -> 4", if that differs. */
static const char *times_of(const section *s, const ac_region *region, an_row *row)
{
   const char *count = an_row_value(row, region->count, true, false);
   return s->paths == NULL || region->count == region->count_before
             ? count
             : an_row_form(row, "%s -> %s",
                           an_row_value(row, region->count_before, true, false), count);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const an_nested *place = &s->order[number];
   const ac_region *region = ac_profile_region(s->scope->profile, place->index);
   bool is_pair = s->scope->request->is_pair;
   row->of = region;
   row->depth = place->depth;
   row->cells[TIMES].text = times_of(s, region, row);
   if (s->paths == NULL)
      row->cells[TIMES].number = region->count;
   row->cells[SHOWN].text = s->paths == NULL ? region->name : s->paths[place->index];
   if (is_pair)
      row->cells[OLD_COUNT].number = region->count_before;
   row->cells[is_pair ? NEW_COUNT : COUNT].number = region->count;
}

/* ---- Their order ---- */

static size_t parent_of(const void *context, size_t index)
{
   size_t parent = ac_profile_region(context, index)->parent;
   return parent == AC_NO_REGION ? AN_NO_PARENT : parent;
}

/* The size of a pair is that of its change. */
static long double size_of(const ac_scope *scope, size_t region)
{
   long double size = fabsl(ac_measure_value(
      &scope->request->sort.of[0], ac_profile_region(scope->profile, region)->counts));
   return isnan(size) ? 0 : size;
}

static int compare_changes(const void *a, const void *b, void *context)
{
   const an_nested *x = a, *y = b;
   long double size_x = size_of(context, x->index), size_y = size_of(context, y->index);
   if (size_x != size_y)
      return size_x > size_y ? -1 : 1;
   return (x->index > y->index) - (x->index < y->index);
}

static void order_changes(section *s, size_t n)
{
   const ac_scope *scope = s->scope;
   s->paths = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->paths);
   for (size_t i = 0; i < n; i++)
      s->paths[i] = ac_region_path(scope->profile, scope->alloc, i);
   qsort_r(s->order, n, sizeof *s->order, compare_changes, (void *)scope);
}

/* Programs get them as the profile has them. */
static void order_regions(section *s, size_t n, bool are_people)
{
   const ac_scope *scope = s->scope;
   s->order = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->order);
   for (size_t i = 0; i < n; i++)
      s->order[i] = (an_nested){ i, 0 };
   if (!are_people)
      return;
   if (scope->request->is_pair)
      order_changes(s, n);
   else
      an_nest(scope->alloc, n, parent_of, scope->profile, s->order);
}

/* ---- The table ---- */

void ac_regions_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 12 };
   size_t n = ac_profile_n_regions(scope->profile);
   if (n == 0 && tables->is_for != AN_FOR_CSV) /* which has titles all the same */
      return;
   section *s = AN_SECTION(tables, section, .scope = scope);
   order_regions(s, n, tables->is_for == AN_FOR_PEOPLE);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = n, .make_row = make_row,
            .heading = "Regions", .noun = "region",
            .option = scope->diff == NULL ? "--by=region" : "--top=0",
            .n_limited = LIMITED);
}
