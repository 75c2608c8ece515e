/* ac_what_if_print.c -- what changes of some counts would do to the estimated cycles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "advice/ac_trust.h"
#include "advice/ac_what_if.h"

#include <math.h>
#include <string.h>

enum { CHANGE, ROWS, CHANGE_COLUMNS };
enum { OLD, NEW, DIFFERENCE, SPEED_UP, CYCLE_COLUMNS };

typedef struct {
   const ac_scope *scope;
   long double before, after; /* cycles */
   long double speed_up;      /* NAN: nothing is left */
   bool is_whole;
   bool is_open; /* the estimate does not tell which is faster */
   an_column cycles[CYCLE_COLUMNS];
   char difference[2 * AN_TEXT_NUMBER_B + 20];
} section;

static const an_column change_columns[CHANGE_COLUMNS] = {
   [CHANGE] = { AN_COLUMN_TEXT, AN_FOR_ALL, "change", "what if", .is_last = true },
   [ROWS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "rows", "lines" },
};

static void make_change(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_change *change = &s->scope->analysis->what_if->changes[number];
   row->cells[CHANGE].text = change->text;
   row->cells[ROWS].number = change->n_rows;
}

static void make_cycles(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)number;
   section *s = (section *)table->context;
   size_t n = an_text_value(s->difference, s->after - s->before, s->is_whole, true);
   s->difference[n++] = ' ';
   if (an_text_change(s->difference + n, s->after - s->before, s->before) == 0)
      s->difference[n - 1] = '\0';
   if (s->is_open)
      strcat(s->difference, ", about the same");
   row->cells[OLD].number = s->before;
   row->cells[NEW].number = s->after;
   row->cells[DIFFERENCE].text = s->difference;
   row->cells[SPEED_UP].number = s->speed_up;
}

static void print_formula(const an_table *table, const an_page *page)
{
   (void)table;
   const ac_metric *cycles = page->scope.analysis->cycles;
   fputs("Estimated cycles, ", page->out);
   an_text_name(page->out, cycles->name);
   fputs(" = ", page->out);
   an_text_name(page->out, cycles->formula_text);
   fputs(":\n\n", page->out);
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   an_json_put_number(json, "old", s->before, s->is_whole);
   an_json_put_number(json, "new", s->after, s->is_whole);
   an_json_put_number(json, "speed_up", s->speed_up, false);
   an_json_put_bool(json, "is_open", s->is_open);
}

static void make_columns(section *s)
{
   const char *metric = s->scope->analysis->cycles->name;
   unsigned is_for = AN_FOR_PEOPLE | AN_FOR_CSV;
   an_column_kind kind = s->is_whole ? AN_COLUMN_COUNT : AN_COLUMN_NUMBER;
   const an_column columns[CYCLE_COLUMNS] = {
      [OLD] = { kind, is_for, metric, "now", .suffix = " old" },
      [NEW] = { kind, is_for, metric, "then", .suffix = " new" },
      [DIFFERENCE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "change" },
      [SPEED_UP] = { AN_COLUMN_NUMBER, is_for, "speed-up", "times as fast" },
   };
   memcpy(s->cycles, columns, sizeof columns);
}

void ac_what_if_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_what_if *what_if = scope->analysis->what_if;
   const ac_metric *cycles = scope->analysis->cycles;
   if (what_if == NULL)
      return;
   section *s = tk_get(scope->alloc, AN_LABEL, sizeof *s);
   *s = (section){
      .scope = scope,
      .is_whole = ac_metric_is_whole(cycles),
      .before = ac_metric_value(cycles, ac_profile_totals(scope->profile)),
      .after = ac_metric_value(cycles, what_if->totals),
   };
   s->speed_up = s->after > 0 ? s->before / s->after : NAN;
   ac_prices prices;
   s->is_open = ac_prices_open(&prices, scope->profile, NULL)
                && ac_trust_is_open(&prices, ac_profile_totals(scope->profile),
                                    what_if->totals);
   make_columns(s);
   an_tables_add(tables, &(an_table){
                            .columns = change_columns,
                            .n_columns = CHANGE_COLUMNS,
                            .n = what_if->n,
                            .make_row = make_change,
                            .context = s,
                            .is_for = AN_FOR_PEOPLE | AN_FOR_JSON,
                            .key = "changes",
                            .put_head = put_head,
                            .heading = "What if",
                            .is_whole = true,
                         });
   an_tables_add(tables, &(an_table){
                            .columns = s->cycles,
                            .n_columns = CYCLE_COLUMNS,
                            .n = 1,
                            .make_row = make_cycles,
                            .context = s,
                            .is_for = AN_FOR_PEOPLE | AN_FOR_CSV,
                            .print_intro = print_formula,
                            .is_whole = true,
                         });
}
