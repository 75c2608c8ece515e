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

#define LABEL "an.regions"

enum { TIMES_B = 2 * AN_TEXT_NUMBER_B + 4 };

typedef struct {
   const ac_scope *scope;
   an_nested *order;    /* of the rows */
   char **paths;        /* of a pair, of each region; NULL: a tree has names */
   char times[TIMES_B]; /* of the row */
} section;

enum { NAME, PARENT, OLD_COUNT, NEW_COUNT, COUNT, VALUES, TIMES, SHOWN, COLUMNS };

static const an_column columns[COLUMNS] = {
   [TIMES] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "times" },
   [SHOWN] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "region", .is_last = true },
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, .key = "name" },
   [PARENT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "parent" },
   [OLD_COUNT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "old_count",
                   .omits_empty = true },
   [NEW_COUNT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "new_count",
                   .omits_empty = true },
   [COUNT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "count", .omits_empty = true },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_ALL, .key = "values" },
};

/* ---- Rows ---- */

/* How often it was entered: "3"; of a pair "3 -> 4", if that differs. */
static const char *times_of(section *s, const ac_region *region)
{
   bool differs = s->paths != NULL && region->count != region->count_before;
   size_t n = differs ? an_text_count(s->times, region->count_before) : 0;
   if (differs)
      n += (size_t)sprintf(s->times + n, " -> ");
   an_text_count(s->times + n, region->count);
   return s->times;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const an_nested *place = &s->order[number];
   const ac_region *region = ac_profile_region(s->scope->profile, place->index);
   bool is_pair = s->scope->request->is_pair;
   an_cell *cells = row->cells;
   row->depth = place->depth;
   cells[TIMES].text = times_of(s, region);
   cells[SHOWN].text = s->paths == NULL ? region->name : s->paths[place->index];
   cells[NAME].text = region->name;
   if (region->parent != AC_NO_REGION)
      cells[PARENT].number = region->parent;
   if (is_pair)
      cells[OLD_COUNT].number = region->count_before;
   cells[is_pair ? NEW_COUNT : COUNT].number = region->count;
   cells[VALUES].counts = region->counts;
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
   s->paths = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->paths);
   for (size_t i = 0; i < n; i++)
      s->paths[i] = ac_region_path(scope->profile, scope->alloc, i);
   qsort_r(s->order, n, sizeof *s->order, compare_changes, (void *)scope);
}

/* Programs get them as the profile has them. */
static void order_regions(section *s, size_t n, bool are_people)
{
   const ac_scope *scope = s->scope;
   s->order = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->order);
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
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .scope = scope };
   order_regions(s, n, tables->is_for == AN_FOR_PEOPLE);
   an_tables_add(tables, &(an_table){
                            .columns = columns,
                            .n_columns = COLUMNS,
                            .n = n,
                            .make_row = make_row,
                            .context = s,
                            .is_for = AN_FOR_ALL,
                            .heading = "Regions",
                            .noun = "region",
                            .option = scope->diff == NULL ? "--by=region" : "--top=0",
                            .n_limited = LIMITED,
                         });
}
