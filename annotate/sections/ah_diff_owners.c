/* ah_diff_owners.c -- what keeps blocks alive in two heap profiles: variables and frames,
   matched by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"
#include "sections/ah_looks.h"

#include <stdlib.h>

#define LABEL "hp.diff_owners"

enum { KIND, NAME, FUNCTION, FILE_NAME, LINE, OLD, NEW, CHANGE, TEXT, COLUMNS };

static const an_column columns[COLUMNS] = {
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_JSON, "kind" },
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_JSON, "name" },
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_JSON, "function" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_JSON, "file" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_JSON, "line" },
   [OLD] = { AN_COLUMN_COUNT, AN_FOR_ALL, "old", "retained" },
   [NEW] = { AN_COLUMN_COUNT, AN_FOR_ALL, "new", "now" },
   [CHANGE] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "change" },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "what keeps it" },
};

typedef struct {
   ah_owner_row *rows;
   char *text; /* of the row */
   char change[2 * AN_TEXT_NUMBER_B];
} section;

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
   uint32_t *old_of = tk_get(alloc, LABEL, (new->n + 1) * sizeof *old_of);
   bool *is_matched = tk_get_zeroed(alloc, LABEL, old->n + 1);
   *rows = tk_get(alloc, LABEL, (old->n + new->n + 1) * sizeof **rows);
   ah_keepers_match(old, new, false, old_of);
   *n = list_rows(*rows, diff, old_of, is_matched);
   qsort(*rows, *n, sizeof **rows, compare_rows);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ah_owner_row *of = &s->rows[number];
   const ah_keeper *keeper = of->keeper;
   free(s->text);
   s->text = ah_looks_keeper_text(keeper);
   size_t n = an_text_value(s->change, change_of(of), true, true);
   s->change[n++] = ' ';
   an_text_change(s->change + n, change_of(of), of->retained[AH_OLD].bytes);
   row->cells[KIND].text = ah_keeper_kind_name(keeper->kind);
   row->cells[NAME].text = keeper->name;
   row->cells[FUNCTION].text = keeper->function;
   row->cells[FILE_NAME].text = keeper->file;
   if (keeper->line > 0)
      row->cells[LINE].number = keeper->line;
   row->cells[OLD].number = of->retained[AH_OLD].bytes;
   row->cells[NEW].number = of->retained[AH_NEW].bytes;
   row->cells[CHANGE].text = s->change;
   row->cells[TEXT].text = s->text;
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

static void close_tables(an_tables *tables)
{
   free(((section *)tables->state)->text);
}

void ah_diff_owners_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_diff *diff = scope->diff;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return;
   section *s = tables->state = tk_get_zeroed(scope->alloc, LABEL, sizeof *s);
   an_table table = {
      .columns = columns,
      .n_columns = COLUMNS,
      .make_row = make_row,
      .context = s,
      .heading = "What keeps it alive, by change",
      .noun = "owner",
      .is_for = AN_FOR_ALL,
      .is_whole = true,
   };
   ah_diff_owner_rows(diff, scope->alloc, &s->rows, &table.n);
   if (tables->is_for == AN_FOR_PEOPLE)
      list_changed(&table, diff, s->rows);
   else if (diff->is_page)
      list_for_page(&table, diff, s->rows);
   tables->close = close_tables;
   an_tables_add(tables, &table)->none = table.none;
}
