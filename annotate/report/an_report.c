/* an_report.c -- the order of sections, and the room that each gets.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_calls.h"
#include "counts/an_objects.h"
#include "report/an_calls_diff.h"
#include "report/an_data_page.h"
#include "report/an_machine_views.h"
#include "report/an_processes_print.h"
#include "report/an_shown.h"

#include <string.h>

/* ---- Processes ---- */

static an_status print_processes(an_page *page)
{
   an_processes_table table = an_processes_of(page->profile);
   return table.processes->n < 2 ? AN_OK : an_processes_print(page, &table);
}

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

typedef struct {
   size_t share; /* of the budget of lines */
   an_status (*print)(an_page *page);
} section;

struct an_view {
   const char *name;
   section section;
};

static const an_view views[AN_VIEWS_OF_PAIR] = {
   { "line", { AN_SHARE_LINES, an_hot_report } },
   { "function", { AN_SHARE_FUNCTIONS, an_groups_by_function } },
   { "file", { AN_SHARE_FILES, an_groups_by_file } },
   { "object", { AN_SHARE_OBJECTS, an_objects_report } },
   { "data", { AN_SHARE_DATA, an_data_section } },
   { "thread", { AN_SHARE_OBJECTS, an_threads_report } },
   { "inclusive", { AN_SHARE_CALLS_OF_PAIR, an_calls_diff_inclusive } },
   { "path", { AN_SHARE_CALLS_OF_PAIR, an_calls_diff_paths } },
};

static const an_view views_of_calls[] = {
   { "inclusive", { AN_SHARE_CALLS, an_calls_report } },
   { "caller", { AN_SHARE_CALLS, an_callers_report } },
   { "callee", { AN_SHARE_CALLS, an_callees_report } },
   { "both", { AN_SHARE_CALLS, an_callers_and_callees_report } },
   { "top-down", { AN_SHARE_CALLS, an_paths_top_down } },
   { "bottom-up", { AN_SHARE_CALLS, an_paths_bottom_up } },
   { "focus", { AN_SHARE_CALLS, an_paths_of_focus } },
};

static const an_view view_of_sharing
   = { "sharing", { AN_SHARE_SHARING, an_sharing_section } };

static const an_view views_of_machine[] = {
   { "curve", { AN_SHARE_LINES, an_curve_section } },
   { "why", { AN_SHARE_WHY, an_why_section } },
   { "reasons", { AN_SHARE_REASONS, an_reasons_section } },
   { "gains", { AN_SHARE_LINES, an_gains_section } },
   { "what-if", { AN_SHARE_LINES, an_what_if_section } },
};

static const section sections[] = {
   { AN_SHARE_METADATA, an_metadata_section },
   { AN_SHARE_SUMMARY, an_summary_section },
   { AN_SHARE_PROCESSES, print_processes },
   { AN_SHARE_CALLS_OF_PAIR, an_calls_diff },
   { AN_SHARE_REGIONS, an_regions_report },
   { AN_SHARE_OBJECTS, an_objects_report },
   { AN_SHARE_DATA, an_data_section },
   { AN_SHARE_SHARING, an_sharing_section },
   { AN_SHARE_WHY, an_why_section },
   { AN_SHARE_REASONS, an_reasons_section },
   { AN_SHARE_CALLS, an_calls_report },
   { AN_SHARE_LINES, an_hot_report },
   { AN_SHARE_FILES, an_groups_by_file },
   { AN_SHARE_FUNCTIONS, an_groups_by_function },
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

const an_view *an_view_find(const char *name, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (strcmp(views[i].name, name) == 0)
         return &views[i];
   return NULL;
}

const an_view *an_view_of_calls(const char *name)
{
   size_t n = sizeof views_of_calls / sizeof views_of_calls[0];
   for (size_t i = 0; i < n; i++)
      if (strcmp(views_of_calls[i].name, name) == 0)
         return &views_of_calls[i];
   return NULL;
}

const an_view *an_view_of_sharing(void)
{
   return &view_of_sharing;
}

const an_view *an_view_of_machine(const char *name)
{
   for (size_t i = 0; i < sizeof views_of_machine / sizeof views_of_machine[0]; i++)
      if (strcmp(views_of_machine[i].name, name) == 0)
         return &views_of_machine[i];
   return NULL;
}

bool an_view_is_of_calls(const an_view *view)
{
   return an_view_of_calls(view->name) == view;
}

bool an_view_is_of_paths(const an_view *view)
{
   return view == an_view_of_calls("top-down") || view == an_view_of_calls("bottom-up")
          || view == an_view_of_calls("focus");
}

const char *an_view_list(char to[AN_VIEWS_B], size_t n)
{
   char *at = to;
   for (size_t i = 0; i < n; i++)
      at += sprintf(at, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ",
                    views[i].name);
   return to;
}

static an_status print_sections(an_page *page)
{
   const an_view *by = page->options->by;
   an_status status = AN_OK;
   if (by != NULL)
      return an_page_section(page, by->section.share, by->section.print);
   for (size_t i = 0; i < SECTIONS && status == AN_OK; i++)
      status = an_page_section(page, sections[i].share, sections[i].print);
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
   const an_view *by = page->options->by;
   if (by != NULL)
      return an_page_section(page, by->section.share, by->section.print);
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
