/* an_links_print.c -- functions by inclusive cost, each with its callers and callees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "report/an_call_page.h"

#include "counts/an_steps.h"

#include <stdlib.h>

#define LABEL "an.links"

typedef struct {
   an_call_page p;
   an_links links;
   uint32_t *by_callee; /* links */
   bool callers, callees;
} printer;

static int compare_callees(const void *a, const void *b, void *context)
{
   const an_link *links = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   uint32_t x = links[i].callee, y = links[j].callee;
   return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

static bool sort_by_callee(printer *of)
{
   an_links *links = &of->links;
   of->by_callee = tk_get(of->p.page->alloc, LABEL,
                          (links->n + 1) * sizeof *of->by_callee);
   if (of->by_callee == NULL)
      return false;
   for (size_t i = 0; i < links->n; i++)
      of->by_callee[i] = (uint32_t)i;
   qsort_r(of->by_callee, links->n, sizeof *of->by_callee, compare_callees, links->of);
   return true;
}

/* The i-th link in the order of callers, or of callees. */
static const an_link *link_at(const printer *of, bool by_callee, size_t i)
{
   return &of->links.of[by_callee ? of->by_callee[i] : i];
}

static uint32_t end_of(const an_link *link, bool by_callee)
{
   return by_callee ? link->callee : link->caller;
}

/* The links of the row, largest first; those below the threshold are left out, and
   counted.  For tk_put. */
static an_status find(const printer *of, size_t row, bool callers, an_ranking *found,
                      size_t *n_more)
{
   const an_page *page = of->p.page;
   size_t first = 0, high = of->links.n;
   while (first < high) {
      size_t middle = first + (high - first) / 2;
      if (end_of(link_at(of, callers, middle), callers) < row)
         first = middle + 1;
      else
         high = middle;
   }
   size_t n = 0;
   while (first + n < of->links.n
          && end_of(link_at(of, callers, first + n), callers) == row)
      n++;
   found->n = 0;
   found->entries = tk_get(page->alloc, LABEL, (n + 1) * sizeof *found->entries);
   if (found->entries == NULL)
      return AN_NO_MEMORY;
   for (; found->n < n; found->n++) {
      const an_link *link = link_at(of, callers, first + found->n);
      found->entries[found->n] = (an_ranked){ (size_t)(link - of->links.of),
                                              link->inclusive };
   }
   an_rank(found, an_profile_totals(page->profile), &page->options->sort,
           page->options->threshold);
   *n_more = n - found->n;
   return AN_OK;
}

static void print_link(const printer *of, const an_link *link, bool is_caller)
{
   const an_call_page *p = &of->p;
   FILE *out = p->page->out;
   uint32_t row = is_caller ? link->caller : link->callee;
   an_call_page_figures(p, link->inclusive, NULL, link->n_calls);
   fputs(is_caller ? "  < " : "  > ", out);
   if (row == AN_NO_CALL)
      fputs("(the system)", out);
   else
      an_call_page_place(p, row, link->line > 0 ? link->file : NULL, link->line,
                         an_call_page_room(p, 4));
   putc('\n', out);
}

/* In the first of two rounds, makes the columns wide enough. */
static an_status print_links(printer *of, size_t row, bool is_caller, bool is_fitting)
{
   an_ranking found;
   size_t n_more;
   an_status status = find(of, row, is_caller, &found, &n_more);
   for (size_t i = 0; status == AN_OK && i < found.n; i++) {
      const an_link *link = &of->links.of[found.entries[i].index];
      if (is_fitting)
         an_call_page_fit(&of->p, link->inclusive, NULL, link->n_calls);
      else
         print_link(of, link, is_caller);
   }
   if (status == AN_OK && !is_fitting && n_more > 0) {
      fprintf(of->p.page->out, "%*s",
              (int)(an_columns_width(&of->p.inclusive) + 2 + of->p.calls_width + 4), "");
      an_page_more(of->p.page, n_more, is_caller ? "caller" : "callee",
                   "--threshold=0");
   }
   tk_put(of->p.page->alloc, found.entries);
   return status;
}

static an_status print_function(printer *of, size_t row, bool is_fitting)
{
   an_call_page *p = &of->p;
   const an_cost *cost = &p->costs.of[row];
   an_status status = AN_OK;
   if (of->callers)
      status = print_links(of, row, true, is_fitting);
   if (status == AN_OK && is_fitting) {
      an_call_page_fit(p, cost->inclusive, NULL, cost->n_calls);
   } else if (status == AN_OK) {
      an_call_page_figures(p, cost->inclusive, NULL, cost->n_calls);
      an_page_colour(p->page, AN_COLOUR_HEADING);
      fputs("* ", p->page->out);
      an_call_page_place(p, row, cost->file, 0, an_call_page_room(p, 2));
      an_page_colour(p->page, AN_COLOUR_NONE);
      putc('\n', p->page->out);
   }
   if (status == AN_OK && of->callees)
      status = print_links(of, row, false, is_fitting);
   if (!is_fitting)
      putc('\n', p->page->out);
   return status;
}

static const char *title_of(const printer *of)
{
   return !of->callees ? "Functions and their callers"
          : !of->callers ? "Functions and their callees"
                         : "Functions, their callers (<) and callees (>)";
}

static an_status print_all(printer *of, an_ranking *rows)
{
   an_page *page = of->p.page;
   an_status status = AN_OK;
   size_t n = rows->n, most = page->options->n_top;
   if (most > 0 && most < n)
      rows->n = most;
   an_call_page_reset(&of->p, false);
   for (size_t i = 0; i < rows->n && status == AN_OK; i++)
      status = print_function(of, rows->entries[i].index, true);
   an_page_heading(page, title_of(of), NULL);
   an_call_page_names(&of->p, "function (file, or where it is called)");
   for (size_t i = 0; i < rows->n && status == AN_OK; i++)
      status = print_function(of, rows->entries[i].index, false);
   if (rows->n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   an_page_more(page, n - rows->n, "function", "--top=0");
   return status;
}

static an_status report(an_page *page, bool callers, bool callees)
{
   printer of = { .callers = callers, .callees = callees };
   an_ranking rows = { .entries = NULL };
   an_status status = an_call_page_open(&of.p, page);
   if (status != AN_OK)
      return status;
   status = an_links_open(&of.links, page->alloc, of.p.calls, &of.p.costs,
                          of.p.n_events);
   if (status == AN_OK) {
      status = sort_by_callee(&of) ? an_call_page_rank(&of.p, &rows) : AN_NO_MEMORY;
      if (status == AN_OK)
         status = print_all(&of, &rows);
      tk_put(page->alloc, rows.entries);
      tk_put(page->alloc, of.by_callee);
      an_links_close(&of.links);
   }
   an_call_page_close(&of.p);
   return status;
}

an_status an_callers_report(an_page *page)
{
   return report(page, true, false);
}

an_status an_callees_report(an_page *page)
{
   return report(page, false, true);
}

an_status an_callers_and_callees_report(an_page *page)
{
   return report(page, true, true);
}
