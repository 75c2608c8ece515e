/* ac_calls_print.c -- functions by inclusive cost.

   A report of limited length has no room for functions that only pass on what another
   one costs, such as those that call main.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_call_rows.h"
#include "sections/ac_calls_out.h"
#include "sections/ac_sections.h"

#include "base/an_own.h"

#include <inttypes.h>
#include <string.h>

typedef struct {
   ac_call_rows rows;
   ac_ranking ranking;
} section;

/* ---- Which rows are shown ---- */

static bool is_of_system(const section *s, const ac_cost *cost)
{
   const an_own *own = ac_profile_own(s->rows.scope->profile);
   /* Distributions build their libraries in ".". */
   return strcmp(cost->file, AN_UNKNOWN) == 0
          || (strncmp(cost->file, "./", 2) == 0
              && an_own_says(own, cost->file) != AN_WHOSE_PROGRAM)
          || an_own_is_library(own, cost->file);
}

/* Whether the other, which costs about as much, stands for it; code of the system does
   not stand for the program's. */
static bool stands_for(const section *s, const ac_cost *other, const ac_cost *cost)
{
   long double of_other = ac_rank_size(s->rows.sort.of, other->inclusive);
   long double of_cost = ac_rank_size(s->rows.sort.of, cost->inclusive);
   return of_other * 100 >= of_cost * 99 && of_cost * 100 >= of_other * 99
          && (is_of_system(s, cost) || !is_of_system(s, other));
}

/* Whether the i-th row has next to nothing of its own, and another is shown for it. */
static bool only_passes_on(const section *s, size_t i, const ac_cost *last)
{
   static const double NEXT_TO_NOTHING = 0.1;
   const ac_ranked *entries = s->ranking.entries;
   const ac_cost *of = s->rows.costs.of, *cost = &of[entries[i].index];
   const int64_t *totals = ac_profile_totals(s->rows.scope->profile);
   if (ac_rank_reaches(s->rows.sort.of, cost->self, totals, NEXT_TO_NOTHING))
      return false;
   return (last != NULL && stands_for(s, last, cost))
          || (i + 1 < s->ranking.n && stands_for(s, &of[entries[i + 1].index], cost));
}

/* Returns how many it leaves out. */
static size_t keep_best(section *s)
{
   size_t n = 0, n_all = s->ranking.n;
   const ac_cost *last = NULL;
   for (size_t i = 0; i < n_all; i++) {
      if (only_passes_on(s, i, last))
         continue;
      last = &s->rows.costs.of[s->ranking.entries[i].index];
      s->ranking.entries[n++] = s->ranking.entries[i];
   }
   s->ranking.n = n;
   return n_all - n;
}

/* ---- Rows ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_cost *cost = &s->rows.costs.of[s->ranking.entries[number].index];
   AN_ROW(row, ac_call_figures, cost->inclusive, cost->self, cost->n_calls);
}

static void print_function(const an_table *table, ptrdiff_t number, const an_page *page,
                           size_t room)
{
   const section *s = table->context;
   size_t row = s->ranking.entries[number].index;
   ac_call_rows_print(&s->rows, row, s->rows.costs.of[row].file, 0, room, page->out);
}

/* ---- Notes ---- */

/* What no row has as its self cost. */
static void print_left_out(const section *s, const an_page *page)
{
   char number[AN_TEXT_NUMBER_B];
   const ac_costs *costs = &s->rows.costs;
   if (costs->n_pruned == 0)
      return;
   an_text_count(number, costs->n_pruned);
   fprintf(page->out, "%s small call paths that the profile left out have ", number);
   an_page_amount(page, s->rows.sort.of, costs->pruned);
}

/* The listed functions of the cycle, the largest first. */
static void print_cycle(const section *s, uint32_t cycle, size_t n_rows,
                        const an_page *page)
{
   enum { MEMBERS = 10, INDENT = 3 };
   FILE *out = page->out;
   size_t n = 0, n_listed = 0, width = page->scope.terminal->width;
   const ac_costs *costs = &s->rows.costs;
   for (size_t i = 0; i < costs->n; i++)
      n += costs->of[i].cycle == cycle;
   fprintf(out, "cycle %" PRIu32 ": %zu functions that call each other%s\n", cycle, n,
           s->rows.calls->is_estimated ? "; they cost at most so much" : "");
   for (size_t i = 0; i < n_rows && n_listed < MEMBERS; i++) {
      size_t row = s->ranking.entries[i].index;
      if (costs->of[row].cycle != cycle)
         continue;
      fprintf(out, "%*s", INDENT, "");
      ac_call_rows_print(&s->rows, row, costs->of[row].file, 0,
                         width == 0 ? SIZE_MAX : width - INDENT, out);
      putc('\n', out);
      n_listed++;
   }
   if (n_listed < n)
      fprintf(out, "%*s... %zu more functions\n", INDENT, "", n - n_listed);
}

/* Also the cycles of which a function is listed. */
static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const ac_costs *costs = &s->rows.costs;
   size_t n_rows = an_table_n_shown(table, page->scope.request);
   if (ac_request_is_short(page->scope.request) || page->scope.request->focus != NULL)
      return;
   print_left_out(s, page);
   for (uint32_t cycle = 1; cycle <= costs->n_cycles; cycle++) {
      size_t i = 0;
      while (i < n_rows && costs->of[s->ranking.entries[i].index].cycle != cycle)
         i++;
      if (i == n_rows)
         continue;
      putc('\n', page->out);
      print_cycle(s, cycle, n_rows, page);
   }
}

/* ---- The table ---- */

static ac_calls_part parts_for(const an_tables *tables, const ac_request *request)
{
   if (tables->is_for == AN_FOR_CSV)
      return AC_CALLS_FUNCTIONS;
   return AC_CALLS_FUNCTIONS | AC_CALLS_LINKS
          | (request->by != NULL && (request->by->where & AC_IS_TREE) ? AC_CALLS_PATHS
                                                                      : 0);
}

void ac_calls_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 10 };
   const ac_request *request = scope->request;
   if (request->is_pair || ac_profile_calls(scope->profile) == NULL)
      return;
   if (tables->is_for != AN_FOR_PEOPLE) {
      ac_calls_out_tables(tables, scope, parts_for(tables, request));
      return;
   }
   section *s = AN_SECTION(tables, section, .ranking.n = 0);
   ac_call_rows_open(&s->rows, scope);
   ac_call_rows_rank(&s->rows.costs, scope, true, &s->ranking);
   an_table *table = AN_TABLE(tables, AN_COLUMNS(s->rows.columns), .make_row = make_row,
                              .print_last = print_function, .is_for = AN_FOR_PEOPLE,
                              .noun = "function", .option = "--inclusive",
                              .heading = "Functions by inclusive cost",
                              .print_notes = print_notes, .n_limited = LIMITED);
   if (ac_request_is_short(request))
      table->n_more = keep_best(s);
   table->n = s->ranking.n;
}
