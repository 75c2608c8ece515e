/* an_totals.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "render/an_totals.h"

#include "render/an_table.h"

enum { BEFORE, AFTER, CHANGE, NAME, COLUMNS };

typedef struct {
   const an_total *of;
   char text[NAME][2 * AN_TEXT_NUMBER_B]; /* of the row */
} totals;

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   totals *t = (totals *)table->context;
   const an_total *of = &t->of[number];
   long double change = of->after - of->before;
   an_text_value(t->text[BEFORE], of->before, of->is_whole, false);
   an_text_value(t->text[AFTER], of->after, of->is_whole, false);
   size_t n = an_text_value(t->text[CHANGE], change, of->is_whole, true);
   if (an_text_change(t->text[CHANGE] + n + 1, change, of->before) > 0)
      t->text[CHANGE][n] = ' ';
   for (int c = 0; c < NAME; c++)
      row->cells[c].text = t->text[c];
   row->cells[NAME].text = of->name;
}

void an_totals_print(an_page *page, const char *noun, const an_total *of, size_t n)
{
   const an_column columns[COLUMNS] = {
      [BEFORE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "old" },
      [AFTER] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "new" },
      [CHANGE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "change" },
      [NAME] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = noun },
   };
   totals t = { .of = of };
   const an_table table = {
      .columns = columns,
      .n_columns = COLUMNS,
      .n = n,
      .make_row = make_row,
      .context = &t,
      .heading = "Summary",
      .is_whole = true,
   };
   an_table_print(page, &table);
}
