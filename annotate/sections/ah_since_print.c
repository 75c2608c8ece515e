/* ah_since_print.c -- what was allocated since a snapshot and is still alive: by site,
   and by type.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_page.h"

#include "base/an_said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A site, or sites whose blocks have one type. */
typedef struct {
   uint32_t site; /* of several, the first */
   const ty_type *type;
   int64_t bytes, blocks;
   double grew; /* bytes live now, less those at the snapshot; NAN: unknown */
   double share;
} row;

typedef struct {
   const ah_page *page;
   ah_amount *born, *then, *now; /* by site: then, at the snapshot */
   ah_amount total;              /* that was born */
   bool *is_listed;              /* by site: `then` and `now` are known */
   row *rows;
   size_t n;
   char heading[80];
} section;

static const char *write_grew(const an_page *page, long double number, char *to)
{
   if (isnan(number))
      return "n/a";
   to[0] = number > 0 ? '+' : '-';
   ah_page_bytes(page, fabsl(number), to + (number != 0));
   return to;
}

#define AMOUNT_COLUMNS \
   { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "share", AN_AT(row, share), .rank = 2 }, \
      { AH_COLUMN_BYTES, AN_FOR_ALL, "bytes", AN_AT(row, bytes) }, \
      { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks", AN_AT(row, blocks), .rank = 1 }, \
      { AN_COLUMN_NUMBER, AN_FOR_ALL,          "grew_bytes",    "grew", \
        AN_AT(row, grew), .write = write_grew, .unit = "bytes", .rank = 3 }

static const an_column site_columns[] = {
   AMOUNT_COLUMNS,
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_AT(row, site) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "allocated at" },
};

static const an_column type_columns[] = {
   AMOUNT_COLUMNS,
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "type", AN_BY(row, type, name) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "type" },
};

static void print_site(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ah_profile *p = s->page->profile;
   char *place = ah_site_place(p, &p->sites[s->rows[number].site], false, room);
   an_text_name_fit(page->out, place, room);
   free(place);
}

static void print_type(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   char *name = an_said(s->rows[number].type->name, AN_SAID_TYPE, room);
   an_text_name_fit(page->out, name, room);
   free(name);
}

/* ---- Amounts ---- */

/* Sites that a snapshot does not list had, or have, little. */
static void mark_listed(const section *s, ah_weight weight)
{
   const ah_profile *p = s->page->profile;
   if (weight.kind != AH_AT_SNAPSHOT || p->snapshots[weight.index].n_rest == 0)
      return;
   const ah_snapshot *snapshot = &p->snapshots[weight.index];
   bool *is_there = tk_get_zeroed(s->page->alloc, AN_LABEL, p->n_sites + 1);
   for (size_t i = 0; i < snapshot->n_sites; i++)
      is_there[snapshot->sites[i].site] = true;
   for (size_t i = 0; i < p->n_sites; i++)
      s->is_listed[i] &= is_there[i];
   tk_put(s->page->alloc, is_there);
}

static void find_amounts(section *s, const tk_alloc *alloc)
{
   int64_t n_rest;
   ah_amount rest;
   const ah_profile *p = s->page->profile;
   ah_weight to = *s->page->options->at;
   const ah_weight then = { .kind = AH_AT_SNAPSHOT, .index = to.since - 1 };
   ah_weight_sites(to, alloc, p, &s->born, &n_rest, &rest);
   s->total = ah_weight_amount(to, p);
   to.since = 0;
   ah_weight_sites(to, alloc, p, &s->now, &n_rest, &rest);
   ah_weight_sites(then, alloc, p, &s->then, &n_rest, &rest);
   s->is_listed = tk_get(alloc, AN_LABEL, p->n_sites + 1);
   memset(s->is_listed, 1, p->n_sites + 1);
   mark_listed(s, to);
   mark_listed(s, then);
}

static void add_site(section *s, row *to, uint32_t site)
{
   to->bytes += s->born[site].bytes; /* parts of a sum that fits */
   to->blocks += s->born[site].blocks;
   to->grew += s->is_listed[site] ? (double)(s->now[site].bytes - s->then[site].bytes)
                                  : (double)NAN;
}

static int compare_rows(const void *a, const void *b)
{
   const row *x = a, *y = b;
   if (x->bytes != y->bytes)
      return x->bytes > y->bytes ? -1 : 1;
   if (x->grew > y->grew || x->grew < y->grew)
      return x->grew > y->grew ? -1 : 1;
   return (x->site > y->site) - (x->site < y->site);
}

/* Rows with blocks, the largest first; and what grew otherwise, by reallocations. */
static void sort_rows(section *s)
{
   size_t n = 0;
   for (size_t i = 0; i < s->n; i++)
      if (s->rows[i].blocks > 0 || s->rows[i].grew > 0)
         s->rows[n++] = s->rows[i];
   s->n = n;
   for (size_t i = 0; i < n; i++)
      s->rows[i].share = s->total.bytes == 0
                            ? 0
                            : 100.0 * (double)s->rows[i].bytes / (double)s->total.bytes;
   qsort(s->rows, n, sizeof *s->rows, compare_rows);
}

/* ---- Tables ---- */

/* NULL: no such moments are asked for. */
static section *open_section(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   section *s = AN_SECTION(tables, section, .page = page);
   if (page->options->at == NULL || page->options->at->since == 0)
      return NULL;
   find_amounts(s, scope->alloc);
   snprintf(s->heading, sizeof s->heading, "Allocated since snapshot %zu, and alive",
            page->options->at->since);
   s->rows = tk_get_zeroed(scope->alloc, AN_LABEL,
                           (page->profile->n_sites + 1) * sizeof *s->rows);
   return s;
}

void ah_since_sites_tables(an_tables *tables, const ac_scope *scope)
{
   section *s = open_section(tables, scope);
   if (s == NULL)
      return;
   const ah_page *page = s->page;
   for (uint32_t i = 0; i < page->profile->n_sites; i++) {
      s->rows[s->n].site = i;
      add_site(s, &s->rows[s->n++], i);
   }
   sort_rows(s);
   AN_TABLE(tables, AN_COLUMNS(site_columns), AN_ROWS(s->rows), .n = s->n,
            .print_last = print_site, .heading = s->heading, .heading_name = "by site",
            .none = "Nothing.", .noun = "site",
            .n_limited = ah_page_rows(page, AH_SHARE_OWNERS, page->options->n_top));
}

void ah_since_types_tables(an_tables *tables, const ac_scope *scope)
{
   section *s = open_section(tables, scope);
   const ah_groups *groups = scope->heap->options->groups;
   if (s == NULL || groups == NULL)
      return;
   for (size_t i = 0; i < groups->n; i++) {
      const ah_group *group = &groups->groups[i];
      if (group->type == NULL)
         continue;
      row *to = &s->rows[s->n++];
      *to = (row){ .site = group->sites[0], .type = group->type };
      for (size_t k = 0; k < group->n; k++)
         add_site(s, to, group->sites[k]);
   }
   sort_rows(s);
   AN_TABLE(tables, AN_COLUMNS(type_columns), AN_ROWS(s->rows), .n = s->n,
            .print_last = print_type, .heading = s->heading, .heading_name = "by type",
            .noun = "type", .is_for = AN_FOR_PROGRAMS | (s->n > 0 ? AN_FOR_PEOPLE : 0),
            .n_limited = ah_page_rows(s->page, AH_SHARE_OWNERS, s->page->options->n_top));
}
