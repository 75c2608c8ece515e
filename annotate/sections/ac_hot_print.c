/* ac_hot_print.c -- the hottest lines, with their functions and source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_hot.h"
#include "counts/ac_own_lines.h"
#include "sections/ac_source_texts.h"

static const an_column columns[] = {
   { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, AN_AT(ac_hot_line, counts) },
   { AN_COLUMN_SPOT, AN_FOR_PEOPLE, .is_last = true },
};

typedef struct {
   ac_hot hot;
   bool is_newer;           /* a source file is newer than the profile */
   size_t n;                /* lines that are shown */
   ac_source_text *sources; /* of each of them */
   ac_spot spot;            /* of the row */
} section;

/* ---- The table ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   s->spot = ac_spot_of_line(row->of);
   row->spot = &s->spot;
   row->below = (size_t)number < s->n ? s->sources[number].text : NULL;
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   ac_source_texts_warn(page, s->is_newer);
}

/* Whether lines of the program's own source have most of the report. */
static bool are_mostly_own(const ac_scope *scope)
{
   const ac_own_lines *own = scope->analysis->own;
   const ac_measure *sort = &scope->request->sort.of[0];
   return own != NULL && own->n > 0
          && 2 * ac_measure_value(sort, own->rest)
                <= ac_measure_value(sort, ac_profile_totals(scope->profile));
}

void ac_hot_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 10 };
   const ac_request *request = scope->request;
   if (request->by == NULL && are_mostly_own(scope))
      return; /* the report has those, with what they run */
   section *s = AN_SECTION(tables, section, .n = 0);
   ac_hot_open(&s->hot, scope->alloc, scope->profile, &request->sort,
               ac_request_row_threshold(request));
   const an_table *table = AN_TABLE(
      tables, AN_COLUMNS(columns), AN_ROWS(s->hot.lines), .n = s->hot.n,
      .make_row = make_row, .label = "function (file:line), source",
      .is_for = AN_FOR_PEOPLE, .noun = "line", .option = "--by=line",
      .heading = request->is_pair ? "Lines that changed most" : "Hottest lines",
      .print_notes = print_notes, .n_limited = LIMITED);
   s->n = an_table_n_shown(table, request);
   s->sources = tk_get(scope->alloc, AN_LABEL, (s->n + 1) * sizeof *s->sources);
   for (size_t i = 0; i < s->n; i++)
      s->sources[i] =
         (ac_source_text){ ac_profile_file(scope->profile, s->hot.lines[i].file)->name,
                           s->hot.lines[i].line, NULL };
   ac_source_texts_read(scope, s->sources, s->n, &s->is_newer);
}
