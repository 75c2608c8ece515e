/* ac_reasons_print.c -- why lines and data objects missed, with the cure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/tk_events.h"
#include "counts/ac_cures.h"
#include "counts/ac_sweep.h"

#include <string.h>

enum { COLD, CAPACITY, CONFLICT, N_REASONS, MIXED = N_REASONS };
enum { LEVELS = 2, MAIN_PERCENT = 50, CURE_PERCENT = 1, CURE_B = 160 };

/* People read shares, programs counts, of each reason. */
enum {
   LEVEL,
   SPOT,
   MISSES,
   SHARES,
   COUNTS = SHARES + N_REASONS,
   REASON = COUNTS + N_REASONS,
   CURE,
   COLUMNS
};

/* One level's reasons. */
typedef struct {
   const char *heading, *key;
   tk_event_id cold;          /* the first of its reasons */
   size_t columns[N_REASONS]; /* of the profile */
   ac_spot_sets spots;
   const ac_profile *profile;
   char cure[CURE_B]; /* of the row, for people */
} level;

typedef struct {
   level of[LEVELS];
} section;

static const level levels[LEVELS] = {
   { .heading = "Why the last level was missed", .key = "last", .cold = TK_LCOLD },
   { .heading = "Why the first level was missed", .key = "first", .cold = TK_D1COLD },
};

static bool find_level(level *found, const ac_profile *profile, size_t which)
{
   bool are_known = true;
   *found = levels[which];
   found->profile = profile;
   for (size_t r = 0; r < N_REASONS; r++) {
      found->columns[r] = ac_profile_find_event(profile, tk_events[found->cold + r].name);
      are_known &= found->columns[r] != SIZE_MAX;
   }
   return are_known;
}

bool ac_reasons_are_known(const ac_profile *profile)
{
   level found;
   return find_level(&found, profile, 0) || find_level(&found, profile, 1);
}

/* ---- Rows ---- */

static const char *const names[N_REASONS + 1] = { "cold", "capacity", "conflict",
                                                  "mixed" };

static int64_t misses_of(const level *l, const int64_t *counts)
{
   return counts[l->columns[COLD]] + counts[l->columns[CAPACITY]]
          + counts[l->columns[CONFLICT]];
}

static int main_reason(const level *l, const int64_t *counts)
{
   long double all = (long double)misses_of(l, counts);
   for (int r = 0; r < N_REASONS; r++)
      if (100 * (long double)counts[l->columns[r]] >= MAIN_PERCENT * all)
         return r;
   return MIXED;
}

static const char *cure_of(int reason)
{
   static const ac_cure cures[] = { [COLD] = AC_CURE_PREFETCH,
                                    [CAPACITY] = AC_CURE_BLOCKS,
                                    [CONFLICT] = AC_CURE_PAD_ROWS,
                                    [MIXED] = AC_CURE_NONE };
   return ac_cure_text(cures[reason]);
}

/* "conflict (it fits at 8 MiB): pad rows ...".  NULL if the row hardly counts: that would
   only make the table longer. */
static const char *shown_cure(level *l, const int64_t *counts)
{
   ac_sweep sweep;
   char amount[AC_SWEEP_NAME_B];
   int reason = main_reason(l, counts);
   long double all = (long double)misses_of(l, ac_profile_totals(l->profile));
   if (cure_of(reason) == NULL
       || CURE_PERCENT / 100.0L * all > (long double)misses_of(l, counts))
      return NULL;
   int n = snprintf(l->cure, CURE_B, "%s", names[reason]);
   if (reason != COLD && strcmp(l->key, "last") == 0 && ac_sweep_find(&sweep, l->profile)
       && sweep.kind != AC_SWEEP_LINE) {
      ac_curve curve = ac_curve_of(&sweep, counts);
      if (curve.shape == AC_CURVE_FITS)
         n += snprintf(l->cure + n, CURE_B - (size_t)n, " (it fits at %s)",
                       ac_sweep_amount(amount, &sweep, curve.fits));
   }
   snprintf(l->cure + n, CURE_B - (size_t)n, ": %s", cure_of(reason));
   return l->cure;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   level *l = (level *)table->context;
   const int64_t *counts = ac_profile_totals(l->profile);
   if (number != AN_TABLE_TOTAL) {
      row->spot = &l->spots.of[table->spots].of[number];
      counts = row->spot->counts;
      row->below = shown_cure(l, counts);
   }
   int64_t misses = misses_of(l, counts);
   row->cells[LEVEL].text = l->key;
   row->cells[MISSES].number = misses;
   for (size_t r = 0; r < N_REASONS; r++) {
      int64_t n = counts[l->columns[r]];
      row->cells[COUNTS + r].number = n;
      if (misses > 0)
         row->cells[SHARES + r].number = 100 * (long double)n / (long double)misses;
   }
   if (misses == 0)
      return;
   row->cells[REASON].text = names[main_reason(l, counts)];
   row->cells[CURE].text = cure_of(main_reason(l, counts));
}

static long double weigh_spot(const void *context, const ac_spot *spot)
{
   return (long double)misses_of(context, spot->counts);
}

/* ---- Tables ---- */

static const an_column columns[COLUMNS] = {
   [LEVEL] = { AN_COLUMN_TEXT, AN_FOR_CSV, .key = "level" },
   [MISSES] = { AN_COLUMN_COUNT, AN_FOR_PEOPLE, .label = "misses" },
   [SHARES + COLD] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "cold" },
   [SHARES + CAPACITY] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "capacity" },
   [SHARES + CONFLICT] = { AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "conflict" },
   [SPOT] = { AN_COLUMN_SPOT, AN_FOR_ALL, .is_last = true },
   [COUNTS + COLD] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cold" },
   [COUNTS + CAPACITY] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "capacity" },
   [COUNTS + CONFLICT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "conflict" },
   [REASON] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "reason" },
   [CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
};

static an_table table_of(const level *l, ac_spot_kind kind)
{
   enum { LIMITED = 4 };
   an_table table = an_table_of_spots(&l->spots.of[kind], columns, COLUMNS);
   table.make_row = make_row;
   table.context = l;
   table.group = l->key;
   table.n_limited = LIMITED;
   table.option = "--reasons";
   if (kind == AC_SPOT_FUNCTION)
      table.is_for = table.totals = AN_FOR_PROGRAMS;
   if (kind == AC_SPOT_LINE) {
      table.heading = l->heading;
      table.totals = table.n == 0 ? 0 : AN_FOR_PEOPLE;
      table.none = "(no misses)";
   }
   return table;
}

void ac_reasons_tables(an_tables *tables, const ac_scope *scope)
{
   if (scope->request->is_pair || !ac_reasons_are_known(scope->profile))
      return;
   section *s = tk_get(scope->alloc, "an.reasons", sizeof *s);
   *s = (section){ .of = { { .key = NULL } } };
   /* A report for people has the last level alone. */
   bool is_short = tables->is_for == AN_FOR_PEOPLE && scope->request->by == NULL;
   for (size_t i = 0; i < (is_short ? 1 : LEVELS); i++) {
      level *l = &s->of[i];
      if (!find_level(l, scope->profile, i))
         continue;
      ac_spot_sets_open(&l->spots, scope, (ac_spot_weight){ weigh_spot, l });
      for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++) {
         const an_table table = table_of(l, (ac_spot_kind)kind);
         an_tables_add(tables, &table);
      }
   }
}
