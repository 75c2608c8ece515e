/* an_calls_print.c -- the table of functions by inclusive cost.

   A report of limited length has no room for functions that only pass on what another
   one costs, such as those that call main.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_call_page.h"

#include "paths/an_name.h"

#include <inttypes.h>
#include <string.h>

#define LABEL "an.calls"

/* ---- Which rows are shown ---- */

static bool is_of_system(const an_cost *cost)
{
   /* Distributions build their libraries in ".". */
   return strcmp(cost->file, AN_UNKNOWN) == 0 || strncmp(cost->file, "./", 2) == 0
          || an_name_is_of_system(cost->file);
}

/* Whether the other, which costs about as much, stands for it; code of the system does
   not stand for the program's. */
static bool stands_for(const an_call_page *p, const an_cost *other, const an_cost *cost)
{
   const an_measure *measure = &p->page->options->sort.of[0];
   long double of_other = an_rank_size(measure, other->inclusive);
   long double of_cost = an_rank_size(measure, cost->inclusive);
   return of_other * 100 >= of_cost * 99 && of_cost * 100 >= of_other * 99
          && (is_of_system(cost) || !is_of_system(other));
}

/* Whether the i-th row has next to nothing of its own, and another is shown for it. */
static bool only_passes_on(const an_call_page *p, const an_ranking *rows, size_t i,
                           const an_cost *last)
{
   static const double NEXT_TO_NOTHING = 0.1;
   const an_cost *cost = &p->costs.of[rows->entries[i].index];
   const int64_t *totals = an_profile_totals(p->page->profile);
   if (an_rank_reaches(&p->page->options->sort.of[0], cost->self, totals,
                       NEXT_TO_NOTHING))
      return false;
   return (last != NULL && stands_for(p, last, cost))
          || (i + 1 < rows->n
              && stands_for(p, &p->costs.of[rows->entries[i + 1].index], cost));
}

static size_t keep_best(const an_call_page *p, an_ranking *rows)
{
   enum { HEADING = 5, MORE = 1, BLANK = 1 };
   size_t n = 0, room = an_budget_room(&p->page->budget, AN_SHARE_CALLS);
   const an_cost *last = NULL;
   for (size_t i = 0; i < rows->n; i++) {
      if (only_passes_on(p, rows, i, last))
         continue;
      last = &p->costs.of[rows->entries[i].index];
      rows->entries[n++] = rows->entries[i];
   }
   rows->n = n;
   return room > HEADING + MORE + BLANK ? room - HEADING - MORE - BLANK : 1;
}

/* Keeps the rows that are shown; returns how many are not. */
static size_t keep(const an_call_page *p, an_ranking *rows)
{
   const an_page *page = p->page;
   size_t n = rows->n, most = page->options->n_top;
   if (an_budget_is_limited(&page->budget))
      most = keep_best(p, rows);
   if (most > 0 && most < rows->n)
      rows->n = most;
   return n - rows->n;
}

/* ---- The table ---- */

static void print_row(const an_call_page *p, const an_cost *cost)
{
   size_t row = (size_t)(cost - p->costs.of);
   an_call_page_figures(p, cost->inclusive, cost->self, cost->n_calls);
   an_call_page_place(p, row, cost->file, 0, an_call_page_room(p, 0));
   putc('\n', p->page->out);
}

static bool has_left_out(const an_call_page *p)
{
   for (size_t i = 0; i < p->n_events; i++)
      if (p->costs.left_out[i] != 0)
         return true;
   return false;
}

/* What no row has as its self cost. */
static void print_left_out(const an_call_page *p)
{
   char number[AN_TEXT_NUMBER_B];
   if (an_budget_is_limited(&p->page->budget) || p->page->options->focus != NULL
       || !has_left_out(p))
      return;
   an_text_count(number, p->costs.n_left_out);
   an_call_page_figures(p, p->costs.left_out, p->costs.left_out, 0);
   fprintf(p->page->out, "(%s small call paths that the profile left out)\n", number);
}

/* The listed functions of the cycle, the largest first. */
static void print_cycle(const an_call_page *p, uint32_t cycle, const an_ranking *rows)
{
   enum { MEMBERS = 10, INDENT = 3 };
   FILE *out = p->page->out;
   size_t n = 0, n_listed = 0, width = p->page->options->width;
   for (size_t i = 0; i < p->costs.n; i++)
      n += p->costs.of[i].cycle == cycle;
   fprintf(out, "cycle %" PRIu32 ": %zu functions that call each other\n", cycle, n);
   for (size_t i = 0; i < rows->n && n_listed < MEMBERS; i++) {
      size_t row = rows->entries[i].index;
      if (p->costs.of[row].cycle != cycle)
         continue;
      fprintf(out, "%*s", INDENT, "");
      an_call_page_place(p, row, p->costs.of[row].file, 0,
                         width == 0 ? SIZE_MAX : width - INDENT);
      putc('\n', out);
      n_listed++;
   }
   if (n_listed < n)
      fprintf(out, "%*s... %zu more functions\n", INDENT, "", n - n_listed);
}

/* Those of which a function is listed. */
static void print_cycles(const an_call_page *p, const an_ranking *rows)
{
   if (p->costs.n_cycles == 0 || an_budget_is_limited(&p->page->budget)
       || p->page->options->focus != NULL)
      return;
   for (uint32_t cycle = 1; cycle <= p->costs.n_cycles; cycle++) {
      size_t i = 0;
      while (i < rows->n && p->costs.of[rows->entries[i].index].cycle != cycle)
         i++;
      if (i == rows->n)
         continue;
      putc('\n', p->page->out);
      print_cycle(p, cycle, rows);
   }
}

static void print_table(an_call_page *p, const an_ranking *rows, size_t n_more)
{
   an_page *page = p->page;
   an_call_page_reset(p, true);
   for (size_t i = 0; i < rows->n; i++) {
      const an_cost *cost = &p->costs.of[rows->entries[i].index];
      an_call_page_fit(p, cost->inclusive, cost->self, cost->n_calls);
   }
   an_page_heading(page, "Functions by inclusive cost", NULL);
   an_call_page_names(p, "function (file)");
   for (size_t i = 0; i < rows->n; i++)
      print_row(p, &p->costs.of[rows->entries[i].index]);
   if (rows->n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   print_left_out(p);
   an_page_more(page, n_more, "function",
                page->options->by == NULL ? "--inclusive" : "--top=0");
   print_cycles(p, rows);
   putc('\n', page->out);
}

an_status an_calls_report(an_page *page)
{
   an_call_page p;
   an_ranking rows;
   if (page->options->is_pair || an_profile_calls(page->profile) == NULL)
      return AN_OK;
   an_status status = an_call_page_open(&p, page);
   if (status != AN_OK)
      return status;
   status = an_call_page_rank(&p, &rows);
   if (status == AN_OK) {
      size_t n_more = keep(&p, &rows);
      print_table(&p, &rows, n_more);
   }
   tk_put(page->alloc, rows.entries);
   an_call_page_close(&p);
   return status;
}
