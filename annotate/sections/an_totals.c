/* an_totals.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_totals.h"

#include "sections/an_table.h"

enum { BEFORE, AFTER, CHANGE };

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)table, (void)number;
   const an_total *of = row->of;
   char percent[AN_TEXT_NUMBER_B];
   long double by = of->after - of->before;
   const char *change = an_row_value(row, by, of->is_whole, true);
   bool has_percent = an_text_change(percent, by, of->before) > 0;
   row->cells[BEFORE].text = an_row_value(row, of->before, of->is_whole, false);
   row->cells[AFTER].text = an_row_value(row, of->after, of->is_whole, false);
   row->cells[CHANGE].text = has_percent ? an_row_form(row, "%s %s", change, percent)
                                         : change;
}

void an_totals_print(an_page *page, const char *noun, const an_total *of, size_t n)
{
   const an_column columns[] = {
      [BEFORE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "old" },
      [AFTER] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "new" },
      [CHANGE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "change" },
      { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = noun, AN_AT(an_total, name) },
   };
   const an_table table = {
      AN_COLUMNS(columns),  AN_ROWS(of),          .n = n,
      .make_row = make_row, .heading = "Summary", .is_whole = true
   };
   an_table_print(page, &table);
}
