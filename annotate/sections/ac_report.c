/* ac_report.c -- the report on counts as text, and the room that each section gets.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "render/an_page.h"

#include "sections/ac_sections.h"

#include <string.h>

/* ---- The whole ---- */

static an_status print_it(an_page *page)
{
   return ac_section_print(page, page->section);
}

static an_status print_section(an_page *page, const ac_section *section)
{
   page->section = section;
   return an_page_section(page, section->n_lines, print_it);
}

static an_status print_sections(an_page *page)
{
   const ac_section *section;
   an_status status = AN_OK;
   if (page->scope.request->by != NULL)
      return print_section(page, page->scope.request->by);
   for (size_t i = 0; status == AN_OK && (section = ac_section_at(i)) != NULL; i++)
      if (section->where & AC_IN_REPORT)
         status = print_section(page, section);
   if (status == AN_OK && page->scope.request->annotate)
      status = ac_annotate(page);
   return status;
}

static an_status open_page(an_page *page, ac_shown *shown)
{
   const ac_scope *scope = &page->scope;
   const ac_request *request = scope->request;
   size_t longest = ac_labels_longest(request->full_names, scope->terminal->width);
   an_status status = ac_labels_open(&page->labels, scope->alloc, scope->profile,
                                     longest);
   if (status != AN_OK)
      return status;
   ac_labels_name_generated(&page->labels, scope->profile);
   status = ac_shown_open(shown, scope);
   if (status == AN_OK) {
      page->shown = shown;
      status = ac_columns_open(&page->columns, scope->alloc, scope->profile,
                               &shown->measures, request->percents);
      if (status != AN_OK)
         ac_shown_close(shown);
   }
   if (status != AN_OK)
      ac_labels_close(&page->labels);
   return status;
}

static an_status write_report(an_page *page, an_status (*print)(an_page *page))
{
   ac_shown shown = { .state = NULL };
   if (!page->scope.request->is_limited || page->scope.request->by != NULL)
      page->left = SIZE_MAX;
   an_status status = open_page(page, &shown);
   if (status != AN_OK)
      return status;
   status = print(page);
   an_page_more(page, page->n_cut, "line", "--top=0");
   ac_columns_close(&page->columns);
   ac_shown_close(&shown);
   ac_labels_close(&page->labels);
   return status;
}

an_status ac_report(const ac_scope *scope, FILE *out)
{
   enum { LIMITS = 22 }; /* lines at most, after the report */
   size_t after = scope->analysis->n_after;
   an_page page = { .scope = *scope,
                    .out = out,
                    .left = AC_REPORT_LINES - (after < LIMITS ? after : LIMITS) };
   return write_report(&page, print_sections);
}

/* There is less room for them than in a whole report. */
static an_status print_first_lines(an_page *page)
{
   enum { FIRST = 4 };
   an_tables tables;
   an_status status = an_tables_begin(&tables, ac_hot_tables, &page->scope,
                                      AN_FOR_PEOPLE);
   if (status == AN_OK) {
      tables.of[0].n_limited = FIRST;
      status = an_table_print(page, &tables.of[0]);
   }
   an_tables_close(&tables);
   return status;
}

static an_status print_lines(an_page *page)
{
   if (page->scope.request->by != NULL)
      return print_section(page, page->scope.request->by);
   an_status status = an_page_section(page, 0, print_first_lines);
   return status == AN_OK ? ac_annotate(page) : status;
}

an_status ac_report_lines(const ac_scope *scope, size_t n_lines, FILE *out)
{
   an_page page = { .scope = *scope, .out = out, .left = n_lines };
   return write_report(&page, print_lines);
}

an_status ac_report_csv(const ac_scope *scope, FILE *out)
{
   const ac_section *by = scope->request->by;
   if (by != NULL && by->put_csv == NULL)
      return an_tables_put_csv(out, by->open, scope);
   return by == NULL ? ac_lines_put_csv(scope, out) : by->put_csv(scope, out);
}
