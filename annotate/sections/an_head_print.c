/* an_head_print.c -- the start of a report: metadata and summary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_sections.h"

#include "counts/an_machine.h"
#include "counts/an_objects.h"
#include "sections/an_processes_print.h"

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

/* Of what the page's threshold shows of the first event: each library that is hardly used
   has start-up code without lines. */
static bool matters(const an_page *page, const char *path)
{
   const an_profile *profile = page->profile;
   double all = (double)an_profile_totals(profile)[0];
   for (size_t i = 0; i < an_objects_count(profile); i++) {
      const an_object *object = an_objects_at(profile, i);
      if (strcmp(object->path, path) == 0
          && (double)object->counts[0] >= all * page->options->threshold / 100)
         return true;
   }
   return !an_objects_are_known(profile);
}

static void print_no_lines(const an_page *page)
{
   const an_texts *notes = an_profile_texts(page->profile, AN_NOTE_NO_LINES);
   const char *field = "No line numbers:";
   for (size_t i = 0; i < notes->n; i++)
      if (matters(page, notes->text[i])) {
         an_page_field(page, field, notes->text[i]);
         field = "";
      }
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

static void print_contradictions(const an_page *page)
{
   if (an_profile_texts(page->profile, AN_NOTE_CONTRADICTION)->n == 0)
      return;
   an_page_colour(page, AN_COLOUR_WARNING);
   print_notes(page, AN_NOTE_CONTRADICTION, "Left out:");
   fprintf(page->out, "%-18s%s\n", "", "a bug of cachesim: please report it");
   an_page_colour(page, AN_COLOUR_NONE);
}

an_status an_metadata_section(an_page *page)
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
   print_contradictions(page);
   if (an_threads_line(page) != AN_OK)
      return AN_NO_MEMORY;
   print_measures(page, "Events shown:", &page->shown->measures);
   print_left_out(page, AN_SHOWN_WIDE);
   print_left_out(page, AN_SHOWN_DETAIL);
   print_left_out(page, AN_SHOWN_ZERO);
   print_left_out(page, AN_SHOWN_CURVE);
   print_measures(page, "Event sort order:", &options->sort);
   print_formulas(page, &page->shown->measures);
   print_no_lines(page);
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

an_status an_summary_section(an_page *page)
{
   an_page_heading(page, "Summary", NULL);
   if (page->options->is_pair)
      print_pair(page);
   else
      print_totals(page);
   return AN_OK;
}
