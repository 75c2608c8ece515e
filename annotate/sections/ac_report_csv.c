/* ac_report_csv.c -- the report on counts as CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_report.h"

#include "base/an_csv_out.h"
#include "counts/ac_lines.h"
#include "counts/ac_rank.h"
#include "counts/ac_regions.h"
#include "sections/ac_sections.h"

typedef struct {
   const ac_scope *scope;
   an_csv_out csv;
} page;

/* Whether the last column names a region. */
static bool has_regions(const page *p)
{
   return p->scope->request->is_pair && ac_profile_n_regions(p->scope->profile) > 0;
}

/* A field of a pair: the line's number in OLD if it is another one, and if only OLD has
   the line, that number again. */
static void put_old_line(page *p, ac_line_numbers line)
{
   if (!p->scope->request->is_pair)
      return;
   if (line.new == line.old)
      an_csv_put_empty(&p->csv);
   else
      an_csv_put_int(&p->csv, line.old);
}

static void put_region(page *p, size_t index)
{
   char *path = ac_region_path(p->scope->profile, p->scope->alloc, index);
   for (size_t i = 0; i < 3; i++)
      an_csv_put_empty(&p->csv);
   an_table_put_fields(&p->csv, p->scope->request, NULL,
                       ac_profile_region(p->scope->profile, index)->counts, false);
   an_csv_put_text(&p->csv, path);
   an_csv_put_empty(&p->csv);
   an_csv_end_record(&p->csv);
   tk_put(p->scope->alloc, path);
}

static void put_lines(page *p, size_t index)
{
   ac_lines lines;
   const ac_function *function = ac_profile_function(p->scope->profile, index);
   ac_lines_open(&lines, p->scope->profile, index, 1);
   const char *file = ac_profile_file(p->scope->profile, function->file)->name;
   while (ac_lines_next(&lines)) {
      ac_line_numbers line = ac_profile_line(p->scope->profile, file, lines.line);
      an_csv_put_text(&p->csv, file);
      an_csv_put_text(&p->csv, function->name);
      an_csv_put_int(&p->csv, line.new == 0 ? line.old : line.new);
      an_table_put_fields(&p->csv, p->scope->request, NULL, lines.counts, false);
      if (has_regions(p))
         an_csv_put_empty(&p->csv);
      put_old_line(p, line);
      an_csv_end_record(&p->csv);
   }
   ac_lines_close(&lines);
}

void ac_lines_put_csv(const ac_scope *scope, FILE *out)
{
   const ac_profile *profile = scope->profile;
   const tk_alloc *alloc = scope->alloc;
   const ac_request *request = scope->request;
   page p = { scope, { .out = out } };
   ac_ranking functions;
   ac_rank_functions(&functions, alloc, profile, NULL, &request->sort,
                     request->threshold);
   an_csv_put_shown(&p.csv, "file");
   an_csv_put_shown(&p.csv, "function");
   an_csv_put_shown(&p.csv, "line");
   an_table_put_fields(&p.csv, request, NULL, NULL, true);
   if (has_regions(&p))
      an_csv_put_shown(&p.csv, "region");
   if (request->is_pair)
      an_csv_put_shown(&p.csv, "old line");
   an_csv_end_record(&p.csv);
   for (size_t i = 0; i < functions.n; i++)
      put_lines(&p, functions.entries[i].index);
   size_t n = has_regions(&p) ? ac_profile_n_regions(profile) : 0;
   for (size_t i = 0; i < n; i++)
      put_region(&p, i);
}
