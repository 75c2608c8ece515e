/* ah_diff_owners.c -- what keeps blocks alive in two heap profiles: variables and frames,
   matched by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"
#include "sections/ah_looks.h"

#include <stdlib.h>

enum { KIND, CHANGE = 7, TEXT };

static const an_column columns[] = {
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_JSON, "kind" },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "name", AN_BY(ah_owner_row, keeper, name) },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "function", AN_BY(ah_owner_row, keeper, function) },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "file", AN_BY(ah_owner_row, keeper, file) },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "line", AN_BY(ah_owner_row, keeper, line, AN_BUT(0)) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "old", "retained",
     AN_AT(ah_owner_row, retained[AH_OLD].bytes) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "new", "now",
     AN_AT(ah_owner_row, retained[AH_NEW].bytes) },
   [CHANGE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "change" },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "what keeps it" },
};

/* ---- Rows ---- */

static int64_t live_bytes(const ah_diff *diff, ah_side side)
{
   int64_t sum = 0;
   for (size_t i = 0; i < diff->keepers[side]->n; i++)
      sum += diff->keepers[side]->of[i].own.bytes;
   return sum;
}

static int64_t change_of(const ah_owner_row *row)
{
   return row->retained[AH_NEW].bytes - row->retained[AH_OLD].bytes;
}

static int compare_rows(const void *a, const void *b)
{
   const ah_owner_row *x = a, *y = b;
   return tk_compare_signed(llabs(change_of(y)), llabs(change_of(x)))
             ?: tk_compare_signed(y->retained[AH_NEW].bytes, x->retained[AH_NEW].bytes);
}

static bool is_top(const ah_keeper *keeper)
{
   return keeper->above < 0 && keeper->retained.blocks > 0;
}

/* Returns how many rows there are: OLD's keepers that NEW has not come last. */
static size_t list_rows(ah_owner_row *rows, const ah_diff *diff, const uint32_t *old_of,
                        bool *is_matched)
{
   const ah_keepers *old = diff->keepers[AH_OLD], *new = diff->keepers[AH_NEW];
   const ah_amount none = { 0 };
   size_t n = 0;
   for (size_t i = 0; i < new->n; i++) {
      const ah_keeper *keeper = &new->of[i];
      bool has_old = old_of[i] != AH_NO_KEEPER;
      if (has_old)
         is_matched[old_of[i]] = true;
      if (is_top(keeper))
         rows[n++] = (ah_owner_row){
            keeper, { has_old ? old->of[old_of[i]].retained : none, keeper->retained }
         };
   }
   for (size_t i = 0; i < old->n; i++)
      if (is_top(&old->of[i]) && !is_matched[i])
         rows[n++] = (ah_owner_row){ &old->of[i], { old->of[i].retained, none } };
   return n;
}

void ah_diff_owner_rows(const ah_diff *diff, const tk_alloc *alloc, ah_owner_row **rows,
                        size_t *n)
{
   const ah_keepers *old = diff->keepers[AH_OLD], *new = diff->keepers[AH_NEW];
   uint32_t *old_of = tk_get(alloc, AN_LABEL, (new->n + 1) * sizeof *old_of);
   bool *is_matched = tk_get_zeroed(alloc, AN_LABEL, old->n + 1);
   *rows = tk_get(alloc, AN_LABEL, (old->n + new->n + 1) * sizeof **rows);
   ah_keepers_match(old, new, false, old_of);
   *n = list_rows(*rows, diff, old_of, is_matched);
   qsort(*rows, *n, sizeof **rows, compare_rows);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)table, (void)number;
   const ah_owner_row *of = row->of;
   char change[AN_TEXT_NUMBER_B], percent[AN_TEXT_NUMBER_B];
   an_text_value(change, change_of(of), true, true);
   an_text_change(percent, change_of(of), of->retained[AH_OLD].bytes);
   row->cells[KIND].text = ah_keeper_kind_name(of->keeper->kind);
   row->cells[CHANGE].text = an_row_form(row, "%s %s", change, percent);
   row->cells[TEXT].text = an_row_keep(row, ah_looks_keeper_text(of->keeper));
}

/* ---- What is listed ---- */

static int64_t larger(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

/* Keeps those that changed, or that retain so much in one of the looks; returns how
   many. */
static size_t keep_large(ah_owner_row *rows, size_t n, bool by_change, double least)
{
   size_t n_kept = 0;
   for (size_t i = 0; i < n; i++) {
      int64_t size = by_change ? llabs(change_of(&rows[i]))
                               : larger(rows[i].retained[AH_OLD].bytes,
                                        rows[i].retained[AH_NEW].bytes);
      if ((double)size >= least && (size > 0 || !by_change))
         rows[n_kept++] = rows[i];
   }
   return n_kept;
}

/* For people; the threshold is of what was live. */
static void list_changed(an_table *table, const ah_diff *diff, ah_owner_row *rows)
{
   double least = (double)live_bytes(diff, AH_OLD) * diff->threshold / 100;
   size_t n_changed = keep_large(rows, table->n, true, 0);
   size_t n = keep_large(rows, n_changed, true, least);
   table->n = n > diff->top ? diff->top : n;
   table->n_more = n > diff->top ? n - diff->top : n_changed - n;
   table->option = n > diff->top ? "--top=0" : "--threshold=0";
   table->none = n_changed == 0 ? "No owner retains more or less than before." : NULL;
}

static void list_for_page(an_table *table, const ah_diff *diff, ah_owner_row *rows)
{
   int64_t live = larger(live_bytes(diff, AH_OLD), live_bytes(diff, AH_NEW));
   table->n = keep_large(rows, table->n, false, (double)live * diff->threshold / 100);
}

void ah_diff_owners_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_diff *diff = scope->diff;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return;
   ah_owner_row *rows;
   an_table table = {
      AN_COLUMNS(columns),
      .make_row = make_row,
      .heading = "What keeps it alive, by change",
      .noun = "owner",
      .is_for = AN_FOR_ALL,
      .is_whole = true,
   };
   ah_diff_owner_rows(diff, scope->alloc, &rows, &table.n);
   table.rows = rows;
   table.row_B = sizeof *rows;
   if (tables->is_for == AN_FOR_PEOPLE)
      list_changed(&table, diff, rows);
   else if (diff->is_page)
      list_for_page(&table, diff, rows);
   an_tables_add(tables, &table)->none = table.none;
}
