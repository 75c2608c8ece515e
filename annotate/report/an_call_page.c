/* an_call_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_call_page.h"

#include "counts/an_objects.h"

#include <inttypes.h>
#include <string.h>

#define LABEL "an.calls"

enum { WIDE = 120 }; /* from here on there is room for percentages of self costs */

static const char *name_of(const void *context, size_t row)
{
   const an_costs *costs = context;
   return costs->of[row].name;
}

static an_status open_columns(an_call_page *p)
{
   const an_page *page = p->page;
   const an_report_options *options = page->options;
   an_measures sort = { .of = options->sort.of, .n = 1 };
   const an_measures *shown = options->has_show ? &page->shown->measures : &sort;
   bool is_wide = options->width == 0 || options->width >= WIDE;
   an_status status = an_columns_open(&p->inclusive, page->alloc, page->profile,
                                      shown, options->percents);
   if (status != AN_OK)
      return status;
   status = an_columns_open(&p->self, page->alloc, page->profile, &sort,
                            options->percents && is_wide);
   if (status != AN_OK)
      an_columns_close(&p->inclusive);
   an_columns_set_suffix(&p->inclusive, " incl.");
   if (status == AN_OK)
      an_columns_set_suffix(&p->self, " self");
   return status;
}

/* Code of an object can be "???", too: its start, which has no name. */
static void name_generated(an_call_page *p)
{
   const an_profile *profile = p->page->profile;
   const an_object *generated = an_objects_generated(profile);
   for (size_t i = 0; i < p->calls->n_functions; i++) {
      const an_called *f = &p->calls->functions[i];
      if (an_objects_is_generated(profile, f->name, f->file)
          && (f->object == SIZE_MAX || an_objects_at(profile, f->object) == generated))
         p->labels.labels[i].text = AN_GENERATED;
   }
}

an_status an_call_page_open(an_call_page *p, an_page *page)
{
   const an_report_options *options = page->options;
   *p = (an_call_page){ .page = page, .calls = an_profile_calls(page->profile),
                        .n_events = an_profile_n_events(page->profile) };
   an_status status = an_costs_open(&p->costs, page->alloc, p->calls, p->n_events);
   if (status != AN_OK)
      return status;
   status = an_labels_open_names(&p->labels, page->alloc, p->costs.n, name_of,
                                 &p->costs, an_labels_longest(options->full_names,
                                                              options->width));
   if (status == AN_OK) {
      name_generated(p);
      status = open_columns(p);
      if (status != AN_OK)
         an_labels_close(&p->labels);
   }
   if (status != AN_OK)
      an_costs_close(&p->costs);
   return status;
}

void an_call_page_close(an_call_page *p)
{
   an_columns_close(&p->inclusive);
   an_columns_close(&p->self);
   an_labels_close(&p->labels);
   an_costs_close(&p->costs);
}

an_status an_call_page_rank(const an_call_page *p, an_ranking *ranking)
{
   const an_page *page = p->page;
   const an_filter *focus = page->options->focus;
   size_t n = p->costs.n;
   ranking->n = 0;
   ranking->entries = tk_get(page->alloc, LABEL, (n + 1) * sizeof *ranking->entries);
   if (ranking->entries == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++) {
      const an_cost *cost = &p->costs.of[i];
      if (focus == NULL || an_filter_passes(focus, cost->file, cost->name))
         ranking->entries[ranking->n++] = (an_ranked){ i, cost->inclusive };
   }
   an_rank(ranking, an_profile_totals(page->profile), &page->options->sort,
           focus == NULL ? an_report_row_threshold(page->options) : 0);
   return AN_OK;
}

/* ---- Columns ---- */

static const char calls_title[] = "calls";

void an_call_page_reset(an_call_page *p, bool has_self)
{
   an_columns_reset(&p->inclusive);
   an_columns_reset(&p->self);
   p->has_self = has_self;
   p->calls_width = sizeof calls_title - 1;
}

void an_call_page_fit(an_call_page *p, const int64_t *inclusive, const int64_t *self,
                      int64_t n_calls)
{
   char text[AN_TEXT_NUMBER_B];
   size_t n = an_text_count(text, n_calls);
   an_columns_fit(&p->inclusive, inclusive);
   if (self != NULL)
      an_columns_fit(&p->self, self);
   if (n > p->calls_width)
      p->calls_width = n;
}

void an_call_page_names(const an_call_page *p, const char *what)
{
   FILE *out = p->page->out;
   an_page_colour(p->page, AN_COLOUR_HEADING);
   an_columns_print_names(&p->inclusive, out);
   fputs("  ", out);
   if (p->has_self) {
      an_columns_print_names(&p->self, out);
      fputs("  ", out);
   }
   fprintf(out, "%*s", (int)p->calls_width, calls_title);
   an_page_colour(p->page, AN_COLOUR_NONE);
   fprintf(out, "  %s\n\n", what);
}

void an_call_page_figures(const an_call_page *p, const int64_t *inclusive,
                          const int64_t *self, int64_t n_calls)
{
   char text[AN_TEXT_NUMBER_B] = "";
   FILE *out = p->page->out;
   an_columns_print(&p->inclusive, out, inclusive);
   fputs("  ", out);
   if (p->has_self) {
      an_columns_print(&p->self, out, self);
      fputs("  ", out);
   }
   if (n_calls != 0)
      an_text_count(text, n_calls);
   fprintf(out, "%*s  ", (int)p->calls_width, text);
}

size_t an_call_page_taken(const an_call_page *p)
{
   size_t taken = an_columns_width(&p->inclusive) + 2 + p->calls_width + 2;
   return p->has_self ? taken + an_columns_width(&p->self) + 2 : taken;
}

size_t an_call_page_room(const an_call_page *p, size_t lead)
{
   size_t width = p->page->options->width;
   size_t taken = an_call_page_taken(p) + lead;
   if (width == 0)
      return SIZE_MAX;
   return width > taken ? width - taken : 0;
}

void an_call_page_place(const an_call_page *p, size_t row, const char *file,
                        uint32_t line, size_t room)
{
   const an_cost *cost = &p->costs.of[row];
   const an_label *label = &p->labels.labels[row];
   FILE *out = p->page->out;
   char marks[48] = "", number[16] = "";
   int n = 0;
   if (file != NULL && strcmp(file, AN_UNKNOWN) == 0)
      file = NULL;
   if (cost->function == AN_NO_CALL)
      n = snprintf(marks, sizeof marks, " [inlined]");
   else if (cost->cycle > 0)
      n = snprintf(marks, sizeof marks, " [cycle %" PRIu32 "]", cost->cycle);
   if (file != NULL && line > 0)
      n += snprintf(number, sizeof number, ":%" PRIu32, line);
   n += file == NULL ? 0 : 3; /* " ()" */
   size_t left = room > (size_t)n ? room - (size_t)n : 0;
   size_t n_path = file == NULL ? 0 : an_text_name_columns(file);
   size_t most = an_page_share(left, n_path), n_name = an_label_columns(label);
   an_label_print(label, out, most);
   fputs(marks, out);
   if (file == NULL)
      return;
   fputs(" (", out);
   an_text_path_fit(out, file, left - (n_name < most ? n_name : most));
   fprintf(out, "%s)", number);
}
