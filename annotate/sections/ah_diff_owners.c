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

/* A keeper of one side or both. */
typedef struct {
   const ah_keeper *keeper; /* NEW's, or else OLD's */
   int64_t of[AH_SIDES];    /* retained bytes */
} entry;

typedef struct {
   entry *rows;
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

static int64_t change_of(const entry *row)
{
   return row->of[AH_NEW] - row->of[AH_OLD];
}

static int compare_rows(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   int64_t of_x = llabs(change_of(x)), of_y = llabs(change_of(y));
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   return (x->of[AH_NEW] < y->of[AH_NEW]) - (x->of[AH_NEW] > y->of[AH_NEW]);
}

static bool is_top(const ah_keeper *keeper)
{
   return keeper->above < 0 && keeper->retained.blocks > 0;
}

/* Fills in the rows: OLD's keepers that NEW has not come last. */
static void list_rows(section *s, const ah_diff *diff, const uint32_t *old_of,
                      bool *is_matched)
{
   const ah_keepers *old = diff->keepers[AH_OLD], *new = diff->keepers[AH_NEW];
   for (size_t i = 0; i < old->n; i++)
      is_matched[i] = false;
   for (size_t i = 0; i < new->n; i++) {
      const ah_keeper *keeper = &new->of[i];
      bool has_old = old_of[i] != AH_NO_KEEPER;
      if (has_old)
         is_matched[old_of[i]] = true;
      if (is_top(keeper))
         s->rows[s->n++] = (entry){ keeper,
                                    { has_old ? old->of[old_of[i]].retained.bytes : 0,
                                      keeper->retained.bytes } };
   }
   for (size_t i = 0; i < old->n; i++)
      if (is_top(&old->of[i]) && !is_matched[i])
         s->rows[s->n++] = (entry){ &old->of[i], { old->of[i].retained.bytes, 0 } };
}

/* False if memory ran out.  The rows are for tk_put. */
static bool find_rows(section *s, const ah_diff *diff, const tk_alloc *alloc)
{
   const ah_keepers *old = diff->keepers[AH_OLD], *new = diff->keepers[AH_NEW];
   uint32_t *old_of = tk_get(alloc, LABEL, (new->n + 1) * sizeof *old_of);
   bool *is_matched = tk_get(alloc, LABEL, old->n + 1);
   *s = (section){ .rows = tk_get(alloc, LABEL,
                                  (old->n + new->n + 1) * sizeof *s->rows) };
   bool ok = old_of != NULL && is_matched != NULL && s->rows != NULL
             && ah_keepers_match(old, new, false, old_of);
   if (ok) {
      list_rows(s, diff, old_of, is_matched);
      qsort(s->rows, s->n, sizeof *s->rows, compare_rows);
   }
   tk_put(alloc, old_of);
   tk_put(alloc, is_matched);
   return ok;
}

/* ---- Text ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const entry *of = &s->rows[number];
   free(s->text);
   s->text = ah_looks_keeper_text(of->keeper);
   size_t n = an_text_value(s->change, change_of(of), true, true);
   s->change[n++] = ' ';
   an_text_change(s->change + n, change_of(of), of->of[AH_OLD]);
   row->cells[OLD].number = of->of[AH_OLD];
   row->cells[NEW].number = of->of[AH_NEW];
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

an_status ah_diff_print_owners(an_page *page, const ah_diff *diff,
                               const ah_diff_options *options)
{
   section s;
   const tk_alloc *alloc = page->scope.alloc;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return AN_OK;
   an_status status = AN_NO_MEMORY;
   if (find_rows(&s, diff, alloc)) {
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
      status = an_table_print(page, &table);
      free(s.text);
   }
   tk_put(alloc, s.rows);
   return status;
}

/* ---- JSON ---- */

static int64_t larger(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

static void put_row(an_json_out *json, const entry *row)
{
   const ah_keeper *keeper = row->keeper;
   an_json_open_line(json, "", NULL, '{');
   an_json_put_text(json, "kind", ah_keeper_kind_name(keeper->kind));
   an_json_put_text(json, "name", keeper->name);
   an_json_put_text(json, "function", keeper->function);
   an_json_put_text(json, "file", keeper->file);
   an_json_put_known(json, "line", keeper->line, keeper->line > 0);
   an_json_put_int(json, "old", row->of[AH_OLD]);
   an_json_put_int(json, "new", row->of[AH_NEW]);
   an_json_put_close(json, '}');
}

void ah_diff_put_owners(an_json_out *json, const ah_diff *diff)
{
   section s;
   if (diff->keepers[AH_OLD] == NULL || diff->keepers[AH_NEW] == NULL)
      return;
   const tk_alloc *alloc = diff->keepers[AH_NEW]->alloc;
   bool ok = find_rows(&s, diff, alloc);
   int64_t live = larger(live_bytes(diff, AH_OLD), live_bytes(diff, AH_NEW));
   double least = diff->is_page ? (double)live * diff->threshold / 100 : 0;
   an_json_open_line(json, "", "owners", '[');
   for (size_t i = 0; ok && i < s.n; i++)
      if ((double)larger(s.rows[i].of[AH_OLD], s.rows[i].of[AH_NEW]) >= least)
         put_row(json, &s.rows[i]);
   an_json_put_close(json, ']');
   tk_put(alloc, s.rows);
}
