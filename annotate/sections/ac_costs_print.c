/* ac_costs_print.c -- three views of what functions, lines and data objects cost: where
   their cycles go and why, what they could gain, and why they missed, with the cure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "advice/ac_cures.h"
#include "counts/ac_sweep.h"
#include "advice/ac_trust.h"
#include "advice/ac_why.h"
#include "advice/ac_data_report.h"

#include <math.h>
#include <string.h>

/* Spots in the order of a weight. */
typedef struct {
   const ac_scope *scope;
   ac_prices prices;
   const int64_t *totals;
   long double all; /* estimated cycles of the program */
   ac_spot_sets spots;
   const struct level *level;             /* of reasons */
   char shown[AC_WHY_B], whole[AC_WHY_B]; /* of the row: for people, for programs */
   an_column columns[4];                  /* of gains */
} view;

typedef long double weigh_spot(const void *view, const ac_spot *spot);

/* The weight may need the level. */
static view *open_view(const ac_scope *scope, weigh_spot *weigh,
                       const struct level *level)
{
   view *v = tk_get(scope->alloc, AN_LABEL, sizeof *v);
   *v = (view){ .scope = scope,
                .totals = ac_profile_totals(scope->profile),
                .level = level };
   ac_prices_open(&v->prices, scope->profile, scope->analysis->cycles);
   ac_spot_sets_open(&v->spots, scope, (ac_spot_weight){ weigh, v });
   return v;
}

/* Sets the row's spot; returns its counts. */
static const int64_t *begin_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const view *v = table->context;
   if (number == AN_TABLE_TOTAL)
      return v->totals;
   row->spot = &v->spots.of[table->spots].of[number];
   return row->spot->counts;
}

static an_table table_of(const view *v, ac_spot_kind kind, const an_column *columns,
                         size_t n_columns)
{
   an_table table = an_table_of_spots(&v->spots.of[kind], columns, n_columns);
   table.context = v;
   return table;
}

static bool is_short(const an_tables *tables, const ac_scope *scope)
{
   return tables->is_for == AN_FOR_PEOPLE && scope->request->by == NULL;
}

/* ---- Why ---- */

/* A reason has more than one form: it leaves that much for the other columns. */
enum { OTHER_COLUMNS = 32 };

enum {
   WHY_SPOT,
   SHARE_OF_ALL,
   SHOWN,
   CYCLES,
   MOST,
   SHARE,
   RULE,
   TEXT,
   WHY_CURE,
   OFF_BY,
   WHY_COLUMNS
};

static const an_column why_columns[WHY_COLUMNS] = {
   [SHARE_OF_ALL] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "cycles" },
   [SHOWN] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "why" },
   [WHY_SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
   [CYCLES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cycles" },
   [MOST] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "most" },
   [SHARE] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "share" },
   [RULE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "rule" },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "text" },
   [WHY_CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
   [OFF_BY] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "off_by" },
};

static void make_why(const an_table *table, ptrdiff_t number, an_row *row)
{
   view *v = (view *)table->context;
   const int64_t *counts = begin_row(table, number, row);
   ac_why why = ac_why_of(&v->prices, counts);
   ac_why_text(v->shown, &why, row->room > OTHER_COLUMNS ? row->room - OTHER_COLUMNS : 0);
   ac_why_text(v->whole, &why, SIZE_MAX);
   row->cells[SHARE_OF_ALL].number = 100 * (long double)why.sum / v->all;
   row->cells[SHOWN].text = v->shown;
   row->cells[CYCLES].number = (long double)why.sum;
   row->cells[MOST].text = why.cycles;
   row->cells[SHARE].number = (long double)why.share;
   row->cells[RULE].text = why.rule;
   row->cells[TEXT].text = v->whole;
   row->cells[WHY_CURE].text = why.cure;
   row->cells[OFF_BY].number = ac_trust_of(&v->prices, counts);
}

static long double weigh_why(const void *context, const ac_spot *spot)
{
   return (long double)ac_why_of(&((const view *)context)->prices, spot->counts).sum;
}

/* Of the first n spots, those that do more than execute as fast as the core can: that is
   no news.  Returns how many. */
static size_t keep_cured(const view *v, ac_spot *spots, size_t n)
{
   size_t n_kept = 0;
   for (size_t i = 0; i < n; i++) {
      ac_why why = ac_why_of(&v->prices, spots[i].counts);
      if (why.rule != NULL && strcmp(why.rule, "execute") != 0
          && strcmp(why.rule, "execute-width") != 0)
         spots[n_kept++] = spots[i];
   }
   return n_kept;
}

/* The spots that reach the threshold; in a report, those with a cure. */
static an_table why_table(const view *v, ac_spot_kind kind, bool only_cured)
{
   enum { LIMITED = 5 };
   const ac_spots *spots = &v->spots.of[kind];
   an_table table = table_of(v, kind, why_columns, WHY_COLUMNS);
   double threshold = ac_request_row_threshold(v->scope->request);
   table.n = 0;
   while (table.n < spots->n
          && 100 * (double)spots->of[table.n].weight >= threshold * (double)v->all)
      table.n++;
   if (only_cured)
      table.n = keep_cured(v, spots->of, table.n);
   table.make_row = make_why;
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
   if (scope->request->is_pair || !ac_why_is_known(scope->profile))
      return;
   view *v = open_view(scope, weigh_why, NULL);
   v->all = (long double)ac_why_of(&v->prices, v->totals).sum;
   for (int kind = AC_SPOT_FUNCTION; kind <= AC_SPOT_LINE; kind++) {
      const an_table table = why_table(v, (ac_spot_kind)kind, is_short(tables, scope));
      an_tables_add(tables, &table);
   }
   an_table *functions = &tables->of[0], *lines = &tables->of[1];
   functions->totals = AN_FOR_JSON;
   if (scope->request->by == NULL)
      functions->is_for = AN_FOR_PROGRAMS;
   (scope->request->by == NULL ? lines : functions)->heading =
      "Where estimated cycles go, and why";
}

/* ---- What each could gain ---- */

enum { GAIN_SPOT, NO_MISSES, NO_BRANCHES, NOT_RUN, GAIN_COLUMNS };

/* Data objects neither mispredict nor run. */
static void set_gains(const view *v, const ac_spot *spot, long double gains[GAIN_COLUMNS])
{
   const ac_analysis *analysis = v->scope->analysis;
   gains[NO_BRANCHES] = gains[NOT_RUN] = NAN;
   if (spot->kind == AC_SPOT_OBJECT) {
      gains[NO_MISSES] = roundl(
         ac_object_wait_sum(&analysis->data->waits.of[spot->object]));
      return;
   }
   gains[NO_MISSES] = ac_prices_group(&v->prices, spot->counts, TK_EVENT_CODE)
                      + ac_prices_group(&v->prices, spot->counts, TK_EVENT_DATA);
   gains[NO_BRANCHES] = ac_prices_group(&v->prices, spot->counts, TK_EVENT_BRANCH);
   gains[NOT_RUN] = ac_metric_value(analysis->cycles, spot->counts);
}

static void make_gain(const an_table *table, ptrdiff_t number, an_row *row)
{
   long double gains[GAIN_COLUMNS];
   begin_row(table, number, row);
   set_gains(table->context, row->spot, gains);
   for (size_t c = NO_MISSES; c < table->n_columns; c++)
      row->cells[c].number = gains[c];
}

/* What can be gained by another way to do the same comes before what only less work
   gains. */
static long double weigh_gain(const void *context, const ac_spot *spot)
{
   long double gains[GAIN_COLUMNS];
   set_gains(context, spot, gains);
   long double run = isnan(gains[NOT_RUN]) ? 0 : gains[NOT_RUN] * 0x1p-40L;
   return gains[NO_MISSES] + (isnan(gains[NO_BRANCHES]) ? 0 : gains[NO_BRANCHES]) + run;
}

static void print_gain_intro(const an_table *table, const an_page *page)
{
   const view *v = table->context;
   const ac_metric *cycles = page->scope.analysis->cycles;
   char text[AN_TEXT_NUMBER_B];
   an_text_value(text, v->all, ac_metric_is_whole(cycles), false);
   fprintf(page->out, "The program has %s = ", text);
   an_text_name(page->out, cycles->formula_text);
   fputs(".\nA row would save so many of them if it had no misses, had no "
         "mispredictions,\nor did not run at all.\n\n",
         page->out);
}

static void put_gain_head(const an_table *table, an_json_out *json)
{
   const view *v = table->context;
   an_json_put_number(json, "cycles", v->all,
                      ac_metric_is_whole(v->scope->analysis->cycles));
}

void ac_gains_tables(an_tables *tables, const ac_scope *scope)
{
   view *v = open_view(scope, weigh_gain, NULL);
   v->all = ac_metric_value(scope->analysis->cycles, v->totals);
   const an_column columns[GAIN_COLUMNS] = {
      [GAIN_SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
      [NO_MISSES] = { AN_COLUMN_VALUE, AN_FOR_ALL, "misses", "no misses",
                      .whole = v->all },
      [NO_BRANCHES] = { AN_COLUMN_VALUE, AN_FOR_ALL, "mispredictions",
                        "no mispredictions", .whole = v->all },
      [NOT_RUN] = { AN_COLUMN_VALUE, AN_FOR_ALL, "run", "not run", .whole = v->all },
   };
   memcpy(v->columns, columns, sizeof columns);
   for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++) {
      an_table table = table_of(v, (ac_spot_kind)kind, v->columns,
                                kind == AC_SPOT_OBJECT ? NO_BRANCHES : GAIN_COLUMNS);
      table.make_row = make_gain;
      an_tables_add(tables, &table);
   }
   tables->of[0].heading = "What each could gain, in estimated cycles";
   tables->of[0].print_intro = print_gain_intro;
   tables->of[0].put_head = put_gain_head;
}

/* ---- Why each missed ---- */

enum { COLD, CAPACITY, CONFLICT, MIXED };
enum { LEVELS = 2, MAIN_PERCENT = 50, CURE_PERCENT = 1 };

static const struct {
   const char *name;
   ac_cure cure;
} reasons[] = {
   [COLD] = { "cold", AC_CURE_PREFETCH },
   [CAPACITY] = { "capacity", AC_CURE_BLOCKS },
   [CONFLICT] = { "conflict", AC_CURE_PAD_ROWS },
   [MIXED] = { "mixed", AC_CURE_NONE },
};

static const struct level {
   const char *heading, *key;
   tk_event_id cold; /* the first of its reasons */
} levels[LEVELS] = {
   { "Why the last level was missed", "last", TK_LCOLD },
   { "Why the first level was missed", "first", TK_D1COLD },
};

/* People read shares, programs counts, of each reason. */
enum {
   LEVEL,
   REASON_SPOT,
   MISSES,
   SHARES,
   COUNTS = SHARES + TK_EVENT_REASONS,
   REASON = COUNTS + TK_EVENT_REASONS,
   REASON_CURE,
   REASON_COLUMNS
};

static bool is_known(const ac_profile *profile, const struct level *level)
{
   for (size_t r = 0; r < TK_EVENT_REASONS; r++)
      if (ac_profile_find_event(profile, tk_events[level->cold + r].name) == SIZE_MAX)
         return false;
   return true;
}

bool ac_reasons_are_known(const ac_profile *profile)
{
   return is_known(profile, &levels[0]) || is_known(profile, &levels[1]);
}

static long double count_of(const view *v, const int64_t *counts, int reason)
{
   return ac_prices_count(&v->prices, counts, v->level->cold + (tk_event_id)reason);
}

static long double misses_of(const view *v, const int64_t *counts)
{
   return count_of(v, counts, COLD) + count_of(v, counts, CAPACITY)
          + count_of(v, counts, CONFLICT);
}

static int main_reason(const view *v, const int64_t *counts)
{
   for (int r = COLD; r < MIXED; r++)
      if (100 * count_of(v, counts, r) >= MAIN_PERCENT * misses_of(v, counts))
         return r;
   return MIXED;
}

/* "conflict (it fits at 8 MiB): pad ...".  NULL if the row hardly counts: that would only
   make the table longer. */
static const char *shown_cure(view *v, const int64_t *counts)
{
   ac_sweep sweep;
   char amount[AC_SWEEP_NAME_B];
   int reason = main_reason(v, counts);
   const char *cure = ac_cure_text(reasons[reason].cure);
   if (cure == NULL
       || CURE_PERCENT / 100.0L * misses_of(v, v->totals) > misses_of(v, counts))
      return NULL;
   int n = snprintf(v->shown, sizeof v->shown, "%s", reasons[reason].name);
   if (reason != COLD && v->level == &levels[0]
       && ac_sweep_find(&sweep, v->scope->profile) && sweep.kind != AC_SWEEP_LINE) {
      ac_curve curve = ac_curve_of(&sweep, counts);
      if (curve.shape == AC_CURVE_FITS)
         n += snprintf(v->shown + n, sizeof v->shown - (size_t)n, " (it fits at %s)",
                       ac_sweep_amount(amount, &sweep, curve.fits));
   }
   snprintf(v->shown + n, sizeof v->shown - (size_t)n, ": %s", cure);
   return v->shown;
}

static void make_reason(const an_table *table, ptrdiff_t number, an_row *row)
{
   view *v = (view *)table->context;
   const int64_t *counts = begin_row(table, number, row);
   long double misses = misses_of(v, counts);
   if (number != AN_TABLE_TOTAL)
      row->below = shown_cure(v, counts);
   row->cells[LEVEL].text = v->level->key;
   row->cells[MISSES].number = misses;
   for (int r = COLD; r < MIXED; r++) {
      row->cells[COUNTS + r].number = count_of(v, counts, r);
      if (misses > 0)
         row->cells[SHARES + r].number = 100 * count_of(v, counts, r) / misses;
   }
   if (misses == 0)
      return;
   row->cells[REASON].text = reasons[main_reason(v, counts)].name;
   row->cells[REASON_CURE].text = ac_cure_text(reasons[main_reason(v, counts)].cure);
}

static long double weigh_reason(const void *context, const ac_spot *spot)
{
   return misses_of(context, spot->counts);
}

static const an_column reason_columns[REASON_COLUMNS] = {
   [LEVEL] = { AN_COLUMN_TEXT, AN_FOR_CSV, .key = "level" },
   [MISSES] = { AN_COLUMN_COUNT, AN_FOR_PEOPLE, .label = "misses" },
   [SHARES + COLD] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "cold" },
   [SHARES + CAPACITY] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "capacity" },
   [SHARES + CONFLICT] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "conflict" },
   [REASON_SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
   [COUNTS + COLD] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cold" },
   [COUNTS + CAPACITY] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "capacity" },
   [COUNTS + CONFLICT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "conflict" },
   [REASON] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "reason" },
   [REASON_CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
};

static an_table reason_table(const view *v, ac_spot_kind kind)
{
   enum { LIMITED = 4 };
   an_table table = table_of(v, kind, reason_columns, REASON_COLUMNS);
   table.make_row = make_reason;
   table.group = v->level->key;
   table.n_limited = LIMITED;
   table.option = "--reasons";
   if (kind == AC_SPOT_FUNCTION)
      table.is_for = table.totals = AN_FOR_PROGRAMS;
   if (kind == AC_SPOT_LINE) {
      table.heading = v->level->heading;
      table.totals = table.n == 0 ? 0 : AN_FOR_PEOPLE;
      table.none = "(no misses)";
   }
   return table;
}

/* A report for people has the last level alone. */
void ac_reasons_tables(an_tables *tables, const ac_scope *scope)
{
   if (scope->request->is_pair)
      return;
   for (size_t i = 0; i < (is_short(tables, scope) ? 1 : LEVELS); i++) {
      if (!is_known(scope->profile, &levels[i]))
         continue;
      const view *v = open_view(scope, weigh_reason, &levels[i]);
      for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++) {
         const an_table table = reason_table(v, (ac_spot_kind)kind);
         an_tables_add(tables, &table);
      }
   }
}
