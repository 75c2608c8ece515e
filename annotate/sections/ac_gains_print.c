/* ac_gains_print.c -- what each function, line and data object could gain, on estimated
   cycles.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "data/ac_data_report.h"

#include <math.h>

typedef struct {
   const ac_scope *scope;
   ac_prices prices;
   long double total; /* of cycles */
   ac_spot_sets spots;
   an_column columns[4];
} section;

enum { SPOT, MISSES, BRANCHES, RUN, COLUMNS };

/* The cycles that go if the spot has no misses.  Data objects neither mispredict nor
   run. */
static long double misses_of(const section *s, const ac_spot *spot)
{
   const ac_prices *prices = &s->prices;
   if (spot->kind == AC_SPOT_OBJECT)
      return roundl(
         ac_object_wait_sum(&s->scope->analysis->data->waits.of[spot->object]));
   return ac_prices_group(prices, spot->counts, TK_EVENT_CODE)
          + ac_prices_group(prices, spot->counts, TK_EVENT_DATA);
}

static long double branches_of(const section *s, const ac_spot *spot)
{
   return ac_prices_group(&s->prices, spot->counts, TK_EVENT_BRANCH);
}

static long double run_of(const section *s, const ac_spot *spot)
{
   return ac_metric_value(s->scope->analysis->cycles, spot->counts);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_spot *spot = row->spot = &s->spots.of[table->spots].of[number];
   row->cells[MISSES].number = misses_of(s, spot);
   if (spot->kind == AC_SPOT_OBJECT)
      return;
   row->cells[BRANCHES].number = branches_of(s, spot);
   row->cells[RUN].number = run_of(s, spot);
}

/* What can be gained by another way to do the same comes before what only less work
   gains. */
static long double weigh_spot(const void *context, const ac_spot *spot)
{
   const section *s = context;
   if (spot->kind == AC_SPOT_OBJECT)
      return misses_of(s, spot);
   long double run = run_of(s, spot);
   return misses_of(s, spot) + branches_of(s, spot) + (isnan(run) ? 0 : run) * 0x1p-40L;
}

static void print_intro(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const ac_metric *cycles = page->scope.analysis->cycles;
   char text[AN_TEXT_NUMBER_B];
   an_text_value(text, s->total, ac_metric_is_whole(cycles), false);
   fprintf(page->out, "The program has %s = ", text);
   an_text_name(page->out, cycles->formula_text);
   fputs(".\nA row would save so many of them if it had no misses, had no "
         "mispredictions,\nor did not run at all.\n\n",
         page->out);
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   an_json_put_number(json, "cycles", s->total,
                      ac_metric_is_whole(s->scope->analysis->cycles));
}

static void make_columns(section *s)
{
   const an_column columns[COLUMNS] = {
      [SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
      [MISSES] = { AN_COLUMN_VALUE, AN_FOR_ALL, "misses", "no misses",
                   .whole = s->total },
      [BRANCHES] = { AN_COLUMN_VALUE, AN_FOR_ALL, "mispredictions", "no mispredictions",
                     .whole = s->total },
      [RUN] = { AN_COLUMN_VALUE, AN_FOR_ALL, "run", "not run", .whole = s->total },
   };
   for (size_t c = 0; c < COLUMNS; c++)
      s->columns[c] = columns[c];
}

void ac_gains_tables(an_tables *tables, const ac_scope *scope)
{
   section *s = tk_get(scope->alloc, "an.gains", sizeof *s);
   const ac_metric *cycles = scope->analysis->cycles;
   *s = (section){ .scope = scope,
                   .total = ac_metric_value(cycles, ac_profile_totals(scope->profile)) };
   ac_prices_open(&s->prices, scope->profile, cycles);
   ac_spot_sets_open(&s->spots, scope, (ac_spot_weight){ weigh_spot, s });
   make_columns(s);
   for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++) {
      an_table table = an_table_of_spots(&s->spots.of[kind], s->columns,
                                         kind == AC_SPOT_OBJECT ? BRANCHES : COLUMNS);
      table.make_row = make_row;
      table.context = s;
      an_tables_add(tables, &table);
   }
   tables->of[0].heading = "What each could gain, in estimated cycles";
   tables->of[0].print_intro = print_intro;
   tables->of[0].put_head = put_head;
}
