/* ah_types_print.c -- the types of blocks: each with the sum of its sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_page.h"

#include "base/an_json_members.h"
#include "base/an_type_name.h"
#include "heap/ah_heat.h"

#include <stdlib.h>

#define LABEL "hp.types"

/* A name leaves that much for the other columns. */
enum { OTHER_COLUMNS = 60, NAME_COLUMNS = 40 };

enum {
   SHARE,
   PEAK_BYTES,
   PEAK_BLOCKS,
   TOTAL_BYTES,
   TOTAL_BLOCKS,
   END_BYTES,
   END_BLOCKS,
   OF_SITES,
   NAME,
   SIZE,
   FIELDS,
   HEAT,
   COLUMNS
};

static an_column_put put_fields, put_heat;

static const an_column columns[COLUMNS] = {
   [SHARE] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "share",
               .write = ah_page_percent },
   [PEAK_BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "peak_bytes", "peak",
                    .write = ah_page_bytes },
   [PEAK_BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "peak_blocks", "blocks", .rank = 2 },
   [TOTAL_BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "total_bytes", "total", .rank = 1,
                     .write = ah_page_bytes },
   [TOTAL_BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_JSON, "total_blocks" },
   [END_BYTES] = { AN_COLUMN_COUNT, AN_FOR_JSON, "end_bytes" },
   [END_BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_JSON, "end_blocks" },
   [OF_SITES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "of_sites", "sites", .rank = 3 },
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_ALL, "name", "type", .is_last = true },
   [SIZE] = { AN_COLUMN_COUNT, AN_FOR_JSON, "size" },
   [FIELDS] = { AN_COLUMN_OWN, AN_FOR_JSON, "fields", .put = put_fields },
   [HEAT] = { AN_COLUMN_OWN, AN_FOR_JSON, "heat", .put = put_heat },
};

typedef struct {
   const ah_page *page;
   const ah_group **of; /* those of a type, most bytes at the peak first */
   size_t n;
   ah_heat_sets sets; /* of JSON */
   char *name;        /* of the row, shortened */
} section;

/* ---- Rows ---- */

static const char *name_of(section *s, const ty_type *type, size_t room)
{
   size_t most = room > OTHER_COLUMNS + NAME_COLUMNS ? room - OTHER_COLUMNS
                                                     : NAME_COLUMNS;
   free(s->name);
   s->name = room == SIZE_MAX ? NULL : an_type_name(type->name, most);
   return s->name == NULL ? type->name : s->name;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ah_group *group = s->of[number];
   const ah_profile *p = s->page->profile;
   ah_site sum;
   ah_rare rare;
   ah_group_sum(&sum, &rare, p, group->sites, group->n);
   row->cells[NAME].text = name_of(s, group->type, row->room);
   row->cells[SIZE].number = group->type->size_B;
   row->cells[OF_SITES].number = group->n;
   row->cells[TOTAL_BYTES].number = sum.total.bytes;
   row->cells[TOTAL_BLOCKS].number = sum.total.blocks;
   if (!p->has_lifetimes)
      return;
   row->cells[SHARE].number = 100 * (long double)sum.at_peak.bytes / p->totals.peak.bytes;
   row->cells[PEAK_BYTES].number = sum.at_peak.bytes;
   row->cells[PEAK_BLOCKS].number = sum.at_peak.blocks;
   row->cells[END_BYTES].number = sum.at_end.bytes;
   row->cells[END_BLOCKS].number = sum.at_end.blocks;
}

static void put_field(an_json_out *json, const ty_field *field)
{
   AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("name", field->name),
                      AN_JSON("type", field->type), AN_JSON("offset", field->offset),
                      AN_JSON("bytes", field->size_B));
}

static void put_fields(const an_table *table, ptrdiff_t number, an_json_out *json,
                       an_csv_out *csv)
{
   (void)csv;
   const section *s = table->context;
   const ty_type *type = s->of[number]->type;
   AN_JSON_PUT_ARRAY(json, NULL, "fields", i, type->n_fields,
                     put_field(json, &type->fields[i]));
}

/* The heat of one block or element; of blocks of several sizes, where most accesses
   went. */
static void put_heat(const an_table *table, ptrdiff_t number, an_json_out *json,
                     an_csv_out *csv)
{
   (void)csv;
   const section *s = table->context;
   const ah_page *page = s->page;
   size_t i = 0;
   ah_heat_view view;
   while (i < s->sets.n && s->sets.sets[i].type != s->of[number]->type)
      i++;
   if (i == s->sets.n)
      return ah_json_heat(json, NULL, page->options->is_page);
   ah_heat_look(&view, page->alloc, page->profile, &s->sets.sets[i]);
   ah_heat heat = { view.unit_B, view.n, view.reads, view.writes, view.sum };
   ah_json_heat(json, &heat, page->options->is_page);
   ah_heat_free(&view);
}

/* ---- Which ones ---- */

static bool has_share(int64_t bytes, int64_t total, double threshold)
{
   return bytes > 0 && (double)bytes >= (double)total * threshold / 100;
}

/* Types whose sums fit; of the page, those with a share of some bytes. */
static bool is_listed(const ah_page *page, const ah_group *group)
{
   ah_site sum;
   ah_rare rare;
   const ah_totals *totals = &page->profile->totals;
   double threshold = page->options->threshold;
   return group->type != NULL
          && ah_group_sum(&sum, &rare, page->profile, group->sites, group->n)
          && (!page->options->is_page
              || has_share(sum.total.bytes, totals->total.bytes, threshold)
              || has_share(sum.at_peak.bytes, totals->peak.bytes, threshold)
              || has_share(sum.at_end.bytes, totals->end.bytes, threshold));
}

/* People get those with bytes at the peak. */
static void list_groups(section *s, const ah_groups *groups, const an_tables *tables)
{
   const ah_page *page = s->page;
   const tk_alloc *alloc = tables->scope.alloc;
   s->of = tk_get(alloc, LABEL, (groups->n + 1) * sizeof *s->of);
   for (size_t i = 0; i < groups->n; i++)
      if (is_listed(page, &groups->groups[i]))
         s->of[s->n++] = &groups->groups[i];
   while (tables->is_for == AN_FOR_PEOPLE && s->n > 0 && s->of[s->n - 1]->peak_B == 0)
      s->n--;
   if (tables->is_for == AN_FOR_JSON)
      ah_heat_sets_make(&s->sets, alloc, page->profile, groups);
}

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   free(s->name);
}

void ah_types_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_groups *groups = page->options->groups;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .page = page };
   tables->state = s;
   tables->close = close_section;
   if (groups != NULL)
      list_groups(s, groups, tables);
   an_tables_add(tables,
                 &(an_table){
                    .columns = columns,
                    .n_columns = COLUMNS,
                    .n = s->n,
                    .make_row = make_row,
                    .context = s,
                    .noun = "type",
                    .option = "--top=0",
                    .heading = "Types of blocks",
                    .is_for = s->n > 0 && page->profile->has_lifetimes ? AN_FOR_ALL
                                                                       : AN_FOR_PROGRAMS,
                    .n_limited = ah_page_rows(page, AH_SHARE_TYPES, page->options->n_top),
                 });
}
