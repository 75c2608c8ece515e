/* ac_own_print.c -- lines of the program's own source, with the library code that they
   run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_calls.h"
#include "counts/ac_own_lines.h"
#include "counts/ac_rank.h"
#include "sections/ac_source_texts.h"

#define LABEL "an.own"

enum { VALUES, SELF, PLACE, FILE_NAME, LINE, FUNCTION, LIBRARY, COLUMNS };

typedef struct {
   const ac_scope *scope;
   const ac_own_lines *own;
   size_t n_lines;          /* that reach the threshold */
   ac_labels labels;        /* of each line: its function, and the library's */
   bool is_newer;           /* a source file is newer than the profile */
   size_t n;                /* lines that are shown */
   ac_source_text *sources; /* of each of them */
} section;

static const an_column columns[COLUMNS] = {
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_ALL, "values" },
   [SELF] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "self", .suffix = " self" },
   [PLACE] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "function (file:line), source",
               .is_last = true },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line" },
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function" },
   [LIBRARY] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "library" },
};

/* ---- Rows ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_own_line *line = &s->own->lines[number];
   row->cells[VALUES].counts = line->counts;
   row->cells[SELF].counts = line->self;
   row->cells[FILE_NAME].text = line->file == NULL ? AN_UNKNOWN : line->file;
   row->cells[LINE].number = line->line;
   row->cells[FUNCTION].text = line->function;
   row->cells[LIBRARY].text = line->library;
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
   const ac_profile *profile = s->scope->profile;
   const ac_measure *sort = &s->scope->request->sort.of[0];
   char value[AN_TEXT_NUMBER_B], share[AN_TEXT_NUMBER_B];
   long double rest = ac_measure_value(sort, s->own->rest);
   ac_source_texts_warn(page, s->is_newer);
   if (!(rest > 0))
      return;
   an_text_value(value, rest, ac_metric_is_whole(sort->metric), false);
   an_text_share(share, rest, ac_measure_value(sort, ac_profile_totals(profile)));
   fprintf(page->out, "library code that no line of the program calls%s has %s ",
           ac_profile_calls(profile) == NULL ? ", or whose callers are unknown," : "",
           value);
   an_text_name(page->out, sort->metric->name);
   fprintf(page->out, "%s%s\n", *share == '\0' ? "" : " ", share);
}

/* ---- The section ---- */

static const char *name_at(const void *context, size_t i)
{
   const ac_own_line *line = &((const ac_own_lines *)context)->lines[i / 2];
   const char *name = i % 2 == 0 ? line->function : line->library;
   return name == NULL ? AN_UNKNOWN : name;
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

void ac_own_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 10 };
   const ac_request *request = scope->request;
   if (scope->analysis->own == NULL)
      return;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .scope = scope, .own = scope->analysis->own };
   s->n_lines = count_lines(s);
   size_t longest = scope->terminal == NULL
                       ? SIZE_MAX
                       : ac_labels_longest(request->full_names, scope->terminal->width);
   ac_labels_open_names(&s->labels, scope->alloc, 2 * s->n_lines, name_at, s->own,
                        longest);
   const an_table *table = an_tables_add(
      tables, &(an_table){
                 .columns = columns,
                 .n_columns = COLUMNS,
                 .n = s->n_lines,
                 .make_row = make_row,
                 .print_last = print_place,
                 .context = s,
                 .is_for = AN_FOR_ALL,
                 .noun = "line",
                 .option = "--by=own",
                 .heading = "Lines of the program, with library code",
                 .none = "(none reaches the threshold)",
                 .print_notes = print_notes,
                 .n_limited = LIMITED,
              });
   s->n = an_table_n_shown(table, request);
   s->sources = tk_get(scope->alloc, LABEL, (s->n + 1) * sizeof *s->sources);
   for (size_t i = 0; i < s->n; i++)
      s->sources[i] = (ac_source_text){ s->own->lines[i].file, s->own->lines[i].line,
                                        NULL };
   ac_source_texts_read(scope, s->sources, s->n, &s->is_newer);
}
