/* ac_head_print.c -- the start of a report: metadata and summary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_calls.h"
#include "counts/ac_layout.h"
#include "counts/ac_machine.h"
#include "counts/ac_objects.h"
#include "sections/an_totals.h"
#include "sections/an_processes_print.h"

#include <string.h>

/* ---- Metadata ---- */

static void print_measures(const an_page *page, const char *field,
                           const ac_measures *measures)
{
   const ac_metric *last = NULL;
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
   size_t n = ac_profile_n_events(page->scope.profile);
   fprintf(page->out, "%-17s", "Events recorded:");
   for (size_t i = 0; i < (page->scope.request->is_pair ? n / 2 : n); i++) {
      putc(' ', page->out);
      an_text_name(page->out, ac_profile_event(page->scope.profile, i));
   }
   putc('\n', page->out);
}

/* Why measures have no columns, and which option shows them. */
static const char *explain_hidden(const an_page *page, ac_shown_state state)
{
   if (state == AC_SHOWN_CURVE)
      return page->scope.request->is_pair ? "a sweep: --show="
                                          : "a sweep: --curve shows ";
   if (state == AC_SHOWN_DETAIL)
      return "details: --show=";
   if (state == AC_SHOWN_WIDE)
      return page->scope.request->has_show ? "no room: --width=0 shows "
                                           : "no room: --show=";
   return page->scope.request->is_pair ? "no change: --show=" : "all 0: --show=";
}

/* Names what has no column, as --show takes it. */
static void print_left_out(const an_page *page, ac_shown_state state)
{
   const ac_metric *last = NULL;
   const ac_measures *show = &page->scope.request->show;
   for (size_t i = 0; i < show->n; i++) {
      if (page->shown->state[i] != state || show->of[i].metric == last)
         continue;
      if (last == NULL)
         fprintf(page->out, "%-18s%s", "Not shown:", explain_hidden(page, state));
      else
         putc(',', page->out);
      last = show->of[i].metric;
      an_text_name(page->out, last->name);
   }
   if (last != NULL)
      putc('\n', page->out);
}

/* The formulas of metrics that are not events. */
static void print_formulas(const an_page *page, const ac_measures *measures)
{
   const ac_metric *last = NULL;
   for (size_t i = 0; i < measures->n; i++) {
      const ac_metric *metric = measures->of[i].metric;
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
   const ac_profile *profile = page->scope.profile;
   if (page->scope.request->is_pair) {
      an_state_print(ac_profile_state(profile, 0), "Old", page->out);
      an_state_print(ac_profile_state(profile, 1), "New", page->out);
      an_counting_print(ac_profile_counting(profile, 0), AC_COUNTING_UNIT, "Old",
                        page->out);
      an_counting_print(ac_profile_counting(profile, 1), AC_COUNTING_UNIT, "New",
                        page->out);
   } else {
      an_state state = ac_profile_state_of_sum(profile);
      an_state_print(&state, NULL, page->out);
      an_counting_print(ac_profile_counting(profile, 0), AC_COUNTING_UNIT, NULL,
                        page->out);
   }
}

static void print_notes(const an_page *page, ac_text_kind kind, const char *field)
{
   const ac_texts *notes = ac_profile_texts(page->scope.profile, kind);
   for (size_t i = 0; i < notes->n; i++)
      if (*notes->text[i] != '\0') {
         an_page_field(page, field, notes->text[i]);
         field = "";
      }
}

/* Only objects with a share of the first event that reaches the threshold: each library
   that is hardly used has start-up code without lines. */
static bool is_worth_saying(const an_page *page, const char *path)
{
   const ac_profile *profile = page->scope.profile;
   double all = (double)ac_profile_totals(profile)[0];
   for (size_t i = 0; i < ac_objects_count(profile); i++) {
      const an_object *object = ac_objects_at(profile, i);
      if (strcmp(object->path, path) == 0
          && (double)object->counts[0] >= all * page->scope.request->threshold / 100)
         return true;
   }
   return !ac_objects_are_known(profile);
}

static void print_no_lines(const an_page *page)
{
   const ac_texts *notes = ac_profile_texts(page->scope.profile, AC_NOTE_NO_LINES);
   const char *field = "No line numbers:";
   for (size_t i = 0; i < notes->n; i++)
      if (is_worth_saying(page, notes->text[i])) {
         an_page_field(page, field, notes->text[i]);
         field = "";
      }
}

static void print_process(const an_page *page)
{
   const an_processes *processes = ac_profile_processes(page->scope.profile);
   char number[AN_TEXT_NUMBER_B], moment[3 * AN_TEXT_NUMBER_B];
   if (processes->n != 1)
      return;
   an_text_count(number, processes->of->forked);
   snprintf(moment, sizeof moment, "%s %.30s", number,
            ac_profile_event(page->scope.profile, 0));
   an_process_print_fields(page, processes->of, moment);
}

static void print_saturated(const an_page *page)
{
   if (ac_profile_texts(page->scope.profile, AC_NOTE_SATURATED)->n == 0)
      return;
   an_page_colour(page, AN_COLOUR_WARNING);
   print_notes(page, AC_NOTE_SATURATED, "Saturated:");
   fprintf(page->out, "%-18s%s\n", "", "counts saturated at 2^63 - 1");
   an_page_colour(page, AN_COLOUR_NONE);
}

static void print_contradictions(const an_page *page)
{
   if (ac_profile_texts(page->scope.profile, AC_NOTE_CONTRADICTION)->n == 0)
      return;
   an_page_colour(page, AN_COLOUR_WARNING);
   print_notes(page, AC_NOTE_CONTRADICTION, "Left out:");
   fprintf(page->out, "%-18s%s\n", "", "a bug in cachesim: please report it");
   an_page_colour(page, AN_COLOUR_NONE);
}

static void print_calls(const an_page *page)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   if (calls != NULL && calls->is_estimated)
      an_page_field(page, "Call paths:", "estimated from calls");
}

static void print_layout(const an_page *page, const char *field, const ac_layout *layout)
{
   fprintf(page->out, "%-18s", field);
   if (layout->file == NULL)
      fputs("none", page->out);
   else
      ac_layout_print(layout, page->out);
   putc('\n', page->out);
}

/* Of a pair both, if one has one. */
static void print_layouts(const an_page *page)
{
   const ac_profile *profile = page->scope.profile;
   bool is_pair = page->scope.request->is_pair;
   const ac_layout *layout = ac_profile_layout(profile, is_pair);
   const ac_layout *old = ac_profile_layout(profile, 0);
   bool is_any = layout->file != NULL || old->file != NULL;
   if (is_any)
      print_layout(page, "Layout:", layout);
   if (is_any && is_pair)
      print_layout(page, "Layout of OLD:", old);
}

void ac_metadata_section(an_page *page)
{
   const ac_request *request = page->scope.request;
   const ac_analysis *analysis = page->scope.analysis;
   an_page_heading(page, "Metadata", NULL);
   const ac_texts *descs = ac_profile_texts(page->scope.profile, AC_DESC);
   for (size_t i = 0; i < descs->n; i++) {
      an_text_name(page->out, descs->text[i]);
      putc('\n', page->out);
   }
   const ac_machine *machine = ac_profile_machine(page->scope.profile);
   if (machine->is_known)
      an_page_field(page, "Machine:", machine->line);
   print_layouts(page);
   const char *command = ac_profile_command(page->scope.profile);
   if (*command != '\0')
      an_page_field(page, "Command:", command);
   print_notes(page, AC_NOTE_WRITER, "Written by:");
   if (analysis->old_command != NULL)
      an_page_field(page, "Command of OLD:", analysis->old_command);
   for (size_t i = 0; i < analysis->n_fields; i++) {
      const char *label = analysis->fields[i].label;
      an_page_field(page, label == NULL ? "" : label, analysis->fields[i].value);
   }
   print_process(page);
   print_state(page);
   print_recorded(page);
   print_saturated(page);
   print_contradictions(page);
   print_calls(page);
   ac_threads_line(page);
   print_measures(page, "Events shown:", &page->shown->measures);
   print_left_out(page, AC_SHOWN_WIDE);
   print_left_out(page, AC_SHOWN_DETAIL);
   print_left_out(page, AC_SHOWN_ZERO);
   print_left_out(page, AC_SHOWN_CURVE);
   print_measures(page, "Event sort order:", &request->sort);
   print_formulas(page, &page->shown->measures);
   print_no_lines(page);
   const ac_texts *lost = ac_profile_texts(page->scope.profile, AC_NOTE_LOST_DEBUG_INFO);
   an_page_lost_debug_info(page, lost->text, lost->n);
   fprintf(page->out, "%-18s%g%%\n", "Threshold:", request->threshold);
   an_page_places(page);
   an_page_field(page, "Annotation:", request->annotate ? "on" : "off");
   putc('\n', page->out);
}

/* ---- Summary ---- */

static void print_totals(an_page *page)
{
   typedef struct {
      const int64_t *counts;
      const char *name;
   } total;
   static const an_column columns[] = {
      { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, AN_AT(total, counts) },
      { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "of", AN_AT(total, name) },
   };
   const total whole = { ac_profile_totals(page->scope.profile), "PROGRAM TOTALS" };
   const an_table table = { AN_COLUMNS(columns), AN_ROWS(&whole), .n = 1,
                            .heading = "Summary" };
   an_table_print(page, &table);
}

/* A row for each metric, of which each has one change. */
static void print_pair(an_page *page)
{
   const ac_measures *show = &page->scope.request->show;
   const int64_t *counts = ac_profile_totals(page->scope.profile);
   size_t n = 0;
   an_total *of = tk_get(page->scope.alloc, AN_LABEL, (show->n + 1) * sizeof *of);
   for (size_t i = 0; i < show->n; i++) {
      ac_measure before = show->of[i], after = before;
      before.aspect = AC_BEFORE;
      after.aspect = AC_AFTER;
      if (show->of[i].aspect == AC_CHANGE)
         of[n++] = (an_total){ before.metric->name, ac_measure_value(&before, counts),
                               ac_measure_value(&after, counts),
                               ac_metric_is_whole(before.metric) };
   }
   an_totals_print(page, "total of", of, n);
}

void ac_summary_section(an_page *page)
{
   (page->scope.request->is_pair ? print_pair : print_totals)(page);
}
