/* an_hot_print.c -- the table of the hottest lines, with their functions and source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "base/an_source.h"
#include "counts/an_hot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.hot"

/* The source files of the lines shown are read one after the other, however the lines
   are sorted: a line is kept until the table is printed. */
typedef struct {
   an_page *page;
   an_hot hot;
   size_t n;      /* of lines shown */
   bool is_newer; /* a source file is newer than the profile */
   char **source; /* of each line, without blanks before it; NULL: none */
} table;

enum { LIMITED = 10 };

/* ---- Source ---- */

static bool keep(table *t, size_t i, const an_source *source)
{
   const char *at = source->line, *end = at + source->length;
   while (at < end && (*at == ' ' || *at == '\t'))
      at++;
   size_t n = (size_t)(end - at);
   n = n > AN_TEXT_SOURCE_MAX_B ? AN_TEXT_SOURCE_MAX_B : n;
   char *text = n == 0 ? NULL : tk_get(t->page->alloc, LABEL, n + 1);
   if (text == NULL)
      return n == 0;
   for (size_t k = 0; k < n; k++)
      text[k] = at[k] == '\t' || at[k] == '\0' ? ' ' : at[k];
   text[n] = '\0';
   t->source[i] = text;
   return true;
}

/* Where a line that is shown stands in its source. */
typedef struct {
   size_t file;
   uint32_t line;
   size_t row; /* of the table */
} source_line;

static int compare_source_lines(const void *a, const void *b)
{
   const source_line *x = a, *y = b;
   if (x->file != y->file)
      return x->file < y->file ? -1 : 1;
   return (x->line > y->line) - (x->line < y->line);
}

/* Keeps the text of the lines of one file, which ascend. */
static bool keep_lines(table *t, const source_line *lines, size_t n, an_source *source)
{
   size_t i = 0;
   for (uint32_t line = 1; i < n && an_source_next(source); line++)
      for (; i < n && lines[i].line == line; i++)
         if (!keep(t, lines[i].row, source))
            return false;
   return true;
}

static an_status read_source(table *t, const source_line *lines, size_t n)
{
   const an_page *page = t->page;
   const char *name = an_profile_file(page->profile, lines->file)->name;
   an_source source;
   if (strcmp(name, AN_UNKNOWN) == 0)
      return AN_OK;
   an_status status = an_source_open(&source, page->alloc, name, &page->options->source);
   if (status != AN_OK)
      return status;
   bool ok = source.problem != NULL || keep_lines(t, lines, n, &source);
   t->is_newer |= source.problem == NULL && an_page_is_newer(page, &source);
   an_source_close(&source);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* Each file is read once. */
static an_status read_sources(table *t)
{
   source_line *lines = tk_get(t->page->alloc, LABEL, (t->n + 1) * sizeof *lines);
   an_status status = lines == NULL ? AN_NO_MEMORY : AN_OK;
   for (size_t i = 0; i < t->n && status == AN_OK; i++)
      lines[i] = (source_line){ t->hot.lines[i].file, t->hot.lines[i].line, i };
   if (status == AN_OK)
      qsort(lines, t->n, sizeof *lines, compare_source_lines);
   for (size_t i = 0, end; i < t->n && status == AN_OK; i = end) {
      for (end = i + 1; end < t->n && lines[end].file == lines[i].file;)
         end++;
      status = read_source(t, lines + i, end - i);
   }
   tk_put(t->page->alloc, lines);
   return status;
}

/* ---- Room ---- */

static size_t rows_of(const table *t)
{
   enum { HEADING = 5, MORE = 1, BLANK = 1 };
   size_t rows = HEADING + (t->n < t->hot.n ? MORE : 0) + t->is_newer + BLANK;
   for (size_t i = 0; i < t->n; i++)
      rows += t->source[i] == NULL ? 1 : 2;
   return rows;
}

/* Leaves out lines until the table fits into its share: one line alone then says how
   many are left out. */
static void leave_out_colder(table *t)
{
   size_t room = an_budget_room(&t->page->budget, AN_SHARE_LINES);
   while (t->n > 1 && rows_of(t) > room)
      tk_put(t->page->alloc, t->source[--t->n]);
}

/* ---- The table ---- */

/* "fill (src/sum.c:12)", or "fill and 2 more (src/sum.h:7)" of an inlined line; which
   of several functions with one short name it is does not matter then. */
static void print_place(an_page *page, const an_hot_line *line, size_t room)
{
   char number[16], more[32] = "";
   an_label label = page->labels.labels[line->function];
   const char *path = an_profile_file(page->profile, line->file)->name;
   int n = snprintf(number, sizeof number, ":%" PRIu32 ")", line->line);
   if (line->n_functions > 1) {
      n += snprintf(more, sizeof more, " and %zu more", line->n_functions - 1);
      label.of = 1;
   }
   size_t left = room > (size_t)n + 2 ? room - (size_t)n - 2 : 0;
   size_t n_name = an_label_columns(&label);
   size_t most = an_page_share(left, an_text_name_columns(path));
   an_label_print(&label, page->out, most);
   fprintf(page->out, "%s (", more);
   an_page_file(page, line->file, left - (n_name < most ? n_name : most));
   fputs(number, page->out);
}

static void print_line(const table *t, size_t i)
{
   enum { LEAD = 2, INDENT = 4 };
   an_page *page = t->page;
   const an_hot_line *line = &t->hot.lines[i];
   an_columns_print(&page->columns, page->out, line->counts);
   fprintf(page->out, "%*s", LEAD, "");
   print_place(page, line, an_page_room(page, LEAD));
   putc('\n', page->out);
   if (t->source[i] == NULL)
      return;
   fprintf(page->out, "%*s",
           (int)an_columns_width(&page->columns) + LEAD + INDENT, "");
   an_text_source_fit(page->out, t->source[i], strlen(t->source[i]),
                      an_page_room(page, LEAD + INDENT));
   putc('\n', page->out);
}

static void print_table(const table *t)
{
   an_page *page = t->page;
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < t->n; i++)
      an_columns_fit(&page->columns, t->hot.lines[i].counts);
   an_page_heading(page, page->options->is_pair ? "Lines that changed most"
                                                : "Hottest lines", NULL);
   an_page_names(page);
   fputs("  function (file:line), source\n\n", page->out);
   for (size_t i = 0; i < t->n; i++)
      print_line(t, i);
   if (t->n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   an_page_more(page, t->hot.n - t->n, "line",
                page->options->by == NULL ? "--by=line" : "--top=0");
   if (t->is_newer)
      an_page_line(page, AN_COLOUR_WARNING,
                   "@@ WARNING: source is newer than the profile, and can differ.");
   putc('\n', page->out);
}

an_status an_hot_report(an_page *page)
{
   table t = { .page = page };
   const an_report_options *options = page->options;
   an_status status = an_hot_open(&t.hot, page->alloc, page->profile,
                                  &options->sort, an_report_row_threshold(options));
   if (status != AN_OK)
      return status;
   size_t most = an_budget_is_limited(&page->budget) ? LIMITED : options->n_top;
   t.n = most > 0 && most < t.hot.n ? most : t.hot.n;
   t.source = tk_get(page->alloc, LABEL, (t.n + 1) * sizeof *t.source);
   status = t.source == NULL ? AN_NO_MEMORY : AN_OK;
   if (status == AN_OK)
      memset(t.source, 0, (t.n + 1) * sizeof *t.source);
   if (status == AN_OK && options->annotate)
      status = read_sources(&t);
   if (status == AN_OK) {
      leave_out_colder(&t);
      print_table(&t);
   }
   for (size_t i = 0; t.source != NULL && i < t.n; i++)
      tk_put(page->alloc, t.source[i]);
   tk_put(page->alloc, t.source);
   an_hot_close(&t.hot);
   return status;
}
