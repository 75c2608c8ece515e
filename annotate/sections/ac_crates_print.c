/* ac_crates_print.c -- the program's own code, other crates and libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_crates.h"

#include <string.h>

enum { NAME, IS_OWN = 2 };

static const an_column columns[] = {
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "crate or library",
              .is_last = true },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "crate", AN_AT(ac_crate, name) },
   [IS_OWN] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, "own", .omits_empty = true },
   { AN_COLUMN_MEASURES, AN_FOR_ALL, "values", AN_AT(ac_crate, counts) },
};

typedef struct {
   ac_crates crates;
   ac_ranking ranking; /* of the rows */
} section;

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_crate *crate = &s->crates.of[s->ranking.entries[number].index];
   row->of = crate;
   row->cells[NAME].text = crate->is_own && strcmp(crate->name, "own") != 0
                              ? an_row_form(row, "%s (own)", crate->name)
                              : crate->name;
   if (crate->is_own)
      row->cells[IS_OWN].number = true;
}

void ac_crates_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_request *request = scope->request;
   section *s = AN_SECTION(tables, section, .ranking.n = 0);
   ac_crates_open(&s->crates, scope->alloc, scope->profile);
   ac_crates_rank(&s->crates, &request->sort, ac_request_row_threshold(request),
                  &s->ranking);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = s->ranking.n, .make_row = make_row,
            .heading = "Crates and libraries", .noun = "row", .option = "--by=crate",
            .sums_rest = true);
}
