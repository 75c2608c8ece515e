/* ah_summary_print.c -- the first sections: where the profile comes from, and the
   figures of the whole run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_missing_debug.h"
#include "report/ah_summary.h"
#include "report/an_state_print.h"

#include <inttypes.h>

enum { LABEL_COLUMNS = 18 };

static void print_label(const ah_page *page, const char *label)
{
   fprintf(page->out, "%-*s", LABEL_COLUMNS, label);
}

/* ---- Metadata ---- */

static void print_field(const ah_page *page, const char *label,
                        const char *value)
{
   print_label(page, label);
   an_text_name(page->out, value);
   putc('\n', page->out);
}

/* The exit code only counts if the program ended by itself. */
static void print_process(const ah_page *page)
{
   const ah_profile *p = page->profile;
   bool has_exited = p->state.how == AN_STATE_UNKNOWN
                     || p->state.how == AN_STATE_EXITED;
   print_label(page, "Process:");
   if (p->pid == 0) {
      fputs("several, merged", page->out);
   } else {
      fprintf(page->out, "%" PRId64, p->pid);
      if (p->is_heapprof && has_exited)
         fprintf(page->out, ", exit code %" PRId64, p->exit_code);
   }
   putc('\n', page->out);
   an_state rest = p->state;
   if (has_exited)
      rest.how = AN_STATE_UNKNOWN;
   an_state_print(&rest, NULL, page->out);
}

static void print_source_places(const ah_page *page)
{
   const an_source_places *source = &page->options->source->source;
   if (!page->options->source->annotate)
      return;
   for (size_t i = 0; i < source->n_directories; i++)
      print_field(page, i == 0 ? "Source paths:" : "",
                  source->directories[i]);
   for (size_t i = 0; i < source->n_roots; i++)
      print_field(page, i == 0 ? "Source root:" : "", source->roots[i]);
}

static void print_no_lines(const ah_page *page)
{
   ah_missing_debug found;
   char text[AH_TEXT_B];
   ah_missing_debug_find(&found, page->profile);
   for (size_t i = 0; i < found.n; i++) {
      print_label(page, i == 0 ? "No line numbers:" : "");
      an_text_name(page->out, found.of[i].object);
      fprintf(page->out, ", in call paths of %s of the bytes\n",
              ah_text_share(text, found.of[i].bytes,
                            page->profile->totals.total.bytes));
   }
}

void ah_page_metadata(const ah_page *page)
{
   const ah_profile *p = page->profile;
   an_page_heading(&page->base, "Metadata", NULL);
   print_field(page, "Command:", p->command);
   print_process(page);
   print_field(page, "Data file:", page->options->file);
   print_field(page, "Written by:",
               p->creator == NULL ? "DHAT or a compatible tool" : p->creator);
   print_label(page, "Recorded:");
   an_text_name(page->out, p->mode);
   fputs(", times in ", page->out);
   an_text_name(page->out, p->time_unit);
   if (p->is_heapprof)
      fprintf(page->out, ", call paths of up to %" PRId64 " frames", p->depth);
   putc('\n', page->out);
   print_no_lines(page);
   print_label(page, "Threshold:");
   fprintf(page->out, "%g%%\n", page->options->threshold);
   print_source_places(page);
   putc('\n', page->out);
}

/* ---- Summary ---- */

/* Warnings in a row are coloured together. */
void ah_page_summary(const ah_page *page)
{
   ah_summary summary = { .n = 0 };
   bool is_warning = false;
   ah_summary_find(&summary, page->profile);
   an_page_heading(&page->base, "Summary", NULL);
   for (size_t i = 0; i < summary.n; i++) {
      const ah_summary_row *row = &summary.rows[i];
      if (row->is_warning != is_warning)
         an_page_colour(&page->base, row->is_warning ? AN_COLOUR_WARNING
                                                     : AN_COLOUR_NONE);
      is_warning = row->is_warning;
      print_label(page, row->label);
      fprintf(page->out, "%s\n", row->text);
   }
   putc('\n', page->out);
}
