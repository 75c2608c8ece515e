/* ac_links_print.c -- functions by inclusive cost, each with its callers and callees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ac_call_rows.h"
#include "base/tk_count.h"
#include "sections/ac_calls_out.h"
#include "sections/ac_sections.h"

#include "base/tk_array.h"
#include "base/tk_search.h"
#include "counts/ac_steps.h"

#include <stdlib.h>
#include <string.h>

/* A row of the table. */
typedef enum { CALLER, SELF, CALLEE } kind;

typedef struct {
   kind kind;
   size_t index;  /* of the link, or of the function */
   size_t n_more; /* not 0: it stands for so many callers or callees that are left out */
   bool is_first; /* of its function */
} line;

typedef struct {
   const ac_scope *scope;
   ac_call_rows rows;
   ac_links links;
   uint32_t *by_callee; /* links */
   ac_ranking ranking;
   line *lines;
   size_t n, room;
   bool callers, callees;
} section;

static int compare_callees(const void *a, const void *b, void *context)
{
   const ac_link *links = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   return tk_compare(links[i].callee, links[j].callee) ?: tk_compare(i, j);
}

static void sort_by_callee(section *s)
{
   ac_links *links = &s->links;
   s->by_callee = tk_get(s->scope->alloc, AN_LABEL,
                         (links->n + 1) * sizeof *s->by_callee);
   for (size_t i = 0; i < links->n; i++)
      s->by_callee[i] = (uint32_t)i;
   qsort_r(s->by_callee, links->n, sizeof *s->by_callee, compare_callees, links->of);
}

/* The i-th link in the order of callers, or of callees. */
static const ac_link *link_at(const section *s, bool by_callee, size_t i)
{
   return &s->links.of[by_callee ? s->by_callee[i] : i];
}

static uint32_t end_of(const ac_link *link, bool by_callee)
{
   return by_callee ? link->callee : link->caller;
}

/* The links of the row, largest first; those below the threshold are left out, and
   counted.  For tk_put. */
static void find_links(const section *s, size_t row, bool callers, ac_ranking *found,
                       size_t *n_more)
{
   size_t n = 0;
   size_t first = TK_SEARCH(i, s->links.n, end_of(link_at(s, callers, i), callers) < row);
   while (first + n < s->links.n
          && end_of(link_at(s, callers, first + n), callers) == row)
      n++;
   found->n = 0;
   found->entries = tk_get(s->scope->alloc, AN_LABEL, (n + 1) * sizeof *found->entries);
   for (; found->n < n; found->n++) {
      const ac_link *link = link_at(s, callers, first + found->n);
      found->entries[found->n] = AC_RANKED((size_t)(link - s->links.of), link->inclusive);
   }
   ac_rank(found, ac_profile_totals(s->scope->profile), &s->scope->request->sort,
           s->scope->request->threshold);
   *n_more = n - found->n;
}

/* ---- Rows ---- */

static void add_line(section *s, line of)
{
   TK_ARRAY_ADD(s->scope->alloc, AN_LABEL, s->lines, s->n, s->room, of);
}

static void add_links(section *s, size_t row, kind which)
{
   ac_ranking found;
   size_t n_more = 0;
   find_links(s, row, which == CALLER, &found, &n_more);
   for (size_t i = 0; i < found.n; i++)
      add_line(s, (line){ which, found.entries[i].index, 0, false });
   if (n_more > 0)
      add_line(s, (line){ which, 0, n_more, false });
}

static void add_function(section *s, size_t row)
{
   size_t first = s->n;
   if (s->callers)
      add_links(s, row, CALLER);
   add_line(s, (line){ SELF, row, 0, false });
   if (s->callees)
      add_links(s, row, CALLEE);
   s->lines[first].is_first = first > 0;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const line *of = &s->lines[number];
   row->is_apart = of->is_first;
   if (of->n_more > 0)
      return;
   const ac_cost *cost = of->kind == SELF ? &s->rows.costs.of[of->index] : NULL;
   const ac_link *link = of->kind == SELF ? NULL : &s->links.of[of->index];
   AN_ROW(row, ac_call_figures,
          .inclusive = cost != NULL ? cost->inclusive : link->inclusive,
          .n_calls = cost != NULL ? cost->n_calls : link->n_calls);
}

static void print_name(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const line *of = &s->lines[number];
   const ac_link *link = of->kind == SELF ? NULL : &s->links.of[of->index];
   size_t left = room > 4 ? room - 4 : 0;
   if (of->n_more > 0) {
      fprintf(page->out, "  ... %zu more %s%s: --threshold=0", of->n_more,
              of->kind == CALLER ? "caller" : "callee", of->n_more == 1 ? "" : "s");
      return;
   }
   if (of->kind == SELF) {
      an_page_colour(page, AN_COLOUR_HEADING);
      fputs("* ", page->out);
      ac_call_rows_print(&s->rows, of->index, s->rows.costs.of[of->index].file, 0,
                         room > 2 ? room - 2 : 0, page->out);
      an_page_colour(page, AN_COLOUR_NONE);
      return;
   }
   uint32_t row = of->kind == CALLER ? link->caller : link->callee;
   fputs(of->kind == CALLER ? "  < " : "  > ", page->out);
   if (row == AC_NO_CALL)
      fputs("(the system)", page->out);
   else
      ac_call_rows_print(&s->rows, row, link->line > 0 ? link->file : NULL, link->line,
                         left, page->out);
}

/* ---- The table ---- */

static void open_links(section *s)
{
   const ac_scope *scope = s->scope;
   ac_call_rows_open(&s->rows, scope);
   ac_links_open(&s->links, scope->alloc, s->rows.calls, &s->rows.costs,
                 ac_profile_n_events(scope->profile));
   sort_by_callee(s);
   ac_call_rows_rank(&s->rows.costs, scope, true, &s->ranking);
}

static void open_tables(an_tables *tables, const ac_scope *scope, bool callers,
                        bool callees)
{
   if (tables->is_for != AN_FOR_PEOPLE) {
      ac_calls_out_tables(tables, scope, AC_CALLS_LINKS);
      return;
   }
   section *s = AN_SECTION(tables, section, .scope = scope, .callers = callers,
                           .callees = callees);
   open_links(s);
   s->rows.columns[AC_CALL_SELF].is_for = 0;
   s->rows.columns[AC_CALL_NAME].label = "function (file, or where it is called)";
   an_table *table = AN_TABLE(
      tables, AN_COLUMNS(s->rows.columns), .n = s->ranking.n, .make_row = make_row,
      .print_last = print_name, .is_for = AN_FOR_PEOPLE, .noun = "function",
      .heading = !callees   ? "Functions and their callers"
                 : !callers ? "Functions and their callees"
                            : "Functions, their callers (<) and callees (>)");
   size_t n = an_table_n_shown(table, scope->request);
   for (size_t i = 0; i < n; i++)
      add_function(s, s->ranking.entries[i].index);
   table->n_more = table->n - n;
   table->n = s->n;
   table->is_whole = true;
}

void ac_callers_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, true, false);
}

void ac_callees_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, false, true);
}

void ac_callers_and_callees_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, true, true);
}
