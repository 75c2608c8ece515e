/* ah_snapshots_print.c -- the snapshots: for people with the peak and the end among them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "sections/ah_report_data.h"

enum { NUMBER, TIME, MOMENT, BYTES, BLOCKS, EXTRA, WHY, STACK, SITES, COLUMNS };

static an_column_put_json put_sites;

static const an_column columns[COLUMNS] = {
   [NUMBER] = { AN_COLUMN_COUNT, AN_FOR_ALL, "number", "--at" },
   [TIME] = { AN_COLUMN_COUNT, AN_FOR_ALL, "time", .write = ah_page_time },
   [MOMENT] = { AN_COLUMN_COUNT, AN_FOR_PEOPLE, .label = "of run",
                .write = ah_page_moment },
   [BYTES] = { AH_COLUMN_BYTES, AN_FOR_ALL, "bytes", "live" },
   [BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks" },
   [EXTRA] = { AH_COLUMN_BYTES, AN_FOR_ALL, "extra" },
   [WHY] = { AN_COLUMN_TEXT, AN_FOR_ALL, "why", .is_last = true },
   [STACK] = { AN_COLUMN_COUNT, AN_FOR_JSON, "stack" },
   [SITES] = { AN_COLUMN_OWN, AN_FOR_JSON, "sites", .put_json = put_sites },
};

static void make_moment(const ah_profile *p, ah_weight moment, an_row *row)
{
   ah_amount amount = ah_weight_amount(moment, p);
   row->cells[TIME].number = row->cells[MOMENT].number = ah_weight_time(moment, p);
   row->cells[BYTES].number = amount.bytes;
   row->cells[BLOCKS].number = amount.blocks;
   row->cells[NUMBER].text = row->cells[WHY].text = ah_weight_name(moment);
}

static void make_snapshot(const an_table *table, ptrdiff_t number, an_row *row)
{
   const ah_profile *p = ((const ah_page *)table->context)->profile;
   const ah_snapshot *snapshot = &p->snapshots[number];
   make_moment(p, (ah_weight){ .kind = AH_AT_SNAPSHOT, .index = (size_t)number }, row);
   row->cells[NUMBER] = (an_cell){ .number = number + 1 };
   row->cells[EXTRA].number = snapshot->overhead;
   row->cells[STACK].number = snapshot->stack;
   row->cells[WHY].text = snapshot->asked ? "asked" : "periodic";
}

static void make_shown(const an_table *table, ptrdiff_t number, an_row *row)
{
   const ah_profile *p = ((const ah_page *)table->context)->profile;
   ptrdiff_t n = (ptrdiff_t)p->n_snapshots, peak = 0;
   while (peak < n && p->snapshots[peak].time <= p->totals.peak_time)
      peak++;
   if (!p->has_lifetimes || number < peak) {
      make_snapshot(table, number, row);
   } else if (number == peak) {
      make_moment(p, (ah_weight){ .kind = AH_AT_PEAK }, row);
      if (p->is_heapprof)
         row->cells[EXTRA].number = p->totals.peak_overhead;
   } else if (number <= n) {
      make_snapshot(table, number - 1, row);
   } else {
      make_moment(p, (ah_weight){ .kind = AH_AT_END }, row);
   }
}

static void put_live(an_json_out *json, const ah_report_data *data, const ah_amount *live)
{
   for (size_t i = 0; i < data->n; i++) {
      ah_amount amount = live[data->sites[i]];
      if (amount.bytes != 0 || amount.blocks != 0)
         an_json_put_ints(json, NULL,
                          (int64_t[]){ (int64_t)i, amount.bytes, amount.blocks }, 3);
   }
}

/* The live sites, as [index in "sites", bytes, blocks]; the page does not need them. */
static void put_sites(const an_table *table, const an_row *row, an_json_out *json)
{
   const ah_page *page = table->context;
   ah_amount *live = NULL, rest;
   int64_t n_rest;
   if (!page->options->is_page)
      ah_weight_sites((ah_weight){ .kind = AH_AT_SNAPSHOT, .index = (size_t)row->number },
                      page->alloc, page->profile, &live, &n_rest, &rest);
   an_json_put_open(json, "sites", '[');
   if (live != NULL)
      put_live(json, page->data, live);
   an_json_put_close(json, ']');
   tk_put(page->alloc, live);
}

void ah_snapshots_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   bool are_people = tables->is_for == AN_FOR_PEOPLE;
   size_t n_moments = are_people && page->profile->has_lifetimes ? 2 : 0;
   AN_TABLE(tables, AN_COLUMNS(columns), .context = page,
            .n = page->profile->n_snapshots + n_moments,
            .make_row = are_people ? make_shown : make_snapshot,
            .none = "The profile has only totals.");
}
