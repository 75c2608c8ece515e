/* ah_types_print.c -- the types of blocks: each with the sum of its sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_page.h"

#include "base/an_json_members.h"
#include "base/an_said.h"
#include "heap/ah_heat.h"

/* A name leaves that much for the other columns. */
enum { OTHER_COLUMNS = 60, NAME_COLUMNS = 40 };

static an_column_put_json put_fields, put_heat;

typedef struct {
   const ah_group *group;
   const ty_type *type;
   const char *name;          /* of it, shortened for people */
   const ah_site *sum, *live; /* of its sites; NULL: live bytes are not known */
   long double share;
} shown;

static const an_column columns[] = {
   { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "share", AN_AT(shown, share) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "peak_bytes", "peak",
     AN_BY(shown, live, at_peak.bytes) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "peak_blocks", "blocks",
     AN_BY(shown, live, at_peak.blocks), .rank = 2 },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "total_bytes", "total", AN_BY(shown, sum, total.bytes),
     .rank = 1 },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "total_blocks", AN_BY(shown, sum, total.blocks) },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "end_bytes", AN_BY(shown, live, at_end.bytes) },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "end_blocks", AN_BY(shown, live, at_end.blocks) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "of_sites", "sites", AN_BY(shown, group, n),
     .rank = 3 },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "name", "type", AN_AT(shown, name), .is_last = true },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "size", AN_BY(shown, type, size_B) },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_fields },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_heat },
};

typedef struct {
   const ah_page *page;
   const ah_group **of; /* those of a type, most bytes at the peak first */
   size_t n;
   ah_heat_sets sets; /* of JSON */
   ah_site sum;       /* of the row */
} section;

/* ---- Rows ---- */

static const char *name_of(const ty_type *type, an_row *row)
{
   size_t room = row->room, most = room > OTHER_COLUMNS + NAME_COLUMNS
                                      ? room - OTHER_COLUMNS
                                      : NAME_COLUMNS;
   return room == SIZE_MAX ? type->name
                           : an_row_keep(row, an_said(type->name, AN_SAID_TYPE, most));
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ah_group *group = s->of[number];
   const ah_profile *p = s->page->profile;
   ah_rare rare;
   ah_group_sum(&s->sum, &rare, p, group->sites, group->n);
   AN_ROW(row, shown, group, group->type, name_of(group->type, row), &s->sum,
          p->has_lifetimes ? &s->sum : NULL,
          100 * (long double)s->sum.at_peak.bytes / p->totals.peak.bytes);
}

static void put_field(an_json_out *json, const ty_field *field)
{
   AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("name", field->name),
                      AN_JSON("type", field->type), AN_JSON("offset", field->offset),
                      AN_JSON("bytes", field->size_B));
}

static void put_fields(const an_table *table, const an_row *row, an_json_out *json)
{
   (void)table;
   const ty_type *type = ((const shown *)row->of)->type;
   AN_JSON_PUT_ARRAY(json, NULL, "fields", i, type->n_fields,
                     put_field(json, &type->fields[i]));
}

/* The heat of one block or element; of blocks of several sizes, where most accesses
   went. */
static void put_heat(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   const ah_page *page = s->page;
   size_t i = 0;
   ah_heat_view view;
   while (i < s->sets.n && s->sets.sets[i].type != ((const shown *)row->of)->type)
      i++;
   if (i == s->sets.n)
      return ah_json_heat(json, NULL, page->options->is_page);
   ah_heat_look(&view, page->alloc, page->profile, &s->sets.sets[i]);
   ah_heat heat = { view.unit_B, view.n, view.reads, view.writes, view.sum };
   ah_json_heat(json, &heat, page->options->is_page);
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
   s->of = tk_get(alloc, AN_LABEL, (groups->n + 1) * sizeof *s->of);
   for (size_t i = 0; i < groups->n; i++)
      if (is_listed(page, &groups->groups[i]))
         s->of[s->n++] = &groups->groups[i];
   while (tables->is_for == AN_FOR_PEOPLE && s->n > 0 && s->of[s->n - 1]->peak_B == 0)
      s->n--;
   if (tables->is_for == AN_FOR_JSON)
      ah_heat_sets_make(&s->sets, alloc, page->profile, groups);
}

void ah_types_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_groups *groups = page->options->groups;
   section *s = AN_SECTION(tables, section, .page = page);
   if (groups != NULL)
      list_groups(s, groups, tables);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = s->n, .make_row = make_row, .noun = "type",
            .heading = "Types of blocks",
            .is_for = s->n > 0 && page->profile->has_lifetimes ? AN_FOR_ALL
                                                               : AN_FOR_PROGRAMS,
            .n_limited = ah_page_rows(page, AH_SHARE_TYPES, page->options->n_top));
}
