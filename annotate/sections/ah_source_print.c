/* ah_source_print.c -- the hottest lines and annotated source of a heap profile, whose
   sites are charged to lines by ah_lines.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "counts/ac_metric.h"
#include "sections/ah_lines.h"

enum {
   N_EVENTS = 4,
};

typedef char event_names[N_EVENTS][2 * AH_TEXT_B];

/* Names the columns; returns how many the profile has. */
static size_t name_events(const ah_profile *p, event_names names, ah_line_event *events)
{
   static const struct {
      const char *prefix;
      ah_sort value;
   } columns[N_EVENTS] = {
      { "peak ", AH_SORT_PEAK },
      { "total ", AH_SORT_TOTAL },
      { "", AH_SORT_BLOCKS },
      { "end ", AH_SORT_LEAKED },
   };
   size_t n = 0;
   for (size_t i = 0; i < N_EVENTS; i++) {
      const ah_value *value = &ah_values[columns[i].value];
      if (!ah_value_is_known(value, p))
         continue;
      snprintf(names[n], sizeof names[n], "%s%s", columns[i].prefix,
               AH_UNIT(value->unit == AH_UNIT_BLOCKS ? p->blocks_unit : p->bytes_unit));
      events[n] = (ah_line_event){ names[n], columns[i].value };
      n++;
   }
   return n;
}

/* The column sorted by: the first, if the source has no such column. */
static size_t first_column(const ah_page *page)
{
   bool has_peak = page->profile->has_lifetimes;
   switch (page->options->sort) {
   case AH_SORT_TOTAL: return has_peak ? 1 : 0;
   case AH_SORT_BLOCKS: return has_peak ? 2 : 1;
   case AH_SORT_LEAKED: return 3;
   default: return 0;
   }
}

static void print_lines(const ah_page *page, const ac_profile *lines, ac_metrics *metrics)
{
   ac_measure shown[N_EVENTS] = { 0 }, sorted;
   ac_request request = *page->options->source;
   const ac_analysis analysis = { .data_modified = page->options->data_modified };
   size_t n = ac_profile_n_events(lines);
   for (size_t i = 0; i < n; i++)
      shown[i] = (ac_measure){ .metric = ac_metrics_at(metrics, i),
                               .aspect = AC_VALUE,
                               .n_events = n };
   sorted = shown[first_column(page)];
   request.show = (ac_measures){ .of = shown, .n = n };
   request.sort = (ac_measures){ .of = &sorted, .n = 1 };
   request.threshold = page->options->threshold;
   request.is_limited = !page->options->is_asked[AH_SHARE_SOURCE];
   size_t n_lines = *page->n_lines < AC_REPORT_LINES - AH_SOURCE_LINES
                       ? AC_REPORT_LINES - *page->n_lines
                       : AH_SOURCE_LINES;
   const ac_scope scope = { .profile = lines,
                            .alloc = page->alloc,
                            .request = &request,
                            .analysis = &analysis,
                            .terminal = page->options->terminal };
   ac_report_lines(&scope, n_lines, page->out);
}

void ah_page_source(const ah_page *page)
{
   an_error error;
   event_names names;
   ah_line_event events[N_EVENTS];
   size_t n = name_events(page->profile, names, events);
   const ac_request *request = page->options->source;
   bool is_by_crate = ac_section_is(request->by, "crate");
   ac_profile *lines = ah_lines_new(page->alloc, page->profile,
                                    is_by_crate ? NULL : &request->source, events, n);
   ac_metrics *metrics = ac_metrics_new(page->alloc, lines, NULL, &error);
   ac_profile_set_own(lines, page->options->own);
   print_lines(page, lines, metrics);
}
