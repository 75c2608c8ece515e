/* an_data_report.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "report/an_data_report.h"
#include "types/ty_types.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.data.report"

/* ---- Counts ---- */

const int64_t *an_data_report_spread(const an_data_report *report,
                                     const int64_t *counts)
{
   const an_profile *profile = report->profile;
   const an_data *data = report->view.data;
   size_t sides = report->view.n_sides;
   size_t n = an_profile_n_events(profile) / sides, n_data = data->n_events / sides;
   memset(report->spread, 0, sides * n * sizeof *report->spread);
   for (size_t i = 0; i < n_data; i++)
      for (size_t k = 0; k < n; k++)
         if (strcmp(data->events[i], an_profile_event(profile, k)) == 0)
            for (size_t side = 0; side < sides; side++)
               report->spread[side * n + k] = counts[side * n_data + i];
   return report->spread;
}

static long double cycles_of(const void *context, const int64_t *counts)
{
   const an_data_report *report = context;
   return report->cycles == NULL ? NAN
      : an_metric_value(report->cycles, an_data_report_spread(report, counts));
}

/* "D1 cache:         32768 B, 64 B, 8-way associative". */
static int64_t line_of(const an_profile *profile)
{
   static const char start[] = "D1 cache:";
   const an_texts *texts = an_profile_texts(profile, AN_DESC);
   for (size_t i = 0; i < texts->n; i++) {
      const char *comma = strchr(texts->text[i], ',');
      long line_B = comma == NULL ? 0 : strtol(comma + 1, NULL, 10);
      if (strncmp(texts->text[i], start, sizeof start - 1) == 0 && line_B > 0
          && line_B <= 4096)
         return line_B;
   }
   return 64;
}

/* ---- Sharing ---- */

static int compare_lines(const void *a, const void *b, void *context)
{
   const an_data_report *report = context;
   uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
   const an_sharing_judgement *x = &report->judged[i], *y = &report->judged[k];
   bool x_false = (x->verdict & AN_SHARING_FALSE) != 0;
   bool y_false = (y->verdict & AN_SHARING_FALSE) != 0;
   if (x_false != y_false)
      return x_false ? -1 : 1;
   if ((x->verdict == 0) != (y->verdict == 0))
      return x->verdict != 0 ? -1 : 1;
   if (x->bound != y->bound)
      return x->bound < y->bound ? 1 : -1;
   return (i > k) - (i < k);
}

static bool judge(an_data_report *report)
{
   size_t n = report->sharing == NULL ? 0 : report->sharing->n_lines;
   report->judged = tk_get(report->alloc, LABEL, (n + 1) * sizeof *report->judged);
   report->shared = tk_get(report->alloc, LABEL, (n + 1) * sizeof *report->shared);
   if (report->judged == NULL || report->shared == NULL)
      return false;
   for (size_t i = 0; i < n; i++) {
      if (!an_sharing_judge(&report->judged[i], report->alloc, report->sharing, i))
         return false;
      report->shared[i] = (uint32_t)i;
   }
   qsort_r(report->shared, n, sizeof *report->shared, compare_lines, report);
   return true;
}

size_t an_data_report_n_false(const an_data_report *report)
{
   size_t n = 0, n_lines = report->sharing == NULL ? 0 : report->sharing->n_lines;
   for (size_t i = 0; i < n_lines; i++)
      n += (report->judged[i].verdict & AN_SHARING_FALSE) != 0;
   return n;
}

an_data_spot an_data_report_spot(const an_data_report *report,
                                 const an_shared_access *access)
{
   const an_data_view *view = &report->view;
   int64_t first = access->mask == 0 ? 0 : __builtin_ctzll(access->mask);
   an_data_place place = { access->offset + first, 0 };
   return an_data_spot_of(place, view->objects[view->object_of[access->datum]].type);
}

/* ---- The whole ---- */

static an_status find(an_data_report *report)
{
   const an_data_cost cost = { cycles_of, report, line_of(report->profile) };
   if (report->view.n_sides > 1)
      return AN_OK;
   return an_data_findings_find(&report->findings, report->alloc, &report->view, &cost);
}

an_status an_data_report_open(an_data_report *report, const tk_alloc *alloc,
                              const an_profile *profile, size_t n_sides,
                              const an_metric *cycles, an_data_know *know,
                              void *context)
{
   *report = (an_data_report){ .cycles = cycles, .profile = profile, .alloc = alloc };
   an_status status = an_data_view_open(&report->view, alloc, an_profile_data(profile),
                                        n_sides, know, context);
   if (status != AN_OK)
      return status;
   if (n_sides == 1)
      report->sharing = an_profile_sharing(profile);
   report->spread = tk_get(alloc, LABEL, (an_profile_n_events(profile) + 1)
                                            * sizeof *report->spread);
   if (report->spread != NULL && judge(report) && find(report) == AN_OK)
      return AN_OK;
   an_data_report_close(report);
   return AN_NO_MEMORY;
}

void an_data_report_close(an_data_report *report)
{
   if (report->view.n_sides == 1 && report->findings.arena.alloc != NULL)
      an_data_findings_close(&report->findings);
   tk_put(report->alloc, report->judged);
   tk_put(report->alloc, report->shared);
   tk_put(report->alloc, report->spread);
   an_data_view_close(&report->view);
}
