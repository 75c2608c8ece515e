/* ah_regions_print.c -- the program's regions: for people as a tree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "base/an_nest.h"

#include <string.h>

#define LABEL "hp.regions"

enum { NAME, PARENT, BYTES, BLOCKS, PEAK, GROWTH, COUNT, COLUMNS };

static const an_column columns[COLUMNS] = {
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_ALL, "name", "region", .is_last = true },
   [PARENT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "parent" },
   [BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "bytes" },
   [BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks", .rank = 1 },
   [PEAK] = { AN_COLUMN_COUNT, AN_FOR_ALL, "peak", "peak", .rank = 2 },
   [GROWTH] = { AN_COLUMN_COUNT, AN_FOR_ALL, "growth", "growth", .rank = 3 },
   [COUNT] = { AN_COLUMN_COUNT, AN_FOR_ALL, "count", "times", .rank = 4 },
};

typedef struct {
   const ah_profile *profile;
   an_nested *order; /* of the rows: programs get them as the profile has them */
   an_column columns[COLUMNS];
   char bytes[AH_TEXT_B], blocks[AH_TEXT_B];
} section;

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ah_region *region = &s->profile->regions[s->order[number].index];
   row->depth = s->order[number].depth;
   row->cells[NAME].text = region->name;
   if (region->parent >= 0)
      row->cells[PARENT].number = region->parent;
   row->cells[BYTES].number = region->total.bytes;
   row->cells[BLOCKS].number = region->total.blocks;
   row->cells[PEAK].number = region->peak;
   row->cells[GROWTH].number = region->growth;
   row->cells[COUNT].number = region->count;
}

static size_t parent_of(const void *context, size_t index)
{
   int64_t parent = ((const ah_region *)context)[index].parent;
   return parent < 0 ? AN_NO_PARENT : (size_t)parent;
}

/* People get no columns of live bytes if none are known: of copies and events. */
static void choose_columns(section *s)
{
   memcpy(s->columns, columns, sizeof columns);
   s->columns[BYTES].label = ah_text_unit(s->bytes, s->profile->bytes_unit);
   s->columns[BLOCKS].label = ah_text_unit(s->blocks, s->profile->blocks_unit);
   if (!s->profile->has_lifetimes)
      s->columns[PEAK].is_for = s->columns[GROWTH].is_for = AN_FOR_PROGRAMS;
}

void ah_regions_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   size_t n = page->profile->n_regions;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .profile = page->profile,
                   .order = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->order) };
   for (size_t i = 0; i < n; i++)
      s->order[i] = (an_nested){ i, 0 };
   if (tables->is_for == AN_FOR_PEOPLE)
      an_nest(scope->alloc, n, parent_of, page->profile->regions, s->order);
   choose_columns(s);
   an_tables_add(tables, &(an_table){
                            .columns = s->columns,
                            .n_columns = COLUMNS,
                            .n = n,
                            .make_row = make_row,
                            .context = s,
                            .heading = "Regions",
                            .noun = "region",
                            .option = "--top=0",
                            .is_for = AN_FOR_PROGRAMS | (n > 0 ? AN_FOR_PEOPLE : 0),
                            .n_limited = ah_page_rows(page, AH_SHARE_REGIONS, SIZE_MAX),
                         });
}
