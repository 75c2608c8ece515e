/* ac_hot_print.c -- the hottest lines, with their functions and source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_source.h"
#include "counts/ac_hot.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.hot"

enum { VALUES, SPOT, COLUMNS };

static const an_column columns[COLUMNS] = {
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE },
   [SPOT] = { AN_COLUMN_SPOT, AN_FOR_PEOPLE, .is_last = true },
};

/* The source files of the lines shown are read one after the other, however the lines
   are sorted: a line is kept until the table is printed. */
typedef struct {
   const ac_scope *scope;
   ac_hot hot;
   bool is_newer; /* a source file is newer than the profile */
   size_t n;      /* lines that are shown */
   char **source; /* of each of them, without blanks before it; NULL: none */
   ac_spot spot;  /* of the row */
} section;

/* ---- Source ---- */

static bool keep(section *s, size_t i, const an_source *source)
{
   const char *at = source->line, *end = at + source->length;
   while (at < end && (*at == ' ' || *at == '\t'))
      at++;
   size_t n = (size_t)(end - at);
   n = n > AN_TEXT_SOURCE_MAX_B ? AN_TEXT_SOURCE_MAX_B : n;
   char *text = n == 0 ? NULL : tk_get(s->scope->alloc, LABEL, n + 1);
   if (text == NULL)
      return n == 0;
   for (size_t k = 0; k < n; k++)
      text[k] = at[k] == '\t' || at[k] == '\0' ? ' ' : at[k];
   text[n] = '\0';
   s->source[i] = text;
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
static bool keep_lines(section *s, const source_line *lines, size_t n, an_source *source)
{
   size_t i = 0;
   for (uint32_t line = 1; i < n && an_source_next(source); line++)
      for (; i < n && lines[i].line == line; i++)
         if (!keep(s, lines[i].row, source))
            return false;
   return true;
}

static an_status read_source(section *s, const source_line *lines, size_t n)
{
   const ac_request *request = s->scope->request;
   const char *name = ac_profile_file(s->scope->profile, lines->file)->name;
   an_source source;
   if (strcmp(name, AN_UNKNOWN) == 0)
      return AN_OK;
   an_status status = an_source_open(&source, s->scope->alloc, name, &request->source);
   if (status != AN_OK)
      return status;
   bool ok = source.problem != NULL || keep_lines(s, lines, n, &source);
   s->is_newer |= source.problem == NULL && an_page_is_newer(s->scope->analysis, &source);
   an_source_close(&source);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* Each file is read once. */
static an_status read_sources(section *s)
{
   source_line *lines = tk_get(s->scope->alloc, LABEL, (s->n + 1) * sizeof *lines);
   an_status status = lines == NULL ? AN_NO_MEMORY : AN_OK;
   for (size_t i = 0; i < s->n && status == AN_OK; i++)
      lines[i] = (source_line){ s->hot.lines[i].file, s->hot.lines[i].line, i };
   if (status == AN_OK)
      qsort(lines, s->n, sizeof *lines, compare_source_lines);
   for (size_t i = 0, end; i < s->n && status == AN_OK; i = end) {
      for (end = i + 1; end < s->n && lines[end].file == lines[i].file;)
         end++;
      status = read_source(s, lines + i, end - i);
   }
   tk_put(s->scope->alloc, lines);
   return status;
}

/* ---- The table ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ac_hot_line *line = &s->hot.lines[number];
   s->spot = ac_spot_of_line(line);
   row->spot = &s->spot;
   row->cells[VALUES].counts = line->counts;
   row->below = (size_t)number < s->n ? s->source[number] : NULL;
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   if (s->is_newer)
      an_page_line(page, AN_COLOUR_WARNING,
                   "@@ WARNING: source is newer than the profile, and can differ.");
}

an_status ac_hot_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 10 };
   const ac_request *request = scope->request;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   if (s == NULL)
      return AN_NO_MEMORY;
   *s = (section){ .scope = scope };
   if (ac_hot_open(&s->hot, scope->alloc, scope->profile, &request->sort,
                   ac_request_row_threshold(request)) != AN_OK)
      return AN_NO_MEMORY;
   const an_table *table = an_tables_add(tables, &(an_table){
      .columns = columns, .n_columns = COLUMNS, .n = s->hot.n, .make_row = make_row,
      .context = s, .label = "function (file:line), source",
      .is_for = AN_FOR_PEOPLE, .noun = "line", .option = "--by=line",
      .heading = request->is_pair ? "Lines that changed most" : "Hottest lines",
      .none = "(none reaches the threshold)", .print_notes = print_notes,
      .n_limited = LIMITED,
   });
   s->n = an_table_n_shown(table, request);
   s->source = tk_get(scope->alloc, LABEL, (s->n + 1) * sizeof *s->source);
   if (s->source == NULL)
      return AN_NO_MEMORY;
   memset(s->source, 0, (s->n + 1) * sizeof *s->source);
   return request->annotate ? read_sources(s) : AN_OK;
}
