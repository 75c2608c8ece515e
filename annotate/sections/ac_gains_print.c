/* ac_gains_print.c -- what each function, line and data object could gain, on estimated
   cycles.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "data/ac_what_if.h"
#include "data/ac_data_report.h"

#include <math.h>

typedef struct {
   const ac_scope *scope;
   ac_gains gains;
   long double *saved; /* by data object */
   long double total;  /* of cycles */
   ac_spot_sets spots;
   an_column columns[4];
} section;

enum { SPOT, MISSES, BRANCHES, RUN, COLUMNS };

/* Data objects neither mispredict nor run. */
static void set_gain(section *s, ac_spot_kind kind, const ac_spot *spot, an_cell *cells)
{
   if (kind == AC_SPOT_OBJECT) {
      cells[MISSES].number = s->saved[spot->object];
      return;
   }
   ac_gain gain = ac_gains_of(&s->gains, spot->counts);
   cells[MISSES].number = gain.misses;
   cells[BRANCHES].number = gain.branches;
   cells[RUN].number = gain.run;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   row->spot = &s->spots.of[table->spots].of[number];
   set_gain(s, table->spots, row->spot, row->cells);
}

/* What can be gained by another way to do the same comes before what only less work
   gains. */
static long double weigh_spot(const void *context, const ac_spot *spot)
{
   section *s = (section *)context;
   if (spot->label != NULL)
      return isnan(s->saved[spot->object]) ? 0 : s->saved[spot->object];
   ac_gain gain = ac_gains_of(&s->gains, spot->counts);
   long double sum = gain.misses + gain.branches + gain.run * 0x1p-40L;
   return isnan(sum) ? 0 : sum;
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

static void open_gains(section *s)
{
   const ac_scope *scope = s->scope;
   const ac_data_report *data = scope->analysis->data;
   size_t n = data == NULL ? 0 : data->view.n_objects;
   ac_gains_open(&s->gains, scope->alloc, scope->profile, scope->analysis->cycles);
   s->total = ac_metric_value(scope->analysis->cycles, ac_profile_totals(scope->profile));
   s->saved = tk_get(scope->alloc, "an.gains", (n + 1) * sizeof *s->saved);
   for (size_t i = 0; i < n; i++)
      s->saved[i] = 0;
   if (data != NULL && data->view.data->n_events > 0)
      ac_gains_of_data(&s->gains, scope->profile, &data->view, s->saved);
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
   *s = (section){ .scope = scope };
   open_gains(s);
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
