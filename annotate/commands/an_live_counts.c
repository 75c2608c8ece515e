/* an_live_counts.c -- functions of two profiles of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_parts.h"

#include "base/an_base_name.h"
#include "base/an_said.h"
#include "base/an_text.h"
#include "counts/ac_choose.h"

#include <stdlib.h>
#include <string.h>

/* The columns, if none are asked for, as far as the profile has them. */
static const char *const usual[] = { "CEst", "Ir", "L1m", "LLm", "Bm" };

enum { N_USUAL = sizeof usual / sizeof usual[0] };

/* ---- Columns ---- */

typedef struct chosen {
   const ac_metric *metrics[AN_LIVE_COLUMNS];
   size_t n;
} chosen;

static bool choose_named(chosen *columns, const an_live *live, const char *show,
                         an_error *error)
{
   ac_choice choice;
   if (!ac_choose(&choice, live->alloc, live->metrics, show, AC_CHOOSE_EVENTS, error))
      return false;
   for (size_t i = 0; i < choice.n && i < AN_LIVE_COLUMNS; i++)
      columns->metrics[columns->n++] = choice.metrics[i];
   return true;
}

static bool choose_columns(chosen *columns, const an_live *live, const char *show,
                           an_error *error)
{
   columns->n = 0;
   for (size_t i = 0; show == NULL && i < N_USUAL; i++) {
      const ac_metric *metric = ac_metrics_find(live->metrics, an_span_of(usual[i]));
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
      column->unit = ac_metric_is_whole(columns->metrics[i]) ? AN_LIVE_FLOW
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
      row->values[i] = ac_metric_value(columns->metrics[i], counts);
}

static int compare_functions(const ac_profile *a, const ac_function *f,
                             const ac_profile *b, const ac_function *g)
{
   return strcmp(ac_profile_file(a, f->file)->name, ac_profile_file(b, g->file)->name)
             ?: strcmp(f->name, g->name);
}

/* The function's counts in `base`, or NULL.  Both profiles are in the same order, and *at
   goes through that of the base. */
static const int64_t *counts_before(const ac_profile *base, size_t *at,
                                    const ac_profile *profile,
                                    const ac_function *function)
{
   while (base != NULL && *at < ac_profile_n_functions(base)) {
      const ac_function *other = ac_profile_function(base, *at);
      int order = compare_functions(base, other, profile, function);
      if (order > 0)
         return NULL;
      (*at)++;
      if (order == 0)
         return other->totals;
   }
   return NULL;
}

static void put_facts(an_live *live, const ac_profile *profile, const chosen *columns)
{
   size_t used = 0;
   for (size_t i = 0; i < columns->n && used < sizeof live->facts; i++) {
      char number[AN_TEXT_NUMBER_B];
      const ac_metric *metric = columns->metrics[i];
      an_text_value(number, ac_metric_value(metric, ac_profile_totals(profile)),
                    ac_metric_is_whole(metric), false);
      used += (size_t)snprintf(live->facts + used, sizeof live->facts - used, "%s%s %s",
                               i == 0 ? "" : "   ", metric->name, number);
   }
}

/* ---- The table ---- */

bool an_live_counts(an_live *live, const ac_profile *base, const ac_profile *profile,
                    const char *show, an_error *error)
{
   chosen columns;
   size_t n_events = ac_profile_n_events(profile), at = 0;
   live->tool = "cachesim";
   live->command = ac_profile_command(profile);
   live->noun = "Function";
   live->metrics = ac_metrics_new(live->alloc, profile, NULL, error);
   if (live->metrics == NULL || !choose_columns(&columns, live, show, error))
      return false;
   an_live_room(live, ac_profile_n_functions(profile));
   int64_t *counts = tk_get(live->alloc, AN_LABEL, n_events * sizeof *counts);
   set_columns(live, &columns);
   set_values(&live->whole, &columns, base == NULL ? NULL : ac_profile_totals(base),
              ac_profile_totals(profile), counts, n_events);
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      an_live_row *row = &live->rows[live->n_rows];
      row->index = (uint32_t)i;
      set_values(row, &columns, counts_before(base, &at, profile, function),
                 function->totals, counts, n_events);
      an_live_keep(live);
   }
   put_facts(live, profile, &columns);
   return true;
}

void an_live_counts_name(const ac_profile *profile, uint32_t index, FILE *out)
{
   const ac_function *function = ac_profile_function(profile, index);
   const char *file = ac_profile_file(profile, function->file)->name;
   char *name = an_said(function->name, AN_SAID_FUNCTION, AN_SAID_MOST_B);
   fputs(name, out);
   if (strcmp(file, AN_UNKNOWN) != 0)
      fprintf(out, " (%s)", an_base_name(file));
   free(name);
}
