/* ac_why_print.c -- where most estimated cycles of functions and lines go, and why.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_trust.h"
#include "counts/ac_why.h"

#include <string.h>

typedef struct {
   ac_prices prices;
   ac_spot_sets spots;
   const int64_t *totals;
   double all;                            /* cycles of the program */
   char shown[AC_WHY_B], whole[AC_WHY_B]; /* of the row: for people, for programs */
} section;

/* A reason has more than one form: it leaves that much for the other columns. */
enum { OTHER_COLUMNS = 32 };

enum {
   SPOT,
   SHARE_OF_ALL,
   SHOWN,
   CYCLES,
   MOST,
   SHARE,
   RULE,
   TEXT,
   CURE,
   OFF_BY,
   COLUMNS
};

static const an_column columns[COLUMNS] = {
   [SHARE_OF_ALL] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "cycles" },
   [SHOWN] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "why" },
   [SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
   [CYCLES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cycles" },
   [MOST] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "most" },
   [SHARE] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "share" },
   [RULE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "rule" },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "text" },
   [CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
   [OFF_BY] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "off_by" },
};

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   row->spot = number == AN_TABLE_TOTAL ? NULL : &s->spots.of[table->spots].of[number];
   const int64_t *counts = row->spot == NULL ? s->totals : row->spot->counts;
   ac_why why = ac_why_of(&s->prices, counts);
   ac_why_text(s->shown, &why, row->room > OTHER_COLUMNS ? row->room - OTHER_COLUMNS : 0);
   ac_why_text(s->whole, &why, SIZE_MAX);
   row->cells[SHARE_OF_ALL].number = 100 * (long double)why.sum / (long double)s->all;
   row->cells[SHOWN].text = s->shown;
   row->cells[CYCLES].number = (long double)why.sum;
   row->cells[MOST].text = why.cycles;
   row->cells[SHARE].number = (long double)why.share;
   row->cells[RULE].text = why.rule;
   row->cells[TEXT].text = s->whole;
   row->cells[CURE].text = why.cure;
   row->cells[OFF_BY].number = ac_trust_of(&s->prices, counts);
}

static long double weigh_spot(const void *context, const ac_spot *spot)
{
   return (long double)ac_why_of(context, spot->counts).sum;
}

/* Of the first n spots, those that do more than execute as fast as the core can: that is
   no news.  Returns how many. */
static size_t keep_cured(const section *s, ac_spot *spots, size_t n)
{
   size_t n_kept = 0;
   for (size_t i = 0; i < n; i++) {
      ac_why why = ac_why_of(&s->prices, spots[i].counts);
      if (why.rule != NULL && strcmp(why.rule, "execute") != 0
          && strcmp(why.rule, "execute-width") != 0)
         spots[n_kept++] = spots[i];
   }
   return n_kept;
}

/* The spots that reach the threshold; in a report, those with a cure. */
static an_table table_of(const section *s, ac_spot_kind kind, const ac_request *request,
                         bool is_short)
{
   enum { LIMITED = 5 };
   an_table table = an_table_of_spots(&s->spots.of[kind], columns, COLUMNS);
   double threshold = ac_request_row_threshold(request);
   table.n = 0;
   while (table.n < s->spots.of[kind].n
          && 100 * (double)s->spots.of[kind].of[table.n].weight >= threshold * s->all)
      table.n++;
   if (is_short)
      table.n = keep_cured(s, s->spots.of[kind].of, table.n);
   table.make_row = make_row;
   table.context = s;
   table.none = "(none reaches the threshold)";
   table.option = "--why";
   table.n_limited = LIMITED;
   table.n_alone = 0;
   return table;
}

bool ac_why_is_known(const ac_profile *profile)
{
   ac_prices prices;
   return ac_prices_open(&prices, profile, NULL);
}

void ac_why_tables(an_tables *tables, const ac_scope *scope)
{
   ac_prices prices;
   if (scope->request->is_pair || !ac_prices_open(&prices, scope->profile, NULL))
      return;
   section *s = tk_get(scope->alloc, "an.why", sizeof *s);
   *s = (section){ .prices = prices, .totals = ac_profile_totals(scope->profile) };
   s->all = ac_why_of(&prices, s->totals).sum;
   for (int kind = AC_SPOT_FUNCTION; kind <= AC_SPOT_LINE; kind++) {
      ac_spots_open(&s->spots.of[kind], scope, (ac_spot_kind)kind,
                    (ac_spot_weight){ weigh_spot, &s->prices });
      const an_table table = table_of(s, (ac_spot_kind)kind, scope->request,
                                      tables->is_for == AN_FOR_PEOPLE
                                         && scope->request->by == NULL);
      an_tables_add(tables, &table);
   }
   an_table *functions = &tables->of[0], *lines = &tables->of[1];
   functions->totals = AN_FOR_JSON;
   if (scope->request->by == NULL)
      functions->is_for = AN_FOR_PROGRAMS;
   (scope->request->by == NULL ? lines : functions)->heading =
      "Where estimated cycles go, and why";
}
