/* ac_own_print.c -- lines of the program's own source, with the library code that they
   run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "advice/ac_costly.h"
#include "counts/ac_calls.h"
#include "counts/ac_own_lines.h"
#include "counts/ac_rank.h"
#include "sections/ac_source_texts.h"

typedef struct {
   const ac_scope *scope;
   const ac_own_lines *own;
   size_t n_lines;          /* that reach the threshold */
   ac_labels labels;        /* of each line: its function, and the library's */
   bool is_newer;           /* a source file is newer than the profile */
   size_t n;                /* lines that are shown */
   ac_source_text *sources; /* of each of them */
} section;

enum { FILE_NAME = 2, STATEMENT = 7 };

static const an_column columns[] = {
   { AN_COLUMN_MEASURES, AN_FOR_ALL, "values", AN_AT(ac_own_line, counts) },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "self", AN_AT(ac_own_line, self),
     .suffix = " self" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file" },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line", AN_AT(ac_own_line, line) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function", AN_AT(ac_own_line, function) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "library", AN_AT(ac_own_line, library) },
   { AN_RARE_COUNT, AN_FOR_PROGRAMS, "runs", AN_AT(ac_own_line, n_runs, AN_BUT(0)) },
   [STATEMENT] = { AN_RARE_COUNT, AN_FOR_JSON, "statement" },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "function (file:line), source" },
};

/* ---- Rows ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_own_line *line = row->of;
   const ac_costly *costly = s->scope->analysis->costly;
   row->cells[FILE_NAME].text = line->file == NULL ? AN_UNKNOWN : line->file;
   if (costly != NULL && costly->home[number] != (size_t)number)
      row->cells[STATEMENT].number = s->own->lines[costly->home[number]].line;
   row->below = (size_t)number < s->n ? s->sources[number].text : NULL;
}

static void print_place(const an_table *table, ptrdiff_t number, const an_page *page,
                        size_t room)
{
   const section *s = table->context;
   const ac_own_line *line = &s->own->lines[number];
   const ac_label *of = &s->labels.labels[2 * number];
   an_page_own_place(page->out,
                     &(an_own_place){ .function = &of[0],
                                      .library = line->library == NULL ? NULL : &of[1],
                                      .object = "",
                                      .file = line->file,
                                      .line = line->line },
                     room);
}

/* What is of no line: then the lines and this add up to the program. */
static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const ac_measure *sort = &s->scope->request->sort.of[0];
   bool has_calls = ac_profile_calls(s->scope->profile) != NULL;
   ac_source_texts_warn(page, s->is_newer);
   if (!(ac_measure_value(sort, s->own->rest) > 0))
      return;
   fprintf(page->out, "not attributed to your lines%s: ",
           has_calls ? "" : ", as callers are unknown");
   an_page_amount(page, sort, s->own->rest);
}

/* ---- The section ---- */

static const char *name_at(const void *context, size_t i)
{
   const section *s = context;
   const ac_own_line *line = &s->own->lines[i / 2];
   const char *function = s->scope->terminal == NULL ? line->function
                                                     : ac_own_line_in(line);
   return i % 2 == 0 ? function : line->library;
}

/* How many lines reach the threshold: they are sorted by what it is of. */
static size_t count_lines(const section *s)
{
   const ac_request *request = s->scope->request;
   const int64_t *totals = ac_profile_totals(s->scope->profile);
   size_t n = 0;
   while (n < s->own->n
          && ac_rank_keeps(&request->sort, s->own->lines[n].counts, totals,
                           ac_request_row_threshold(request)))
      n++;
   return n;
}

static const char *heading_of(const ac_scope *scope)
{
   const ac_calls *calls = ac_profile_calls(scope->profile);
   return calls != NULL && calls->is_estimated
             ? "Lines of the program, with library code (estimated)"
             : "Lines of the program, with library code";
}

void ac_own_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 10 };
   const ac_request *request = scope->request;
   if (scope->analysis->own == NULL)
      return;
   section *s = AN_SECTION(tables, section, .scope = scope, .own = scope->analysis->own);
   s->n_lines = count_lines(s);
   size_t longest = scope->terminal == NULL
                       ? AN_SAID_FULL
                       : ac_labels_longest(request->full_names, scope->terminal->width);
   ac_labels_open_names(&s->labels, scope->alloc, 2 * s->n_lines, name_at, s,
                        AN_SAID_BARE, longest);
   const an_table *table = AN_TABLE(tables, AN_COLUMNS(columns), AN_ROWS(s->own->lines),
                                    .n = s->n_lines, .make_row = make_row,
                                    .print_last = print_place, .noun = "line",
                                    .option = "--by=own", .heading = heading_of(scope),
                                    .print_notes = print_notes, .n_limited = LIMITED);
   s->n = an_table_n_shown(table, request);
   s->sources = tk_get(scope->alloc, AN_LABEL, (s->n + 1) * sizeof *s->sources);
   for (size_t i = 0; i < s->n; i++)
      s->sources[i] = (ac_source_text){ s->own->lines[i].file, s->own->lines[i].line,
                                        NULL };
   ac_source_texts_read(scope, s->sources, s->n, &s->is_newer);
}
