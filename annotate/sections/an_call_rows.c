/* an_call_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_call_rows.h"

#include "base/an_text.h"
#include "counts/an_objects.h"
#include "render/an_page.h"

#include <inttypes.h>
#include <string.h>

#define LABEL "an.calls"

static const char *name_of(const void *context, size_t row)
{
   const an_costs *costs = context;
   return costs->of[row].name;
}

/* Code of an object can be "???", too: its start, which has no name. */
static void name_generated(an_call_rows *rows)
{
   const an_profile *profile = rows->scope->profile;
   const an_object *generated = an_objects_generated(profile);
   for (size_t i = 0; i < rows->calls->n_functions; i++) {
      const an_called *f = &rows->calls->functions[i];
      if (an_objects_is_generated(profile, f->name, f->file)
          && (f->object == SIZE_MAX || an_objects_at(profile, f->object) == generated))
         rows->labels.labels[i].text = AN_GENERATED;
   }
}

an_status an_call_rows_open(an_call_rows *rows, const an_scope *scope)
{
   const an_report_options *options = scope->options;
   *rows = (an_call_rows){ .scope = scope, .calls = an_profile_calls(scope->profile) };
   an_status status = an_costs_open(&rows->costs, scope->alloc, rows->calls,
                                    an_profile_n_events(scope->profile));
   if (status != AN_OK)
      return status;
   size_t longest = an_labels_longest(options->full_names, options->width);
   status = an_labels_open_names(&rows->labels, scope->alloc, rows->costs.n, name_of,
                                 &rows->costs, longest);
   if (status == AN_OK)
      name_generated(rows);
   else
      an_costs_close(&rows->costs);
   return status;
}

void an_call_rows_close(an_call_rows *rows)
{
   an_labels_close(&rows->labels);
   an_costs_close(&rows->costs);
}

an_status an_call_rows_rank(const an_call_rows *rows, an_ranking *ranking)
{
   const an_scope *scope = rows->scope;
   const an_filter *focus = scope->options->focus;
   size_t n = rows->costs.n;
   ranking->n = 0;
   ranking->entries = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *ranking->entries);
   if (ranking->entries == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++) {
      const an_cost *cost = &rows->costs.of[i];
      if (focus == NULL || an_filter_passes(focus, cost->file, cost->name))
         ranking->entries[ranking->n++] = (an_ranked){ i, cost->inclusive };
   }
   an_rank(ranking, an_profile_totals(scope->profile), &scope->options->sort,
           focus == NULL ? an_report_row_threshold(scope->options) : 0);
   return AN_OK;
}

void an_call_rows_print(const an_call_rows *rows, size_t row, const char *file,
                        uint32_t line, size_t room, FILE *out)
{
   const an_cost *cost = &rows->costs.of[row];
   const an_label *label = &rows->labels.labels[row];
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
