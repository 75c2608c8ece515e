/* ah_regions_print.c -- the program's regions: for people as a tree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "base/an_nest.h"

enum { BYTES = 2, BLOCKS, PEAK, GROWTH, COLUMNS = 7 };

static const an_column columns[COLUMNS] = {
   { AN_COLUMN_TEXT, AN_FOR_ALL, "name", "region", AN_AT(ah_region, name),
     .is_last = true },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "parent", AN_AT(ah_region, parent, AN_BUT(-1)) },
   [BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "bytes", AN_AT(ah_region, total.bytes),
               .unit = "bytes" },
   [BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks", AN_AT(ah_region, total.blocks),
                .rank = 1 },
   [PEAK] = { AN_COLUMN_COUNT, AN_FOR_ALL, "peak", AN_AT(ah_region, peak), .rank = 2,
              .unit = "bytes" },
   [GROWTH] = { AN_COLUMN_COUNT, AN_FOR_ALL, "growth", AN_AT(ah_region, growth),
                .rank = 3, .unit = "bytes" },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "count", "times", AN_AT(ah_region, count), .rank = 4 },
};

typedef struct {
   const ah_profile *profile;
   an_nested *order; /* of the rows: programs get them as the profile has them */
   char bytes[AH_TEXT_B], blocks[AH_TEXT_B];
} section;

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   row->of = &s->profile->regions[s->order[number].index];
   row->depth = s->order[number].depth;
}

static size_t parent_of(const void *context, size_t index)
{
   int64_t parent = ((const ah_region *)context)[index].parent;
   return parent < 0 ? AN_NO_PARENT : (size_t)parent;
}

/* People get no columns of live bytes if none are known: of copies and events. */
static const an_column *choose_columns(an_tables *tables, section *s)
{
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   own[BYTES].label = ah_text_unit(s->bytes, s->profile->bytes_unit);
   own[BLOCKS].label = ah_text_unit(s->blocks, s->profile->blocks_unit);
   if (!s->profile->has_lifetimes)
      own[PEAK].is_for = own[GROWTH].is_for = AN_FOR_PROGRAMS;
   return own;
}

void ah_regions_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   size_t n = page->profile->n_regions;
   section *s = AN_SECTION(tables, section, .profile = page->profile);
   s->order = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->order);
   for (size_t i = 0; i < n; i++)
      s->order[i] = (an_nested){ i, 0 };
   if (tables->is_for == AN_FOR_PEOPLE)
      an_nest(scope->alloc, n, parent_of, page->profile->regions, s->order);
   AN_TABLE(tables, .columns = choose_columns(tables, s), .n_columns = COLUMNS, .n = n,
            .make_row = make_row, .heading = "Regions", .noun = "region",
            .is_for = AN_FOR_PROGRAMS | (n > 0 ? AN_FOR_PEOPLE : 0),
            .n_limited = ah_page_rows(page, AH_SHARE_REGIONS, SIZE_MAX));
}
