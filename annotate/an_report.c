/* an_report.c -- the report on one profile, as text for a terminal: all but
   the annotated source, which is an_annotate.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_page.h"

#include "an_rank.h"

/* ---- Metadata ---- */

static void print_field(const an_page *page, const char *field,
                        const char *value)
{
   fprintf(page->out, "%-18s", field);
   an_text_name(page->out, value);
   putc('\n', page->out);
}

static void print_selection(const an_page *page, const char *field,
                            const an_selection *selection)
{
   fprintf(page->out, "%-18s", field);
   for (size_t i = 0; i < selection->n; i++) {
      if (i > 0)
         putc(' ', page->out);
      an_text_name(page->out,
                   an_profile_event(page->profile, selection->events[i]));
   }
   putc('\n', page->out);
}

static void print_recorded(const an_page *page)
{
   fprintf(page->out, "%-17s", "Events recorded:");
   for (size_t i = 0; i < an_profile_n_events(page->profile); i++) {
      putc(' ', page->out);
      an_text_name(page->out, an_profile_event(page->profile, i));
   }
   putc('\n', page->out);
}

static void print_metadata(const an_page *page)
{
   const an_report_options *options = page->options;
   an_page_heading(page, "Metadata", NULL);
   for (size_t i = 0; i < an_profile_n_desc(page->profile); i++) {
      an_text_name(page->out, an_profile_desc(page->profile, i));
      putc('\n', page->out);
   }
   print_field(page, "Command:", an_profile_command(page->profile));
   print_field(page, "Data file:", options->data_name);
   print_recorded(page);
   print_selection(page, "Events shown:", &options->show);
   print_selection(page, "Event sort order:", &options->sort);
   fprintf(page->out, "%-18s%g%%\n", "Threshold:", options->threshold);
   for (size_t i = 0; i < options->n_source_dirs; i++)
      print_field(page, i == 0 ? "Source paths:" : "",
                  options->source_dirs[i]);
   print_field(page, "Annotation:", options->annotate ? "on" : "off");
   putc('\n', page->out);
}

/* ---- Summary, files, functions ---- */

static void print_summary(an_page *page)
{
   const int64_t *totals = an_profile_totals(page->profile);
   an_columns_reset(&page->columns);
   an_columns_fit(&page->columns, totals);
   an_page_heading(page, "Summary", NULL);
   an_page_events(page);
   fputs("\n\n", page->out);
   an_columns_print(&page->columns, page->out, totals);
   fputs("  PROGRAM TOTALS\n\n", page->out);
}

static void print_file_name(const an_page *page, size_t index)
{
   an_text_name(page->out, an_profile_file(page->profile, index)->name);
}

static void print_function_name(const an_page *page, size_t index)
{
   const an_function *function = an_profile_function(page->profile, index);
   print_file_name(page, function->file);
   putc(':', page->out);
   an_text_name(page->out, function->name);
}

static void print_ranking(an_page *page, const char *title, const char *what,
                          const an_ranking *ranking,
                          void (*print_name)(const an_page *, size_t))
{
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < ranking->n; i++)
      an_columns_fit(&page->columns, ranking->entries[i].totals);
   an_page_heading(page, title, NULL);
   an_page_events(page);
   fprintf(page->out, "  %s\n\n", what);
   for (size_t i = 0; i < ranking->n; i++) {
      an_columns_print(&page->columns, page->out, ranking->entries[i].totals);
      fputs("  ", page->out);
      print_name(page, ranking->entries[i].index);
      putc('\n', page->out);
   }
   if (ranking->n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   putc('\n', page->out);
}

static an_status print_files(an_page *page)
{
   an_ranking files;
   an_status status
      = an_rank_files(&files, page->alloc, page->profile, &page->options->sort,
                      page->options->threshold);
   if (status == AN_OK)
      print_ranking(page, "Files", "file", &files, print_file_name);
   tk_put(page->alloc, files.entries);
   return status;
}

static an_status print_functions(an_page *page)
{
   an_ranking functions;
   an_status status
      = an_rank_functions(&functions, page->alloc, page->profile,
                          &page->options->sort, page->options->threshold);
   if (status == AN_OK)
      print_ranking(page, "Functions", "file:function", &functions,
                    print_function_name);
   tk_put(page->alloc, functions.entries);
   return status;
}

an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out)
{
   an_page page = {
      .profile = profile, .alloc = alloc, .options = options, .out = out
   };
   an_status status = an_columns_open(&page.columns, alloc, profile,
                                      &options->show, options->percents);
   if (status != AN_OK)
      return status;
   print_metadata(&page);
   print_summary(&page);
   status = print_files(&page);
   if (status == AN_OK)
      status = print_functions(&page);
   if (status == AN_OK && options->annotate)
      status = an_annotate(&page);
   an_columns_close(&page.columns);
   return status;
}
