/* ac_report.c -- the report on counts as text, and the room that each section gets.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "render/an_page.h"

#include "sections/an_processes_print.h"
#include "sections/ac_sections.h"

#include <string.h>

/* ---- Processes ---- */

an_status ac_report_processes(const ac_profile *profile, const tk_alloc *alloc,
                              const ac_report_options *options, FILE *out)
{
   an_page page = { .alloc = alloc, .options = options, .out = out };
   an_processes_table table = an_processes_of(profile);
   table.n_most = SIZE_MAX;
   return an_processes_print(&page, &table);
}

void ac_report_processes_csv(const ac_profile *profile, FILE *out)
{
   an_processes_table table = an_processes_of(profile);
   an_processes_print_csv(&table, out);
}

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
   if (page->options->by != NULL)
      return print_section(page, page->options->by);
   for (size_t i = 0; status == AN_OK && (section = ac_section_at(i)) != NULL; i++)
      if (section->where & AC_IN_REPORT)
         status = print_section(page, section);
   if (status == AN_OK && page->options->annotate)
      status = ac_annotate(page);
   return status;
}

static an_status open_page(an_page *page, ac_shown *shown)
{
   const ac_report_options *options = page->options;
   size_t longest = ac_labels_longest(options->full_names, options->width);
   an_status status = ac_labels_open(&page->labels, page->alloc, page->profile,
                                     longest);
   if (status != AN_OK)
      return status;
   ac_labels_name_generated(&page->labels, page->profile);
   status = ac_shown_open(shown, page->alloc, page->profile, options);
   if (status == AN_OK) {
      page->shown = shown;
      status = ac_columns_open(&page->columns, page->alloc, page->profile,
                               &shown->measures, options->percents);
      if (status != AN_OK)
         ac_shown_close(shown);
   }
   if (status != AN_OK)
      ac_labels_close(&page->labels);
   return status;
}

static an_status report(an_page *page, an_status (*print)(an_page *page))
{
   ac_shown shown = { .state = NULL };
   if (!page->options->is_limited || page->options->by != NULL)
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

an_status ac_report(const ac_profile *profile, const tk_alloc *alloc,
                    const ac_report_options *options, FILE *out)
{
   enum { LIMITS = 22 }; /* lines at most, after the report */
   size_t after = options->n_after < LIMITS ? options->n_after : LIMITS;
   an_page page = {
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .left = AC_REPORT_LINES - after,
   };
   return report(&page, print_sections);
}

/* There is less room for them than in a whole report. */
static an_status print_first_lines(an_page *page)
{
   enum { FIRST = 4 };
   ac_scope scope = { page->profile, page->alloc, page->options };
   an_tables tables = { .scope = &scope };
   an_status status = ac_hot_tables(&tables, &scope);
   if (status == AN_OK) {
      tables.of[0].n_limited = FIRST;
      status = an_table_print(page, &tables.of[0]);
   }
   an_tables_close(&tables);
   return status;
}

static an_status print_lines(an_page *page)
{
   if (page->options->by != NULL)
      return print_section(page, page->options->by);
   an_status status = an_page_section(page, 0, print_first_lines);
   return status == AN_OK ? ac_annotate(page) : status;
}

an_status ac_report_lines(const ac_profile *profile, const tk_alloc *alloc,
                          const ac_report_options *options, size_t n_lines,
                          FILE *out)
{
   an_page page = {
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .left = n_lines,
   };
   return report(&page, print_lines);
}

an_status ac_report_csv(const ac_profile *profile, const tk_alloc *alloc,
                        const ac_report_options *options, FILE *out)
{
   ac_scope scope = { profile, alloc, options };
   const ac_section *by = options->by;
   if (by != NULL && by->put_csv == NULL)
      return an_tables_put_csv(out, by->open, &scope);
   return by == NULL ? ac_lines_put_csv(&scope, out) : by->put_csv(&scope, out);
}
