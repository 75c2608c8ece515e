/* an_report.c -- the report on counts as text, and the room that each section gets.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_calls.h"
#include "counts/an_objects.h"
#include "report/an_data_report.h"
#include "report/an_machine_views.h"
#include "report/an_processes_print.h"
#include "report/an_sections.h"

#include <string.h>

/* ---- Processes ---- */

an_status an_report_processes(const an_profile *profile, const tk_alloc *alloc,
                              const an_report_options *options, FILE *out)
{
   an_page page = { .alloc = alloc, .options = options, .out = out };
   an_processes_table table = an_processes_of(profile);
   table.n_most = SIZE_MAX;
   return an_processes_print(&page, &table);
}

void an_report_processes_csv(const an_profile *profile, FILE *out)
{
   an_processes_table table = an_processes_of(profile);
   an_processes_print_csv(&table, out);
}

/* ---- The whole ---- */

static an_status print_it(an_page *page)
{
   return an_section_print(page, page->section);
}

static an_status print_section(an_page *page, const an_section *section)
{
   page->section = section;
   return an_page_section(page, section->share, print_it);
}

static an_status print_sections(an_page *page)
{
   const an_section *section;
   an_status status = AN_OK;
   if (page->options->by != NULL)
      return print_section(page, page->options->by);
   for (size_t i = 0; status == AN_OK && (section = an_section_at(i)) != NULL; i++)
      if (section->where & AN_IN_REPORT)
         status = print_section(page, section);
   if (page->options->n_after > 0)
      an_budget_take(&page->budget, AN_SHARE_LIMITS, page->options->n_after);
   if (status == AN_OK && page->options->annotate)
      status = an_annotate(page);
   return status;
}

static an_status open_page(an_page *page, an_shown *shown)
{
   const an_report_options *options = page->options;
   size_t longest = an_labels_longest(options->full_names, options->width);
   an_status status = an_labels_open(&page->labels, page->alloc, page->profile,
                                     longest);
   if (status != AN_OK)
      return status;
   an_labels_name_generated(&page->labels, page->profile);
   status = an_shown_open(shown, page->alloc, page->profile, options);
   if (status == AN_OK) {
      page->shown = shown;
      status = an_columns_open(&page->columns, page->alloc, page->profile,
                               &shown->measures, options->percents);
      if (status != AN_OK)
         an_shown_close(shown);
   }
   if (status != AN_OK)
      an_labels_close(&page->labels);
   return status;
}

static an_status report(an_page *page, an_status (*print)(an_page *page))
{
   an_shown shown = { .state = NULL };
   if (!page->options->is_limited || page->options->by != NULL)
      page->budget = an_budget_unlimited();
   an_status status = open_page(page, &shown);
   if (status != AN_OK)
      return status;
   status = print(page);
   an_columns_close(&page->columns);
   an_shown_close(&shown);
   an_labels_close(&page->labels);
   return status;
}

/* At the cost of the lists of functions and files. */
static void make_room_for_calls(an_share *needed)
{
   enum { CALLS = 13, LISTS = 12 };
   needed[AN_SHARE_CALLS].least = CALLS;
   needed[AN_SHARE_FILES].least = needed[AN_SHARE_FUNCTIONS].least = LISTS;
}

/* At the cost of the lists and of the summary. */
static void make_room_for_reasons(an_share *needed)
{
   enum { LISTS = 6, LINES = 10 };
   needed[AN_SHARE_REASONS] = an_share_of_reasons;
   needed[AN_SHARE_FILES].least = needed[AN_SHARE_FUNCTIONS].least = LISTS;
   needed[AN_SHARE_LINES].least = LINES;
}

/* At the cost of the lists, and of regions. */
static void make_room_for_why(an_share *needed)
{
   enum { LISTS = 12, REGIONS = 14 };
   needed[AN_SHARE_WHY] = an_share_of_why;
   if (needed[AN_SHARE_FILES].least > LISTS)
      needed[AN_SHARE_FILES].least = needed[AN_SHARE_FUNCTIONS].least = LISTS;
   needed[AN_SHARE_REGIONS].least = REGIONS;
}

static void find_needed_data(an_share *needed, const an_data_report *data)
{
   static const an_share none = { 0, 0, 0 };
   if (data != NULL)
      an_budget_room_for_data(needed);
   if (data == NULL || data->view.data->n_events == 0)
      needed[AN_SHARE_DATA] = none;
   if (data == NULL || data->sharing.of == NULL)
      needed[AN_SHARE_SHARING] = none;
}

/* The shares, without those of sections that this report does not have. */
static void find_needed(an_share *needed, const an_profile *profile,
                        const an_report_options *options)
{
   static const an_share none = { 0, 0, 0 };
   memcpy(needed, an_shares_of_counts, sizeof an_shares_of_counts);
   if (options->is_pair)
      needed[AN_SHARE_CALLS_OF_PAIR]
         = options->calls == NULL ? none : an_share_of_calls_of_pair;
   else if (an_processes_of(profile).processes->n < 2)
      needed[AN_SHARE_PROCESSES] = none;
   if (an_objects_count(profile) == 0)
      needed[AN_SHARE_OBJECTS] = none;
   if (!options->is_pair && an_profile_calls(profile) != NULL)
      make_room_for_calls(needed);
   find_needed_data(needed, options->data);
   if (!options->is_pair && an_why_is_known(profile))
      make_room_for_why(needed);
   if (!options->is_pair && an_reasons_are_known(profile))
      make_room_for_reasons(needed);
   else
      needed[AN_SHARE_REASONS] = none;
   if (an_profile_n_regions(profile) == 0)
      needed[AN_SHARE_REGIONS] = none;
   if (options->n_after == 0)
      needed[AN_SHARE_LIMITS] = none;
   if (!options->annotate)
      needed[AN_SHARE_SOURCE] = needed[AN_SHARE_COVERAGE] = none;
   else if (options->data != NULL)
      an_budget_room_for_source(needed, options->objects);
}

an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out)
{
   an_share needed[AN_SHARES_OF_COUNTS];
   find_needed(needed, profile, options);
   an_page page = {
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .budget = an_budget_of(needed, AN_SHARES_OF_COUNTS, AN_BUDGET_LINES),
   };
   return report(&page, print_sections);
}

static an_status print_lines(an_page *page)
{
   if (page->options->by != NULL)
      return print_section(page, page->options->by);
   an_status status = an_page_section(page, AN_SHARE_LINES, an_hot_report);
   return status == AN_OK ? an_annotate(page) : status;
}

an_status an_report_lines(const an_profile *profile, const tk_alloc *alloc,
                          const an_report_options *options, size_t n_lines,
                          FILE *out)
{
   an_page page = {
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .budget = an_budget_of(an_shares_of_lines, AN_SHARES_OF_COUNTS, n_lines),
   };
   return report(&page, print_lines);
}
