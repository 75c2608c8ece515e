/* an_live_counts.c -- functions of two profiles of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "live/an_live_parts.h"

#include "base/an_short.h"
#include "base/an_text.h"
#include "counts/an_choose.h"

#include <stdlib.h>
#include <string.h>

/* The columns, if none are asked for, as far as the profile has them. */
static const char *const usual[] = { "Ir", "L1m", "LLm", "Bm", "CEst" };

enum { N_USUAL = sizeof usual / sizeof usual[0] };

/* ---- Columns ---- */

typedef struct chosen {
   const an_metric *metrics[AN_LIVE_COLUMNS];
   size_t n;
} chosen;

static bool choose_named(chosen *columns, const an_live *live, const char *show,
                         an_error *error)
{
   an_choice choice;
   if (!an_choose(&choice, live->alloc, live->metrics, show, AN_CHOOSE_EVENTS, error))
      return false;
   for (size_t i = 0; i < choice.n && i < AN_LIVE_COLUMNS; i++)
      columns->metrics[columns->n++] = choice.metrics[i];
   tk_put(live->alloc, choice.metrics);
   return true;
}

static bool choose(chosen *columns, const an_live *live, const char *show,
                   an_error *error)
{
   columns->n = 0;
   for (size_t i = 0; show == NULL && i < N_USUAL; i++) {
      const an_metric *metric = an_metrics_find(live->metrics, an_span_of(usual[i]));
      if (metric != NULL)
         columns->metrics[columns->n++] = metric;
   }
   return columns->n > 0 || choose_named(columns, live, show, error);
}

static void set_columns(an_live *live, const chosen *columns)
{
   live->n_columns = columns->n;
   for (size_t i = 0; i < columns->n; i++) {
      an_live_column *column = &live->columns[i];
      snprintf(column->title, sizeof column->title, "%s", columns->metrics[i]->name);
      column->unit = an_metric_is_whole(columns->metrics[i]) ? AN_LIVE_FLOW
                                                             : AN_LIVE_RATIO;
   }
}

/* ---- Values ---- */

/* Leaves the difference in `counts`. */
static void set_values(an_live_row *row, const chosen *columns, const int64_t *before,
                       const int64_t *after, int64_t *counts, size_t n_events)
{
   for (size_t i = 0; i < n_events; i++)
      counts[i] = after[i] - (before == NULL ? 0 : before[i]);
   for (size_t i = 0; i < columns->n; i++)
      row->values[i] = an_metric_value(columns->metrics[i], counts);
}

static int compare_functions(const an_profile *a, const an_function *f,
                             const an_profile *b, const an_function *g)
{
   int result
      = strcmp(an_profile_file(a, f->file)->name, an_profile_file(b, g->file)->name);
   return result != 0 ? result : strcmp(f->name, g->name);
}

/* The function's counts in `base`, or NULL.  Both profiles are in the same order, and *at
   goes through that of the base. */
static const int64_t *counts_before(const an_profile *base, size_t *at,
                                    const an_profile *profile,
                                    const an_function *function)
{
   while (base != NULL && *at < an_profile_n_functions(base)) {
      const an_function *other = an_profile_function(base, *at);
      int order = compare_functions(base, other, profile, function);
      if (order > 0)
         return NULL;
      (*at)++;
      if (order == 0)
         return other->totals;
   }
   return NULL;
}

static void put_facts(an_live *live, const an_profile *profile, const chosen *columns)
{
   size_t used = 0;
   for (size_t i = 0; i < columns->n && used < sizeof live->facts; i++) {
      char number[AN_TEXT_NUMBER_B];
      const an_metric *metric = columns->metrics[i];
      an_text_value(number, an_metric_value(metric, an_profile_totals(profile)),
                    an_metric_is_whole(metric), false);
      used += (size_t)snprintf(live->facts + used, sizeof live->facts - used, "%s%s %s",
                               i == 0 ? "" : "   ", metric->name, number);
   }
}

/* ---- The table ---- */

bool an_live_counts(an_live *live, const an_profile *base, const an_profile *profile,
                    const char *show, an_error *error)
{
   chosen columns;
   size_t n_events = an_profile_n_events(profile), at = 0;
   live->tool = "cachesim";
   live->command = an_profile_command(profile);
   live->noun = "Function";
   live->metrics = an_metrics_new(live->alloc, profile, NULL, error);
   if (live->metrics == NULL || !choose(&columns, live, show, error)
       || !an_live_room(live, an_profile_n_functions(profile), error))
      return false;
   int64_t *counts = tk_get(live->alloc, AN_LIVE_LABEL, n_events * sizeof *counts);
   if (counts == NULL)
      return an_fail_no_memory(error);
   set_columns(live, &columns);
   set_values(&live->whole, &columns, base == NULL ? NULL : an_profile_totals(base),
              an_profile_totals(profile), counts, n_events);
   for (size_t i = 0; i < an_profile_n_functions(profile); i++) {
      const an_function *function = an_profile_function(profile, i);
      an_live_row *row = &live->rows[live->n_rows];
      row->index = (uint32_t)i;
      set_values(row, &columns, counts_before(base, &at, profile, function),
                 function->totals, counts, n_events);
      an_live_keep(live);
   }
   put_facts(live, profile, &columns);
   tk_put(live->alloc, counts);
   return true;
}

void an_live_counts_name(const an_profile *profile, uint32_t index, FILE *out)
{
   const an_function *function = an_profile_function(profile, index);
   const char *file = an_profile_file(profile, function->file)->name;
   const char *slash = strrchr(file, '/');
   char *name = an_short_name(function->name, AN_SHORT_MOST_B);
   fputs(name == NULL ? function->name : name, out);
   if (strcmp(file, AN_UNKNOWN) != 0)
      fprintf(out, " (%s)", slash == NULL ? file : slash + 1);
   free(name);
}
