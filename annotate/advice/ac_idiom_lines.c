/* ac_idiom_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_idiom_lines.h"

#include "counts/ac_calls.h"
#include "counts/ac_line_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const ac_idiom_lines_source *source;
   const ac_own_line *lines;
   ac_idiom_line *of;
   size_t *large, n_large; /* lines that are looked at, in their order */
   ac_line_functions functions;
   ac_idioms_match match;
} gathering;

static double cost_of(const gathering *g, size_t i)
{
   return (double)ac_metric_value(g->source->cycles, g->lines[i].counts);
}

static double waits_of(const gathering *g, size_t i)
{
   return ac_prices_group(g->source->prices, g->lines[i].counts, TK_EVENT_DATA);
}

/* ---- What is made in one line, and freed in another ---- */

/* What line i costs by code that `also` of the row names. */
static double freed_in(gathering *g, size_t i, const ac_idiom *idiom)
{
   size_t n;
   const ac_line_frame *frames = ac_line_functions_of(&g->functions, &g->lines[i], &n);
   return ac_idioms_match_freed(&g->match, idiom, frames, n);
}

/* The same of all lines of the function from line i on. */
static double freed_after(gathering *g, size_t i, const ac_idiom *idiom)
{
   double sum = 0;
   for (size_t j = 0; j < g->n_large; j++) {
      size_t k = g->large[j];
      if (ac_own_lines_are_beside(&g->lines[k], &g->lines[i])
          && g->lines[k].line >= g->lines[i].line)
         sum += freed_in(g, k, idiom);
   }
   return sum;
}

/* Finds the line's idiom; if it has one already, the next that it could be. */
static void match_line(gathering *g, size_t i)
{
   size_t n;
   const ac_line_frame *frames = ac_line_functions_of(&g->functions, &g->lines[i], &n);
   ac_idiom_found *found = &g->of[i].found;
   do
      *found = ac_idioms_match_line(&g->match, &g->lines[i], frames, n, cost_of(g, i),
                                    found->idiom);
   while (found->idiom != NULL && found->idiom->needs_also
          && freed_after(g, i, found->idiom) <= 0);
}

/* Gives the line, which is no idiom itself, to the nearest before it whose cure takes it
   away, too. */
static void find_maker(gathering *g, size_t i)
{
   ac_idiom_line *to = &g->of[i];
   for (size_t j = 0; j < g->n_large; j++) {
      size_t k = g->large[j];
      const ac_own_line *line = &g->lines[k];
      const ac_idiom *idiom = g->of[k].found.idiom;
      if (k == i || idiom == NULL || g->of[k].maker != NULL
          || idiom->patterns[AC_IDIOM_ALSO].n == 0
          || !ac_own_lines_are_beside(line, &g->lines[i]) || line->line > g->lines[i].line
          || (to->maker != NULL && line->line < to->maker->line))
         continue;
      double cost = freed_in(g, i, idiom);
      if (2 * cost < cost_of(g, i))
         continue;
      to->maker = line;
      to->found = (ac_idiom_found){ .idiom = idiom, .cost = cost };
      to->found.cycles = ac_idioms_match_gain(&to->found, cost);
   }
}

/* ---- One thing looked up several times ---- */

/* Whether line k looks up first what line i looks up again: that is in the caches then.
   If it was there before, the costlier line is the first. */
static bool is_first(const gathering *g, size_t k, size_t i)
{
   enum { FEW = 50 }; /* a part of what the line costs */
   double first = waits_of(g, k), again = waits_of(g, i);
   double of_first = cost_of(g, k), of_again = cost_of(g, i);
   bool is_cached = FEW * first <= of_first && FEW * again <= of_again;
   bool is_larger = of_first > of_again || (of_first == of_again && k < i);
   return is_cached ? is_larger : first >= 2 * again;
}

/* A look-up is needless after another one of its function. */
static double repeated(const gathering *g, size_t i)
{
   const ac_own_line *line = &g->lines[i];
   const ac_idiom_found *found = &g->of[i].found;
   for (size_t j = 0; j < g->n_large; j++) {
      size_t k = g->large[j];
      if (k != i && g->of[k].found.idiom == found->idiom
          && ac_own_lines_are_beside(&g->lines[k], line) && is_first(g, k, i))
         return found->cost;
   }
   double n = (double)found->n_calls, runs = (double)line->n_runs;
   return runs > 0 && n > runs ? found->cost * (1 - runs / n) : 0;
}

/* ---- A search ---- */

/* How often the place ran that code was inlined into: its line, or one further out. */
static int64_t runs_around(const gathering *g, const ac_inlined *code)
{
   const ac_profile *profile = g->source->profile;
   const ac_calls *calls = ac_profile_calls(profile);
   const char *body = calls->functions[code->function].name;
   int64_t n = ac_line_runs_of(profile, code->call_file, body, code->call_line);
   while (n == 0 && code->parent != AC_NO_CALL) {
      code = &calls->inlined[code->parent];
      n = ac_line_runs_of(profile, code->call_file, body, code->call_line);
   }
   return n;
}

/* How often the line's function is called. */
static int64_t count_calls(const gathering *g, const ac_own_line *of)
{
   const ac_calls *calls = ac_profile_calls(g->source->profile);
   int64_t n = 0, most = 0;
   for (uint32_t i = 0; calls != NULL && i < calls->n_inlined; i++) {
      int64_t runs = strcmp(calls->inlined[i].name, of->function) == 0
                        ? runs_around(g, &calls->inlined[i])
                        : 0;
      most = runs > most ? runs : most;
   }
   for (uint32_t i = 0; calls != NULL && i < calls->n_arcs; i++)
      if (strcmp(calls->functions[calls->arcs[i].callee].name, of->function) == 0)
         n += calls->arcs[i].n_calls;
   return n + most;
}

/* A loop around the line's own runs more rarely; so does the function, mostly. */
enum { RARELY = 8 };

static int64_t count_entries(const gathering *g, const ac_own_line *of)
{
   const ac_own_lines *own = g->source->own;
   int64_t n = count_calls(g, of);
   for (size_t i = 0; i < own->n_rows; i++) {
      ac_own_line line = ac_own_lines_row(own, i);
      if (ac_own_lines_are_beside(&line, of) && line.line < of->line && line.n_runs > n
          && RARELY * line.n_runs <= of->n_runs)
         n = line.n_runs;
   }
   return n;
}

/* In place of a line that runs n times each time: a search by halves. */
static double searched(const gathering *g, size_t i)
{
   const ac_own_line *line = &g->lines[i];
   int64_t entries = count_entries(g, line);
   if (entries < 2 || line->n_runs < RARELY * entries)
      return 0;
   double n = (double)line->n_runs / (double)entries;
   return g->of[i].found.cycles * (1 - (1 + log2(n)) / n);
}

/* Whether the line is of the loop whose body the other one is. */
static bool is_loop_of(const ac_own_line *line, const ac_own_line *body)
{
   enum { NEAR = 4 };
   return ac_own_lines_are_beside(line, body) && line->line < body->line
          && line->line + NEAR >= body->line
          && RARELY * llabs(line->n_runs - body->n_runs) <= body->n_runs;
}

/* Whether own code compares elements by their pointers: it loads both, branches, as its
   loop does, and what is done with one that fits, in the next line, is rarely done. */
static bool compares(const gathering *g, const ac_own_line *of)
{
   enum { LONG = 32, FEW_INSTRS = 8, LOADS = 2 };
   const ac_own_lines *own = g->source->own;
   const ac_prices *prices = g->source->prices;
   double n = (double)of->n_runs, branches = ac_prices_count(prices, of->self, TK_BC);
   ac_own_line next = { .line = UINT32_MAX };
   if (of->library != NULL || ac_prices_count(prices, of->self, TK_DW) > 0
       || ac_prices_count(prices, of->self, TK_DR) < LOADS * n || branches < n
       || ac_prices_count(prices, of->self, TK_IR) > FEW_INSTRS * n)
      return false;
   int64_t entries = count_entries(g, of);
   for (size_t i = 0; i < own->n_rows; i++) {
      ac_own_line row = ac_own_lines_row(own, i);
      if (is_loop_of(&row, of))
         branches += ac_prices_count(prices, row.self, TK_BC);
      else if (ac_own_lines_are_beside(&row, of) && row.line > of->line
               && row.line < next.line)
         next = row;
   }
   return of->n_runs >= LONG * entries && next.n_runs <= entries
          && (RARELY - 1) * 2 * n <= RARELY * branches;
}

/* The row of such a line; NULL: it is none. */
static const ac_idiom *find_own_search(const gathering *g, const ac_own_line *line)
{
   const ac_idioms *idioms = g->source->idioms;
   for (size_t i = 0; i < idioms->n; i++)
      if (ac_idioms_is_of_own_code(&idioms->of[i])
          && (idioms->of[i].languages & ac_idioms_language(line->file)) != 0)
         return compares(g, line) ? &idioms->of[i] : NULL;
   return NULL;
}

/* Gives the loop around a search to that. */
static void take_loop(gathering *g, size_t i)
{
   const ac_idiom_found *found = &g->of[i].found;
   for (size_t j = 0; j < g->n_large; j++) {
      size_t k = g->large[j];
      double cost = cost_of(g, k);
      if (g->of[k].found.idiom != NULL || g->lines[k].library != NULL
          || !is_loop_of(&g->lines[k], &g->lines[i]))
         continue;
      g->of[k].maker = &g->lines[i];
      g->of[k].found = (ac_idiom_found){ .idiom = found->idiom,
                                         .cost = cost,
                                         .cycles = cost * found->cycles / cost_of(g, i) };
   }
}

/* ---- All ---- */

static void find_large(gathering *g, const tk_alloc *alloc)
{
   const ac_own_lines *own = g->source->own;
   g->large = tk_get(alloc, AN_LABEL, (own->n + 1) * sizeof *g->large);
   for (size_t i = 0; i < own->n; i++)
      if (cost_of(g, i) >= g->source->least)
         g->large[g->n_large++] = i;
}

static void match_lines(gathering *g)
{
   for (size_t j = 0; j < g->n_large; j++) {
      size_t i = g->large[j];
      match_line(g, i);
      if (g->of[i].found.idiom == NULL) {
         const ac_idiom *idiom = find_own_search(g, &g->lines[i]);
         g->of[i].found = (ac_idiom_found){ .idiom = idiom,
                                            .cost = cost_of(g, i),
                                            .cycles = cost_of(g, i) };
      }
   }
   for (size_t j = 0; j < g->n_large; j++)
      if (g->of[g->large[j]].found.idiom == NULL)
         find_maker(g, g->large[j]);
}

/* Whether other lines say what the cure of the idiom gains. */
static bool is_of_others(const gathering *g, size_t i)
{
   const ac_idiom *idiom = g->of[i].found.idiom;
   return idiom != NULL
          && (idiom->takes == AC_IDIOM_BUT_ONE || idiom->takes == AC_IDIOM_BUT_SEARCH);
}

ac_idiom_line *ac_idiom_lines_new(const tk_alloc *alloc,
                                  const ac_idiom_lines_source *source)
{
   gathering g = { .source = source, .lines = source->own->lines };
   g.of = tk_get_zeroed(alloc, AN_LABEL, (source->own->n + 1) * sizeof *g.of);
   if (source->idioms == NULL)
      return g.of;
   find_large(&g, alloc);
   ac_line_functions_open(&g.functions, alloc, source->profile, source->own,
                          source->cycles, source->least);
   ac_idioms_match_open(&g.match, alloc, source->idioms);
   match_lines(&g);
   for (size_t j = 0; j < g.n_large; j++) {
      size_t i = g.large[j];
      if (is_of_others(&g, i))
         g.of[i].found.cycles = g.of[i].found.idiom->takes == AC_IDIOM_BUT_ONE
                                   ? repeated(&g, i)
                                   : searched(&g, i);
   }
   for (size_t j = 0; j < g.n_large; j++) {
      size_t i = g.large[j];
      while (is_of_others(&g, i) && g.of[i].found.cycles <= 0) {
         match_line(&g, i);
         if (is_of_others(&g, i))
            g.of[i].found.cycles = 0;
      }
   }
   for (size_t j = 0; j < g.n_large; j++) {
      const ac_idiom_line *of = &g.of[g.large[j]];
      if (of->maker == NULL && of->found.cycles > 0 && of->found.idiom != NULL
          && of->found.idiom->takes == AC_IDIOM_BUT_SEARCH)
         take_loop(&g, g.large[j]);
   }
   ac_idioms_match_close(&g.match);
   ac_line_functions_close(&g.functions, alloc);
   tk_put(alloc, g.large);
   return g.of;
}
