/* ah_diff_owners.c -- what keeps blocks alive in two heap profiles: variables and frames,
   matched by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"
#include "base/an_text.h"
#include "sections/ah_looks.h"

#include <stdlib.h>

#define LABEL "hp.diff_owners"

enum { OLD, NEW, CHANGE, NAME, COLUMNS };

static const an_column columns[COLUMNS] = {
   [OLD] = { AN_COLUMN_COUNT, AN_FOR_ALL, "old", "retained" },
   [NEW] = { AN_COLUMN_COUNT, AN_FOR_ALL, "new", "now" },
   [CHANGE] = { AN_COLUMN_RIGHT, AN_FOR_ALL, "change", "change" },
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_ALL, "name", "what keeps it", .is_last = true },
};

typedef struct {
   ah_owner_row *rows;
   size_t n;
   char *text; /* of the row */
   char change[2 * AN_TEXT_NUMBER_B + 1];
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
   int64_t of_x = llabs(change_of(x)), of_y = llabs(change_of(y));
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   of_x = x->retained[AH_NEW].bytes;
   of_y = y->retained[AH_NEW].bytes;
   return (of_x < of_y) - (of_x > of_y);
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
   for (size_t i = 0; i < old->n; i++)
      is_matched[i] = false;
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
   *rows = NULL;
   *n = 0;
   if (old == NULL || new == NULL)
      return;
   uint32_t *old_of = tk_get(alloc, LABEL, (new->n + 1) * sizeof *old_of);
   bool *is_matched = tk_get(alloc, LABEL, old->n + 1);
   *rows = tk_get(alloc, LABEL, (old->n + new->n + 1) * sizeof **rows);
   ah_keepers_match(old, new, false, old_of);
   *n = list_rows(*rows, diff, old_of, is_matched);
   qsort(*rows, *n, sizeof **rows, compare_rows);
   tk_put(alloc, old_of);
   tk_put(alloc, is_matched);
}

/* ---- Text ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ah_owner_row *of = &s->rows[number];
   free(s->text);
   s->text = ah_looks_keeper_text(of->keeper);
   size_t n = an_text_value(s->change, change_of(of), true, true);
   s->change[n++] = ' ';
   an_text_change(s->change + n, change_of(of), of->retained[AH_OLD].bytes);
   row->cells[OLD].number = of->retained[AH_OLD].bytes;
   row->cells[NEW].number = of->retained[AH_NEW].bytes;
   row->cells[CHANGE].text = s->change;
   row->cells[NAME].text = s->text;
}

/* Those that changed, by at least so many percent of what was live. */
static size_t changed_rows(const section *s, const ah_diff *diff, double threshold)
{
   int64_t whole = live_bytes(diff, AH_OLD);
   size_t n = 0;
   while (n < s->n && change_of(&s->rows[n]) != 0
          && (double)llabs(change_of(&s->rows[n])) >= (double)whole * threshold / 100)
      n++;
   return n;
}

void ah_diff_print_owners(an_page *page, const ah_diff *diff,
                          const ah_diff_options *options)
{
   section s = { .rows = NULL };
   const tk_alloc *alloc = page->scope.alloc;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return;
   ah_diff_owner_rows(diff, alloc, &s.rows, &s.n);
   size_t n = changed_rows(&s, diff, options->threshold);
   size_t n_changed = changed_rows(&s, diff, 0);
   bool is_cut = n > options->top;
   const an_table table = {
      .columns = columns,
      .n_columns = COLUMNS,
      .n = is_cut ? options->top : n,
      .make_row = make_row,
      .context = &s,
      .heading = "What keeps it alive, by change",
      .none = n_changed == 0 ? "Nothing retains more or less than before." : NULL,
      .noun = "owner",
      .is_for = AN_FOR_ALL,
      .n_more = is_cut ? n - options->top : n_changed - n,
      .option = is_cut ? "--top=0" : "--threshold=0",
   };
   an_table_print(page, &table);
   free(s.text);
   tk_put(alloc, s.rows);
}

/* ---- JSON ---- */

static int64_t larger(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

static void put_row(an_json_out *json, const ah_owner_row *row)
{
   const ah_keeper *keeper = row->keeper;
   an_json_open_line(json, "", NULL, '{');
   an_json_put_text(json, "kind", ah_keeper_kind_name(keeper->kind));
   an_json_put_text(json, "name", keeper->name);
   an_json_put_text(json, "function", keeper->function);
   an_json_put_text(json, "file", keeper->file);
   an_json_put_known(json, "line", keeper->line, keeper->line > 0);
   an_json_put_int(json, "old", row->retained[AH_OLD].bytes);
   an_json_put_int(json, "new", row->retained[AH_NEW].bytes);
   an_json_put_close(json, '}');
}

void ah_diff_put_owners(an_json_out *json, const ah_diff *diff)
{
   ah_owner_row *rows;
   size_t n;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return;
   const tk_alloc *alloc = diff->keepers[AH_NEW]->alloc;
   ah_diff_owner_rows(diff, alloc, &rows, &n);
   int64_t live = larger(live_bytes(diff, AH_OLD), live_bytes(diff, AH_NEW));
   double least = diff->is_page ? (double)live * diff->threshold / 100 : 0;
   an_json_open_line(json, "", "owners", '[');
   for (size_t i = 0; i < n; i++)
      if ((double)larger(rows[i].retained[AH_OLD].bytes, rows[i].retained[AH_NEW].bytes)
          >= least)
         put_row(json, &rows[i]);
   an_json_put_close(json, ']');
   tk_put(alloc, rows);
}
