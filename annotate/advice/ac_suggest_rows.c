/* ac_suggest_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_gcd.h"
#include "advice/ac_layout_names.h"
#include "advice/ac_suggest_finders.h"

#include <inttypes.h>
#include <string.h>

/* Rows whose columns lie in an eighth of the sets of the first level, or less; and a line
   of which a quarter is used before it goes, or less, so that it comes again for each of
   its columns. */
enum { FEW = 8, USED_PART = 4, ROWS_LEAST = 16 };

/* Bytes from row to row: as the variable is declared, or as it is gone over.  0: not
   known. */
static int64_t find_row(const ac_suggest_making *k)
{
   const ac_data_object *o = k->object;
   if (o->n_rows > 0 && o->of->size_B % o->n_rows == 0)
      return o->of->size_B / o->n_rows;
   return ac_data_row_stride(k->view, k->index, k->stakes->line_B);
}

/* In how many sets of the first level the lines of a column are. */
static int64_t sets_of_column(int64_t row_B, int64_t line_B, int64_t n_sets)
{
   return row_B % line_B != 0
             ? n_sets
             : n_sets / (int64_t)tk_gcd((uint64_t)n_sets, (uint64_t)(row_B / line_B));
}

/* The part of a level's misses that is left: lines stay until all of their columns are
   used, if all rows have a line in the cache. */
static double left_of(const ac_suggest_making *k, ac_wait level, int64_t rows,
                      double used)
{
   return rows * k->stakes->line_B <= k->stakes->cache_B[level] ? used : 1;
}

static void add_pitch(ac_suggest_making *k, int64_t row_B, int64_t rows, double used)
{
   ac_words words = { .text = NULL };
   const ac_object_wait *stake = &k->stakes->of[k->index];
   ac_suggested_rule rule = { .n_parts = 1, .is_plain = true };
   double first = left_of(k, AC_WAIT_FIRST, rows, used);
   double middle = left_of(k, AC_WAIT_MIDDLE, rows, used);
   double last = left_of(k, AC_WAIT_LAST, rows, used);
   middle = middle < first ? middle : first;
   last = last < middle ? last : middle;
   long double gain = stake->cycles[AC_WAIT_FIRST] * (1 - (long double)first)
                      + stake->cycles[AC_WAIT_MIDDLE] * (1 - (long double)middle)
                      + (stake->cycles[AC_WAIT_LAST] + stake->cycles[AC_WAIT_TRAFFIC])
                           * (1 - (long double)last);
   ac_suggest_set_gain(k, &rule, gain, first);
   ac_words_add(&words, "pitch %" PRId64 " +%" PRId64, row_B, k->stakes->line_B);
   rule.actions = ac_words_keep(&words, &k->out->arena);
   ac_words_add(&words,
                "a column of rows of %" PRId64 " bytes falls into few cache sets; "
                "only %.0f of %" PRId64 " bytes of a line are used before it is evicted",
                row_B, used * (double)k->stakes->line_B, k->stakes->line_B);
   rule.why = ac_words_keep(&words, &k->out->arena);
   ac_suggest_add(k, &rule);
}

void ac_suggest_rows(ac_suggest_making *k)
{
   const ac_data_object *o = k->object;
   int64_t row_B = find_row(k), line_B = k->stakes->line_B;
   int64_t extent_B = ac_data_extent(o), sets = k->stakes->n_sets;
   if (row_B <= 0 || extent_B % row_B != 0 || extent_B / row_B < ROWS_LEAST || sets == 0
       || o->n_lines_fetched == 0)
      return;
   double used = (double)o->used_B / (double)o->n_lines_fetched / (double)line_B;
   if (FEW * sets_of_column(row_B, line_B, sets) > sets || used * USED_PART > 1)
      return;
   add_pitch(k, row_B, extent_B / row_B, used);
}
