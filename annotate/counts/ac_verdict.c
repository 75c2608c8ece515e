/* ac_verdict.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_verdict.h"

#include "base/an_number.h"
#include "base/tk_strings.h"
#include "counts/ac_calls.h"
#include "counts/ac_own_lines.h"
#include "paths/an_match.h"

#include <math.h>
#include <string.h>

enum { OLD, NEW, SIDES };

/* Where a line of one side is in NEW. */
typedef struct {
   const char *file;    /* NULL: unknown */
   const char *of_side; /* the side's name of the function */
   uint32_t number;
   uint32_t function; /* its number in the match */
   uint32_t row;      /* of the line */
} place;

/* A key of a function is its number in the match; of a line, its function's row and its
   number; of a line of NEW, its file and its number; of inlined code, the names of the
   function that it is in and its own. */
typedef struct {
   ac_verdict *verdict;
   const tk_alloc *alloc;
   const ac_profile *sides[SIDES];
   const ac_align *align;
   size_t n_events; /* of one side */
   ac_own_lines own[SIDES];
   place *places[SIDES]; /* of their rows */
   an_match *match;      /* of functions */
   ac_keyed functions, lines;
   ac_keyed of_new;  /* 1 + the row of each line of NEW */
   ac_keyed inlined; /* 1 for what is inlined in one of the sides */
} judging;

long double ac_verdict_change(const ac_metric *metric, const int64_t *counts,
                              size_t n_events)
{
   const ac_measure change = { metric, AC_CHANGE, n_events };
   return ac_measure_value(&change, counts);
}

/* Without a sign; NAN, of a metric that divides, is no change. */
static long double size_of(const judging *j, const int64_t *counts)
{
   long double change = ac_verdict_change(j->verdict->cost, counts, j->n_events);
   return isnan(change) ? 0 : fabsl(change);
}

/* ---- Functions and lines of both sides ---- */

/* Lines of one function mostly stand together: the one before can have the number. */
static place find_place(judging *j, int side, const ac_own_line *line,
                        const place *before)
{
   const ac_aligned *aligned = side == NEW || line->file == NULL
                                  ? NULL
                                  : ac_align_find(j->align, line->file);
   const char *file = aligned == NULL ? line->file : ac_aligned_name(aligned);
   bool is_known = before != NULL && before->of_side == line->function
                   && before->file == file;
   return (place){
      .file = file,
      .of_side = line->function,
      .number = ac_aligned_line(aligned, line->line),
      .function = is_known
                     ? before->function
                     : an_match_add(j->match, 1u << side, line->function, file, NULL),
   };
}

static void read_side(judging *j, int side)
{
   ac_measure by_cost = { j->verdict->cost, AC_VALUE, j->n_events };
   const ac_measures sort = { .of = &by_cost, .n = 1 };
   ac_own_lines *own = &j->own[side];
   /* Rows are looked at as they are: no line reaches that many percent. */
   const ac_own_wanted wanted = { .sort = &sort,
                                  .keep = &sort,
                                  .threshold = 101,
                                  .all_rows = true,
                                  .event = SIZE_MAX,
                                  .like = j->sides[1 - side] };
   ac_own_lines_open(own, j->alloc, j->sides[side], &wanted);
   j->places[side] = tk_get(j->alloc, AN_LABEL, (own->n_rows + 1) * sizeof **j->places);
   for (size_t i = 0; i < own->n_rows; i++) {
      const ac_own_line line = ac_own_lines_row(own, i);
      place *at = &j->places[side][i];
      *at = find_place(j, side, &line, i == 0 ? NULL : at - 1);
   }
}

/* Of a place whose file is known. */
static uint32_t find_line_of_new(judging *j, const place *at)
{
   uint32_t file = tk_strings_number(j->verdict->names, at->file, strlen(at->file));
   return ac_keyed_find(&j->of_new, (uint64_t[]){ file, at->number });
}

static void note_lines_of_new(judging *j)
{
   for (size_t i = 0; i < j->own[NEW].n_rows; i++) {
      const place *at = &j->places[NEW][i];
      const int64_t row = 1 + (int64_t)i;
      if (at->file != NULL)
         ac_keyed_add(&j->of_new, find_line_of_new(j, at), 0, &row, 1);
   }
}

static uint32_t find_inlined(judging *j, const char *function, const char *inlined)
{
   tk_strings *names = j->verdict->names;
   const uint64_t key[] = { tk_strings_number(names, function, strlen(function)),
                            tk_strings_number(names, inlined, strlen(inlined)) };
   return ac_keyed_find(&j->inlined, key);
}

static void note_inlined(judging *j, int side)
{
   const ac_calls *calls = ac_profile_calls(j->sides[side]);
   const int64_t one = 1;
   for (uint32_t i = 0; calls != NULL && i < calls->n_inlined; i++) {
      const ac_inlined *code = &calls->inlined[i];
      const char *function = calls->functions[code->function].name;
      ac_keyed_add(&j->inlined, find_inlined(j, function, code->name), 0, &one, 1);
   }
}

static bool is_inlined(judging *j, const char *function, const char *inlined)
{
   return *ac_keyed_numbers(&j->inlined, find_inlined(j, function, inlined)) > 0;
}

/* A line stays one if the sides say of different functions that it is theirs:
   instantiations of a template share its lines, and a line is of the one that costs most
   there; and which lines are inlined code's (ac_inlined_lines.h) one side may know
   alone. */
static uint64_t find_function(judging *j, const place *at)
{
   uint32_t own = an_match_of(j->match, at->function);
   int64_t row = at->file == NULL
                    ? 0
                    : *ac_keyed_numbers(&j->of_new, find_line_of_new(j, at));
   if (row == 0)
      return own;
   const place *of_new = &j->places[NEW][row - 1];
   uint32_t new = an_match_of(j->match, of_new->function);
   bool is_one = new != own
                 && (an_match_bare(j->match, own) == an_match_bare(j->match, new)
                     || is_inlined(j, of_new->of_side, at->of_side)
                     || is_inlined(j, at->of_side, of_new->of_side));
   return is_one ? new : own;
}

/* Adds the lines of a side to their rows and to those of their functions. */
static void add_side(judging *j, int side)
{
   size_t first = (size_t)side * j->n_events;
   for (size_t i = 0; i < j->own[side].n_rows; i++) {
      place *at = &j->places[side][i];
      const ac_own_line own = ac_own_lines_row(&j->own[side], i);
      uint64_t number = find_function(j, at);
      uint32_t function = ac_keyed_find(&j->functions, &number);
      at->row = ac_keyed_find(&j->lines, (uint64_t[]){ function, at->number });
      ac_keyed_add(&j->functions, function, first, own.counts, j->n_events);
      ac_keyed_add(&j->lines, at->row, first, own.counts, j->n_events);
   }
}

/* Fills in the rows of a side's lines; NEW names. */
static void name_lines(judging *j, int side)
{
   for (size_t i = 0; i < j->own[side].n_rows; i++) {
      const place *at = &j->places[side][i];
      const ac_own_line own = ac_own_lines_row(&j->own[side], i);
      ac_verdict_row *line = &j->verdict->lines[at->row];
      line->function = own.function;
      line->file = at->file;
      line->library = own.library;
      line->counts = ac_keyed_numbers(&j->lines, at->row);
      line->line.new = (at->number & AC_LINE_OF_OLD) != 0 ? 0 : at->number;
      if (side == OLD || line->line.old == 0)
         line->line.old = own.line;
   }
}

static void make_lines(judging *j)
{
   ac_verdict *verdict = j->verdict;
   add_side(j, OLD);
   add_side(j, NEW);
   verdict->n_lines = j->lines.n;
   verdict->lines = tk_get_zeroed(j->alloc, AN_LABEL,
                                  (j->lines.n + 1) * sizeof *verdict->lines);
   name_lines(j, OLD);
   name_lines(j, NEW);
}

/* ---- Why ---- */

/* Calls of functions of this name. */
static int64_t count_calls(const ac_calls *calls, const char *name)
{
   int64_t n = 0;
   for (uint32_t i = 0; i < calls->n_functions; i++)
      if (strcmp(calls->functions[i].name, name) == 0)
         n += calls->functions[i].n_calls;
   return n;
}

/* Adds the calls of functions of a name to those of each caller. */
static void add_callers(judging *j, int side, const char *name, ac_keyed *callers)
{
   const ac_calls *calls = ac_profile_calls(j->sides[side]);
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      if (arc->caller == AC_NO_CALL
          || strcmp(calls->functions[arc->callee].name, name) != 0)
         continue;
      const char *caller = arc->inlined != AC_NO_CALL
                              ? calls->inlined[arc->inlined].name
                              : calls->functions[arc->caller].name;
      uint32_t row = ac_keyed_find(
         callers,
         (uint64_t[]){ tk_strings_number(j->verdict->names, caller, strlen(caller)) });
      ac_keyed_add(callers, row, (size_t)side, &arc->n_calls, 1);
   }
}

/* The caller whose calls changed most, in the direction in which all did. */
static void find_caller(judging *j, ac_verdict_row *row)
{
   ac_keyed callers;
   int64_t most = 0;
   int sign = row->n_calls[NEW] > row->n_calls[OLD] ? 1 : -1;
   ac_keyed_init(&callers, j->alloc, 1, SIDES);
   add_callers(j, OLD, row->function, &callers);
   add_callers(j, NEW, row->function, &callers);
   for (size_t i = 0; i < callers.n; i++) {
      const int64_t *n = ac_keyed_numbers(&callers, i);
      int64_t change = sign * (n[NEW] - n[OLD]);
      if (change <= most)
         continue;
      most = change;
      row->caller = tk_strings_at(j->verdict->names,
                                  (uint32_t)*ac_keyed_key(&callers, i));
   }
   ac_keyed_free(&callers);
}

/* Whether what a call costs, and how often it is called, say at least half of the
   change. */
static bool is_by_calls(const judging *j, const ac_verdict_row *row)
{
   const int64_t *n = row->n_calls;
   if (n[OLD] <= 0 || n[NEW] <= 0 || n[OLD] == n[NEW])
      return false;
   const ac_metric *cost = j->verdict->cost;
   long double change = ac_verdict_change(cost, row->counts, j->n_events);
   long double expected = ac_metric_value(cost, row->counts)
                          * ((long double)n[NEW] / (long double)n[OLD] - 1);
   return (expected < 0) == (change < 0) && 2 * fabsl(expected) >= fabsl(change);
}

static void find_why(judging *j, ac_verdict_row *row)
{
   const ac_calls *calls[] = { ac_profile_calls(j->sides[OLD]),
                               ac_profile_calls(j->sides[NEW]) };
   row->why = an_number_all_zero(row->counts, j->n_events) ? AC_VERDICT_NEW
              : an_number_all_zero(row->counts + j->n_events, j->n_events)
                 ? AC_VERDICT_GONE
                 : AC_VERDICT_COST;
   if (calls[OLD] == NULL || calls[NEW] == NULL)
      return;
   for (int side = 0; side < SIDES; side++)
      row->n_calls[side] = count_calls(calls[side], row->function);
   if (row->why != AC_VERDICT_COST || !is_by_calls(j, row))
      return;
   row->why = AC_VERDICT_CALLS;
   find_caller(j, row);
}

/* The event whose change says most of the change of the cost, in its direction. */
static void find_event(const judging *j, ac_verdict_row *row)
{
   size_t n = j->n_events;
   int64_t *counts = tk_get_zeroed(j->alloc, AN_LABEL, n * sizeof *counts);
   long double change = ac_verdict_change(j->verdict->cost, row->counts, n), most = 0;
   for (size_t e = 0; e < n; e++) {
      counts[e] = 1;
      long double price = ac_metric_value(j->verdict->cost, counts);
      long double share = price * (long double)(row->counts[n + e] - row->counts[e]);
      counts[e] = 0;
      share = change < 0 ? -share : share;
      if (share > most) {
         most = share;
         row->event = e;
      }
   }
}

/* ---- Rows ---- */

/* The line of the function that changed most in its direction, by less than `limit`,
   which becomes that; UINT32_MAX: none did. */
static uint32_t find_line(const judging *j, uint32_t function, const ac_verdict_row *row,
                          long double *limit)
{
   const ac_metric *cost = j->verdict->cost;
   bool is_less = ac_verdict_change(cost, row->counts, j->n_events) < 0;
   long double most = 0;
   uint32_t line = UINT32_MAX;
   for (uint32_t i = 0; i < j->lines.n; i++) {
      if (ac_keyed_key(&j->lines, i)[0] != function)
         continue;
      long double change = ac_verdict_change(cost, ac_keyed_numbers(&j->lines, i),
                                             j->n_events);
      change = is_less ? -change : change;
      if (change > most && change < *limit) {
         most = change;
         line = i;
      }
   }
   *limit = most;
   return line;
}

/* Fills in the texts, and the numbers of the line, which is one of j->lines. */
static void name_row(judging *j, uint32_t function, uint32_t line, ac_verdict_row *row)
{
   an_matched of = an_match_at(j->match,
                               (uint32_t)*ac_keyed_key(&j->functions, function));
   row->function = of.name;
   row->file = of.file;
   if (line == UINT32_MAX)
      return;
   row->file = j->verdict->lines[line].file;
   row->library = j->verdict->lines[line].library;
   row->line = j->verdict->lines[line].line;
}

static void make_row(judging *j, uint32_t function, ac_verdict_row *row)
{
   *row = (ac_verdict_row){ .counts = ac_keyed_numbers(&j->functions, function),
                            .n_calls = { -1, -1 } };
   long double limit = INFINITY;
   for (uint32_t line; row->n_lines < AC_VERDICT_LINES
                       && (line = find_line(j, function, row, &limit)) != UINT32_MAX;)
      row->lines[row->n_lines++] = line;
   name_row(j, function, row->n_lines > 0 ? row->lines[0] : UINT32_MAX, row);
   find_event(j, row);
   find_why(j, row);
}

/* The function that changed most of those that come after `before` in the order of size,
   and then of rows; UINT32_MAX: none did. */
static uint32_t find_next(const judging *j, uint32_t before)
{
   long double most = 0, limit = 0;
   uint32_t best = UINT32_MAX;
   if (before != UINT32_MAX)
      limit = size_of(j, ac_keyed_numbers(&j->functions, before));
   for (uint32_t i = 0; i < j->functions.n; i++) {
      long double size = size_of(j, ac_keyed_numbers(&j->functions, i));
      bool is_after = before == UINT32_MAX || size < limit
                      || (size == limit && i > before);
      if (is_after && size > most) {
         most = size;
         best = i;
      }
   }
   return best;
}

/* What has no row; `function` is UINT32_MAX if none is left. */
static void find_rest(judging *j, uint32_t function)
{
   ac_verdict *verdict = j->verdict;
   size_t n = j->n_events, counts_B = n * sizeof(int64_t);
   verdict->rest = tk_get_zeroed(j->alloc, AN_LABEL, SIDES * counts_B);
   verdict->outside = tk_get(j->alloc, AN_LABEL, SIDES * counts_B);
   memcpy(verdict->outside, j->own[OLD].rest, counts_B);
   memcpy(verdict->outside + n, j->own[NEW].rest, counts_B);
   if (function != UINT32_MAX)
      memcpy(verdict->rest, ac_keyed_numbers(&j->functions, function), SIDES * counts_B);
}

static void make_rows(judging *j)
{
   ac_verdict *verdict = j->verdict;
   uint32_t function = find_next(j, UINT32_MAX);
   while (function != UINT32_MAX && verdict->n < AC_VERDICT_ROWS) {
      make_row(j, function, &verdict->rows[verdict->n++]);
      function = find_next(j, function);
   }
   find_rest(j, function);
}

/* ---- The whole ---- */

void ac_verdict_open(ac_verdict *verdict, const tk_alloc *alloc, const ac_profile *old,
                     const ac_profile *new, const ac_align *align, const ac_metric *cost)
{
   *verdict = (ac_verdict){ .cost = cost, .names = tk_strings_new(alloc) };
   judging j = { .verdict = verdict,
                 .alloc = alloc,
                 .sides = { old, new },
                 .align = align,
                 .n_events = ac_profile_n_events(new) };
   j.match = an_match_new(alloc);
   ac_keyed_init(&j.functions, alloc, 1, SIDES * j.n_events);
   ac_keyed_init(&j.lines, alloc, 2, SIDES * j.n_events);
   ac_keyed_init(&j.of_new, alloc, 2, 1);
   ac_keyed_init(&j.inlined, alloc, 2, 1);
   read_side(&j, OLD);
   read_side(&j, NEW);
   an_match_join(j.match);
   note_lines_of_new(&j);
   note_inlined(&j, OLD);
   note_inlined(&j, NEW);
   make_lines(&j);
   make_rows(&j);
}
