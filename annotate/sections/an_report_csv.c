/* an_report_csv.c -- the report on counts as CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_report.h"

#include "base/an_csv_out.h"
#include "counts/an_lines.h"
#include "counts/an_rank.h"
#include "counts/an_regions.h"
#include "render/an_labels.h"
#include "sections/an_sections.h"

#include <stdlib.h>

typedef struct {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   an_csv_out csv;
   an_labels labels;
} page;

/* Whether the last column names a region. */
static bool has_regions(const page *p)
{
   return p->options->is_pair && an_profile_n_regions(p->profile) > 0;
}

static an_status put_region(page *p, size_t index)
{
   char *path = an_region_path(p->profile, p->alloc, index);
   if (path == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < 3; i++)
      an_csv_put_empty(&p->csv);
   an_table_put_fields(&p->csv, p->options, NULL,
                       an_profile_region(p->profile, index)->counts, false);
   an_csv_put_text(&p->csv, path);
   an_csv_end_record(&p->csv);
   tk_put(p->alloc, path);
   return AN_OK;
}

static an_status put_lines(page *p, size_t index)
{
   an_lines lines;
   const an_function *function = an_profile_function(p->profile, index);
   an_status status = an_lines_open(&lines, p->profile, index, 1);
   if (status != AN_OK)
      return status;
   char *name = an_label_text(&p->labels.labels[index]);
   while (name != NULL && an_lines_next(&lines)) {
      an_csv_put_text(&p->csv,
                      an_profile_file(p->profile, function->file)->name);
      an_csv_put_text(&p->csv, name);
      an_csv_put_int(&p->csv, lines.line);
      an_table_put_fields(&p->csv, p->options, NULL, lines.counts, false);
      if (has_regions(p))
         an_csv_put_empty(&p->csv);
      an_csv_end_record(&p->csv);
   }
   an_lines_close(&lines);
   free(name);
   return name == NULL ? AN_NO_MEMORY : AN_OK;
}

an_status an_lines_put_csv(const an_scope *scope, FILE *out)
{
   const an_profile *profile = scope->profile;
   const tk_alloc *alloc = scope->alloc;
   const an_report_options *options = scope->options;
   page p = { profile, alloc, options, { .out = out }, { .labels = NULL } };
   an_ranking functions;
   an_status status = an_labels_open(&p.labels, alloc, profile,
                                     an_labels_longest(options->full_names, 0));
   if (status != AN_OK)
      return status;
   status = an_rank_functions(&functions, alloc, profile, NULL, &options->sort,
                              options->threshold);
   if (status == AN_OK) {
      an_csv_put_shown(&p.csv, "file");
      an_csv_put_shown(&p.csv, "function");
      an_csv_put_shown(&p.csv, "line");
      an_table_put_fields(&p.csv, options, NULL, NULL, true);
      if (has_regions(&p))
         an_csv_put_shown(&p.csv, "region");
      an_csv_end_record(&p.csv);
   }
   for (size_t i = 0; i < functions.n && status == AN_OK; i++)
      status = put_lines(&p, functions.entries[i].index);
   size_t n = has_regions(&p) ? an_profile_n_regions(profile) : 0;
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = put_region(&p, i);
   tk_put(alloc, functions.entries);
   an_labels_close(&p.labels);
   return status;
}
