/* an_report.c -- metadata, summary, and the order of sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_machine.h"
#include "counts/an_calls.h"
#include "counts/an_objects.h"
#include "report/an_calls_diff.h"
#include "report/an_data_page.h"
#include "report/an_machine_views.h"
#include "report/an_processes_print.h"
#include "report/an_shown.h"

#include <string.h>

/* ---- Metadata ---- */

static void print_measures(const an_page *page, const char *field,
                           const an_measures *measures)
{
   const an_metric *last = NULL;
   fprintf(page->out, "%-17s", field);
   for (size_t i = 0; i < measures->n; i++) {
      if (measures->of[i].metric == last)
         continue; /* another of its aspects */
      last = measures->of[i].metric;
      putc(' ', page->out);
      an_text_name(page->out, last->name);
   }
   putc('\n', page->out);
}

static void print_recorded(const an_page *page)
{
   size_t n = an_profile_n_events(page->profile);
   fprintf(page->out, "%-17s", "Events recorded:");
   for (size_t i = 0; i < (page->options->is_pair ? n / 2 : n); i++) {
      putc(' ', page->out);
      an_text_name(page->out, an_profile_event(page->profile, i));
   }
   putc('\n', page->out);
}

/* Why measures have no columns, and which option shows them. */
static const char *reason(const an_page *page, an_shown_state state)
{
   if (state == AN_SHOWN_CURVE)
      return page->options->is_pair ? "a sweep: --show=" : "a sweep: --curve shows ";
   if (state == AN_SHOWN_DETAIL)
      return "details: --show=";
   if (state == AN_SHOWN_WIDE)
      return page->options->has_show ? "no room: --width=0 shows "
                                     : "no room: --show=";
   return page->options->is_pair ? "no change: --show=" : "all 0: --show=";
}

/* Names what has no column, as --show takes it. */
static void print_left_out(const an_page *page, an_shown_state state)
{
   const an_metric *last = NULL;
   const an_measures *show = &page->options->show;
   for (size_t i = 0; i < show->n; i++) {
      if (page->shown->state[i] != state || show->of[i].metric == last)
         continue;
      if (last == NULL)
         fprintf(page->out, "%-18s%s", "Not shown:", reason(page, state));
      else
         putc(',', page->out);
      last = show->of[i].metric;
      an_text_name(page->out, last->name);
   }
   if (last != NULL)
      putc('\n', page->out);
}

/* The formulas of metrics that are not events. */
static void print_formulas(const an_page *page, const an_measures *measures)
{
   const an_metric *last = NULL;
   for (size_t i = 0; i < measures->n; i++) {
      const an_metric *metric = measures->of[i].metric;
      if (metric == last || metric->is_event)
         continue;
      fprintf(page->out, "%-18s", "Metric:");
      an_text_name(page->out, metric->name);
      fputs(" = ", page->out);
      an_text_name(page->out, metric->formula_text);
      putc('\n', page->out);
      last = metric;
   }
}

static void print_state(const an_page *page)
{
   const an_profile *profile = page->profile;
   if (page->options->is_pair) {
      an_state_print(an_profile_state(profile, 0), "Old", page->out);
      an_state_print(an_profile_state(profile, 1), "New", page->out);
      an_counting_print(an_profile_counting(profile, 0), AN_COUNTING_UNIT, "Old",
                        page->out);
      an_counting_print(an_profile_counting(profile, 1), AN_COUNTING_UNIT, "New",
                        page->out);
   } else {
      an_state state = an_profile_state_of_sum(profile);
      an_state_print(&state, NULL, page->out);
      an_counting_print(an_profile_counting(profile, 0), AN_COUNTING_UNIT, NULL,
                        page->out);
   }
}

static void print_notes(const an_page *page, an_text_kind kind,
                        const char *field)
{
   const an_texts *notes = an_profile_texts(page->profile, kind);
   for (size_t i = 0; i < notes->n; i++)
      an_page_field(page, i == 0 ? field : "", notes->text[i]);
}

static void print_process(const an_page *page)
{
   const an_processes *processes = an_profile_processes(page->profile);
   char number[AN_TEXT_NUMBER_B], moment[3 * AN_TEXT_NUMBER_B];
   if (processes->n != 1)
      return;
   an_text_count(number, processes->of->forked);
   snprintf(moment, sizeof moment, "%s %.30s", number,
            an_profile_event(page->profile, 0));
   an_process_print_fields(page, processes->of, moment);
}

static void print_saturated(const an_page *page)
{
   if (an_profile_texts(page->profile, AN_NOTE_SATURATED)->n == 0)
      return;
   an_page_colour(page, AN_COLOUR_WARNING);
   print_notes(page, AN_NOTE_SATURATED, "Saturated:");
   fprintf(page->out, "%-18s%s\n", "",
           "counts stopped at the largest number, 2^63 - 1");
   an_page_colour(page, AN_COLOUR_NONE);
}

static an_status print_metadata(an_page *page)
{
   const an_report_options *options = page->options;
   an_page_heading(page, "Metadata", NULL);
   const an_texts *descs = an_profile_texts(page->profile, AN_DESC);
   for (size_t i = 0; i < descs->n; i++) {
      an_text_name(page->out, descs->text[i]);
      putc('\n', page->out);
   }
   char machine[AN_MACHINE_B];
   if (an_machine_line(page->profile, machine))
      an_page_field(page, "Machine:", machine);
   an_page_field(page, "Command:", an_profile_command(page->profile));
   if (options->old_command != NULL)
      an_page_field(page, "Command of OLD:", options->old_command);
   for (size_t i = 0; i < options->n_fields; i++) {
      const char *label = options->fields[i].label;
      an_page_field(page, label == NULL ? "" : label, options->fields[i].value);
   }
   print_process(page);
   print_state(page);
   print_recorded(page);
   print_saturated(page);
   print_measures(page, "Events shown:", &page->shown->measures);
   print_left_out(page, AN_SHOWN_WIDE);
   print_left_out(page, AN_SHOWN_DETAIL);
   print_left_out(page, AN_SHOWN_ZERO);
   print_left_out(page, AN_SHOWN_CURVE);
   print_measures(page, "Event sort order:", &options->sort);
   print_formulas(page, &page->shown->measures);
   print_notes(page, AN_NOTE_NO_LINES, "No line numbers:");
   const an_texts *lost = an_profile_texts(page->profile, AN_NOTE_LOST_DEBUG_INFO);
   an_page_lost_debug_info(page, lost->text, lost->n);
   fprintf(page->out, "%-18s%g%%\n", "Threshold:", options->threshold);
   an_page_places(page);
   an_page_field(page, "Annotation:", options->annotate ? "on" : "off");
   putc('\n', page->out);
   return AN_OK;
}

/* ---- Summary ---- */

static void print_totals(an_page *page)
{
   const int64_t *totals = an_profile_totals(page->profile);
   an_columns_reset(&page->columns);
   an_columns_fit(&page->columns, totals);
   an_page_names(page);
   fputs("\n\n", page->out);
   an_columns_print(&page->columns, page->out, totals);
   fputs("  PROGRAM TOTALS\n\n", page->out);
}

static void print_right(const an_page *page, const char *text, int width)
{
   fprintf(page->out, "  %*s", width, text);
}

/* A row for each metric shown: before, after, change. */
static void print_pair(const an_page *page)
{
   enum { NAME_WIDTH = 12, WIDTH = 18 };
   const an_measures *show = &page->options->show;
   const int64_t *totals = an_profile_totals(page->profile);
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(page->out, "%*s", NAME_WIDTH, "");
   print_right(page, "old", WIDTH);
   print_right(page, "new", WIDTH);
   print_right(page, "change", WIDTH);
   an_page_colour(page, AN_COLOUR_NONE);
   fputs("\n\n", page->out);
   for (size_t i = 0; i < show->n; i++) {
      an_measure m = show->of[i];
      char text[AN_TEXT_NUMBER_B];
      bool is_whole = an_metric_is_whole(m.metric);
      if (m.aspect != AN_CHANGE)
         continue;
      m.aspect = AN_BEFORE;
      long double before = an_measure_value(&m, totals);
      m.aspect = AN_AFTER;
      long double after = an_measure_value(&m, totals);
      const char *name = m.metric->name;
      an_text_name(page->out, name);
      if (strlen(name) < NAME_WIDTH)
         fprintf(page->out, "%*s", NAME_WIDTH - (int)strlen(name), "");
      an_text_value(text, before, is_whole, false);
      print_right(page, text, WIDTH);
      an_text_value(text, after, is_whole, false);
      print_right(page, text, WIDTH);
      fputs("  ", page->out);
      an_page_change(page, before, after, is_whole, WIDTH);
      putc('\n', page->out);
   }
   putc('\n', page->out);
}

static an_status print_summary(an_page *page)
{
   an_page_heading(page, "Summary", NULL);
   if (page->options->is_pair)
      print_pair(page);
   else
      print_totals(page);
   return AN_OK;
}

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
   { "reasons", { AN_SHARE_REASONS, an_reasons_section } },
   { "gains", { AN_SHARE_LINES, an_gains_section } },
   { "what-if", { AN_SHARE_LINES, an_what_if_section } },
};

static const section sections[] = {
   { AN_SHARE_METADATA, print_metadata },
   { AN_SHARE_SUMMARY, print_summary },
   { AN_SHARE_PROCESSES, print_processes },
   { AN_SHARE_CALLS_OF_PAIR, an_calls_diff },
   { AN_SHARE_REGIONS, an_regions_report },
   { AN_SHARE_OBJECTS, an_objects_report },
   { AN_SHARE_DATA, an_data_section },
   { AN_SHARE_SHARING, an_sharing_section },
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
