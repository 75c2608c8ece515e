/* ac_report.c -- the report on counts as text, and the room that each section gets.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_page.h"

#include "sections/ac_sections.h"

#include <string.h>

/* ---- The whole ---- */

static void print_it(an_page *page)
{
   ac_section_print(page, page->section);
}

static void print_section(an_page *page, const ac_section *section)
{
   page->section = section;
   an_page_section(page, section->n_lines, print_it);
}

static void print_sections(an_page *page)
{
   const ac_section *section;
   if (page->scope.request->by != NULL) {
      print_section(page, page->scope.request->by);
      return;
   }
   for (size_t i = 0; (section = ac_section_at(i)) != NULL; i++)
      if (section->where & AC_IN_REPORT)
         print_section(page, section);
   if (page->scope.request->annotate)
      ac_annotate(page);
}

static void open_page(an_page *page, ac_shown *shown)
{
   const ac_scope *scope = &page->scope;
   const ac_request *request = scope->request;
   size_t longest = ac_labels_longest(request->full_names, scope->terminal->width);
   ac_labels_open(&page->labels, scope->alloc, scope->profile, longest);
   ac_labels_name_generated(&page->labels, scope->profile);
   ac_shown_open(shown, scope);
   page->shown = shown;
   ac_columns_open(&page->columns, scope->alloc, scope->profile, &shown->measures,
                   request->percents);
}

static void write_report(an_page *page, void (*print)(an_page *page))
{
   ac_shown shown = { .state = NULL };
   if (!page->scope.request->is_limited || page->scope.request->by != NULL)
      page->left = SIZE_MAX;
   open_page(page, &shown);
   print(page);
   an_page_more(page, page->n_cut, "line", "--top=0");
}

void ac_report(const ac_scope *scope, FILE *out)
{
   enum { LIMITS = 22 }; /* lines at most, after the report */
   size_t after = scope->analysis->n_after;
   an_page page = { .scope = *scope,
                    .out = out,
                    .left = AC_REPORT_LINES - (after < LIMITS ? after : LIMITS) };
   write_report(&page, print_sections);
}

/* There is less room for them than in a whole report. */
static void print_first_lines(an_page *page)
{
   enum { FIRST = 4 };
   an_tables tables;
   an_tables_begin(&tables, ac_hot_tables, &page->scope, AN_FOR_PEOPLE);
   tables.of[0].n_limited = FIRST;
   an_table_print(page, &tables.of[0]);
   an_tables_close(&tables);
}

static void print_lines(an_page *page)
{
   if (page->scope.request->by != NULL) {
      print_section(page, page->scope.request->by);
      return;
   }
   an_page_section(page, 0, print_first_lines);
   ac_annotate(page);
}

void ac_report_lines(const ac_scope *scope, size_t n_lines, FILE *out)
{
   an_page page = { .scope = *scope, .out = out, .left = n_lines };
   write_report(&page, print_lines);
}

void ac_report_csv(const ac_scope *scope, FILE *out)
{
   const ac_section *by = scope->request->by;
   if (by == NULL)
      ac_lines_put_csv(scope, out);
   else if (by->put_csv != NULL)
      by->put_csv(scope, out);
   else
      an_tables_put_csv(out, by->open, scope);
}
