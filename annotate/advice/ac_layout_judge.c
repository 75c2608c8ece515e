/* ac_layout_judge.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_layout_judge.h"

#include "base/an_number.h"
#include "base/an_string.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_events.h"
#include "counts/ac_data_lines.h"
#include "counts/ac_find.h"
#include "counts/ac_inlined_lines.h"
#include "counts/ac_layout_words.h"
#include "counts/ac_lines.h"
#include "advice/ac_prices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The change of a line ---- */

/* The cycles of a miss, in parts of its price. */
static long double find_price(const long double *weights, size_t n, long double change)
{
   long double more = 0, less = 0;
   for (size_t i = 0; i < n; i++) {
      more += weights[i] > 0 ? weights[i] : 0;
      less += weights[i] < 0 ? -weights[i] : 0;
   }
   if (more == 0 && less == 0)
      return 0;
   if (more == 0 || less == 0)
      return change / (more - less);
   if (more == less)
      return 1; /* they cancel out: it is not known */
   long double price = change / (more - less);
   return price < 0 ? 0 : price > 1 ? 1 : price;
}

void ac_layout_split(const long double *weights, size_t n, long double change,
                     long double *parts)
{
   long double price = find_price(weights, n, change);
   parts[0] = change;
   for (size_t i = 1; i < n; i++) {
      parts[i] = price * weights[i];
      parts[0] -= parts[i];
   }
}

/* ---- Judging ---- */

/* A function's part of the change that a rule made. */
typedef struct {
   const char *name;
   uint32_t rule;
   long double change;
} part;

typedef struct {
   ac_layout_judged *judged;
   const ac_profile *pair;
   const ac_data *data;
   const ac_profile *newer;
   ac_inlined_lines inlined; /* of `newer` */
   size_t n_events;          /* of one side */
   ac_prices prices;
   const tk_event **events; /* of the data, of one side */
   bool *moves;             /* by rule: lines, too, not only pages */
   /* Of each part of a line, 0 of data without a rule: */
   long double *weights, *misses, *changes;
   size_t n;
   part *parts;
   size_t n_parts, max_parts;
} judging;

/* The rule that blocks of the datum followed: none, if not one fits it. */
static uint32_t rule_of(const judging *j, uint32_t datum)
{
   uint32_t rule = j->data->data[datum].rule;
   const ac_layout_rule *rules = ac_profile_layout(j->pair, 1)->rules;
   return rule == AC_NO_RULE || rules[rule - 1].counts[AC_LAYOUT_BLOCKS] == 0 ? AC_NO_RULE
                                                                              : rule;
}

/* Adds what a line missed on one datum. */
static void add_entry(judging *j, const ac_data_entry *entry)
{
   size_t n = j->data->n_events / 2, rule = rule_of(j, entry->datum);
   for (size_t e = 0; e < n; e++) {
      long double old = entry->counts[e], new = entry->counts[n + e];
      const tk_event *event = j->events[e];
      if (event == NULL || !tk_event_is_data_miss(event))
         continue;
      j->weights[rule] += j->prices.prices[event - tk_events] * (new - old);
      j->misses[rule] += event->level == 1 ? old + new : 0;
   }
}

/* Misses of levels between and of TLBs are known by line only.  They change as a rule
   puts data elsewhere: each rule gets of them as its data miss. */
static void add_shared(judging *j, const int64_t *counts)
{
   long double all = 0, all_moved = 0;
   double old[AC_WAITS], new[AC_WAITS];
   ac_prices_list(&j->prices, counts, old);
   ac_prices_list(&j->prices, counts + j->n_events, new);
   for (size_t i = 1; i < j->n; i++) {
      all += j->misses[i];
      all_moved += j->moves[i] ? j->misses[i] : 0;
   }
   for (size_t i = 1; i < j->n; i++) {
      if (all > 0)
         j->weights[i] += (new[AC_WAIT_WALKS] - old[AC_WAIT_WALKS])
                          * (j->misses[i] / all);
      if (all_moved > 0 && j->moves[i])
         j->weights[i] += (new[AC_WAIT_MIDDLE] - old[AC_WAIT_MIDDLE])
                          * (j->misses[i] / all_moved);
   }
}

static void keep_part(judging *j, const char *name, uint32_t rule, long double change)
{
   part *last = j->n_parts == 0 ? NULL : &j->parts[j->n_parts - 1];
   if (last != NULL && last->name == name && last->rule == rule) {
      last->change += change;
      return;
   }
   TK_ARRAY_ADD(j->judged->alloc, AN_LABEL, j->parts, j->n_parts, j->max_parts,
                (part){ name, rule, change });
}

static long double change_of(const judging *j, const int64_t *counts)
{
   return ac_metric_value(j->judged->cycles, counts + j->n_events)
          - ac_metric_value(j->judged->cycles, counts);
}

/* The function that people see the line in. */
static const char *function_of(const judging *j, size_t function, uint32_t line)
{
   const ac_function *of = ac_profile_function(j->pair, function);
   const char *file = ac_profile_file(j->pair, of->file)->name;
   size_t i = ac_find_function(j->newer, file, of->name);
   const char *inlined = i == SIZE_MAX ? NULL
                                       : ac_inlined_lines_find(&j->inlined, i, line);
   return inlined != NULL ? inlined : of->name;
}

static void judge_line(judging *j, const ac_data_lines *rows)
{
   ac_layout_judged *judged = j->judged;
   long double change = change_of(j, rows->lines.counts);
   if (isnan(change))
      return;
   memset(j->weights, 0, 3 * j->n * sizeof *j->weights);
   for (size_t i = 0; i < rows->n_entries; i++)
      add_entry(j, &rows->entries[i]);
   add_shared(j, rows->lines.counts);
   ac_layout_split(j->weights, j->n, change, j->changes);
   judged->rest += j->changes[0];
   const char *name = function_of(j, rows->function, rows->lines.line);
   for (size_t i = 1; i < j->n; i++) {
      if (j->changes[i] == 0)
         continue;
      judged->of[i - 1].change += j->changes[i];
      keep_part(j, name, (uint32_t)i, j->changes[i]);
   }
}

static void judge_lines(judging *j)
{
   ac_data_lines rows = { .profile = j->pair, .data = j->data };
   while (ac_data_lines_next(&rows))
      judge_line(j, &rows);
   ac_data_lines_close(&rows);
}

/* ---- Functions ---- */

static int compare_parts(const void *a, const void *b)
{
   const part *x = a, *y = b;
   return tk_compare(x->rule, y->rule) ?: an_string_compare(x->name, y->name);
}

/* Puts the function among the largest of the rule. */
static void rank_function(ac_layout_verdict *of, const ac_layout_function *function)
{
   size_t at = of->n_functions;
   while (at > 0 && fabsl(of->functions[at - 1].change) < fabsl(function->change))
      at--;
   if (at == AC_LAYOUT_FUNCTIONS)
      return;
   of->n_functions += of->n_functions < AC_LAYOUT_FUNCTIONS;
   for (size_t i = of->n_functions - 1; i > at; i--)
      of->functions[i] = of->functions[i - 1];
   of->functions[at] = *function;
}

/* Adds a line's estimated cycles in OLD to the functions of this name. */
static void add_before(ac_layout_judged *judged, const char *name, long double cycles)
{
   for (size_t i = 0; i < judged->n; i++) {
      ac_layout_verdict *of = &judged->of[i];
      for (size_t k = 0; k < of->n_functions; k++)
         if (strcmp(of->functions[k].name, name) == 0)
            of->functions[k].before += cycles;
   }
}

static void count_before(judging *j)
{
   for (size_t i = 0; i < ac_profile_n_functions(j->pair); i++) {
      ac_lines lines;
      ac_lines_open(&lines, j->pair, i, 1);
      while (ac_lines_next(&lines))
         add_before(j->judged, function_of(j, i, lines.line),
                    ac_metric_value(j->judged->cycles, lines.counts));
      ac_lines_close(&lines);
   }
}

/* Those that gain or lose at least a hundredth of the program's cycles. */
static void choose_functions(judging *j)
{
   if (j->n_parts > 0)
      qsort(j->parts, j->n_parts, sizeof *j->parts, compare_parts);
   for (size_t i = 0, next; i < j->n_parts; i = next) {
      ac_layout_function function = { .name = j->parts[i].name };
      for (next = i;
           next < j->n_parts && compare_parts(&j->parts[i], &j->parts[next]) == 0; next++)
         function.change += j->parts[next].change;
      if (function.change != 0 && fabsl(function.change) >= j->judged->before / 100)
         rank_function(&j->judged->of[j->parts[i].rule - 1], &function);
   }
   count_before(j);
}

/* ---- Misses ---- */

/* Adds counts of both sides, in the order of `names`, to the misses of both levels. */
static void add_misses(const char *const *names, const int64_t *counts, size_t n,
                       int64_t d1[2], int64_t last[2])
{
   for (size_t e = 0; e < n; e++) {
      const tk_event *event = tk_event_find(names[e]);
      if (event == NULL || !tk_event_is_data_miss(event))
         continue;
      for (size_t side = 0; side < 2; side++) {
         int64_t count = counts[side * n + e];
         if (event->level == 1)
            d1[side] += count;
         else if (event->level == TK_EVENT_LAST)
            last[side] += count;
      }
   }
}

static void count_misses(const judging *j)
{
   ac_layout_judged *judged = j->judged;
   add_misses(ac_profile_texts(j->pair, AC_EVENT)->text, ac_profile_totals(j->pair),
              j->n_events, judged->d1, judged->last);
   for (uint32_t i = 0; j->data != NULL && i < j->data->n_data; i++) {
      uint32_t rule = rule_of(j, i);
      if (rule != AC_NO_RULE)
         add_misses(j->data->events, j->data->data[i].counts, j->data->n_events / 2,
                    judged->of[rule - 1].d1, judged->of[rule - 1].last);
   }
}

/* ---- The whole ---- */

/* Equal changes stay in the order of the rules. */
static int compare_verdicts(const void *a, const void *b)
{
   const ac_layout_verdict *x = a, *y = b;
   return an_real_compare(fabsl(y->change), fabsl(x->change))
             ?: tk_compare(x->rule, y->rule);
}

/* Pages of 2 MiB leave lines where they are. */
static void find_moves(judging *j)
{
   const ac_layout *layout = ac_profile_layout(j->pair, 1);
   for (size_t i = 1; i < j->n; i++)
      j->moves[i] = ac_layout_kind_of(layout->rules[i - 1].text) != AC_LAYOUT_HUGE;
}

static void open_prices(judging *j)
{
   const tk_alloc *alloc = j->judged->alloc;
   ac_prices_open(&j->prices, j->pair, j->judged->cycles);
   j->events = tk_get(alloc, AN_LABEL, j->data->n_events * sizeof *j->events);
   for (size_t e = 0; e < j->data->n_events / 2; e++)
      j->events[e] = tk_event_find(j->data->events[e]);
   j->moves = tk_get(alloc, AN_LABEL, j->n * sizeof *j->moves);
   find_moves(j);
}

static void judge_cycles(judging *j)
{
   ac_layout_judged *judged = j->judged;
   j->weights = tk_get(judged->alloc, AN_LABEL, 3 * j->n * sizeof *j->weights);
   j->misses = j->weights + j->n;
   j->changes = j->misses + j->n;
   ac_inlined_lines_open(&j->inlined, judged->alloc, j->newer);
   open_prices(j);
   judge_lines(j);
   choose_functions(j);
}

void ac_layout_judge_open(ac_layout_judged *judged, const tk_alloc *alloc,
                          const ac_profile *pair, const ac_profile *newer,
                          const ac_metric *cycles)
{
   size_t n = ac_profile_layout(pair, 1)->n;
   const int64_t *totals = ac_profile_totals(pair);
   judging j = { .judged = judged,
                 .pair = pair,
                 .newer = newer,
                 .data = ac_profile_data(pair),
                 .n_events = ac_profile_n_events(pair) / 2,
                 .n = n + 1 };
   *judged = (ac_layout_judged){ .n = n, .cycles = cycles, .alloc = alloc };
   judged->has_data = j.data != NULL && j.data->n_events > 0;
   judged->of = tk_get_zeroed(alloc, AN_LABEL, (n + 1) * sizeof *judged->of);
   for (size_t i = 0; i < n; i++)
      judged->of[i].rule = (uint32_t)i + 1;
   count_misses(&j);
   if (cycles != NULL) {
      judged->before = ac_metric_value(cycles, totals);
      judged->after = ac_metric_value(cycles, totals + j.n_events);
   }
   if (cycles != NULL && judged->has_data)
      judge_cycles(&j);
   if (n > 0)
      qsort(judged->of, n, sizeof *judged->of, compare_verdicts);
}
