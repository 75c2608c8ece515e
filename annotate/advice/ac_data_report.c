/* ac_data_report.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "advice/ac_data_report.h"

#include "base/tk_count.h"
#include "counts/ac_machine.h"
#include "types/ty_types.h"

#include <stdlib.h>
#include <string.h>

/* ---- Counts ---- */

const int64_t *ac_data_report_spread(const ac_data_report *report, const int64_t *counts)
{
   const ac_profile *profile = report->profile;
   const ac_data *data = report->view.data;
   size_t sides = report->view.n_sides;
   size_t n = ac_profile_n_events(profile) / sides, n_data = data->n_events / sides;
   memset(report->spread, 0, sides * n * sizeof *report->spread);
   for (size_t i = 0; i < n_data; i++) {
      size_t k = ac_profile_find_event(profile, data->events[i]);
      for (size_t side = 0; side < sides; side++)
         report->spread[side * n + k] = counts[side * n_data + i];
   }
   return report->spread;
}

/* ---- Sharing ---- */

static int compare_lines(const void *a, const void *b, void *context)
{
   const ac_sharing_side *side = context;
   uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
   const ac_sharing_judgement *x = &side->judged[i], *y = &side->judged[k];
   return (int)(y->verdict & AC_SHARING_FALSE) - (int)(x->verdict & AC_SHARING_FALSE)
      ?: (x->verdict == 0) - (y->verdict == 0)
      ?: tk_compare_signed(y->bound, x->bound)
      ?: tk_compare(i, k);
}

static void judge_lines(ac_sharing_side *side, const tk_alloc *alloc,
                        const ac_sharing *sharing)
{
   size_t n = sharing == NULL ? 0 : sharing->n_lines;
   side->of = sharing;
   side->judged = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *side->judged);
   side->order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *side->order);
   side->other = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *side->other);
   for (size_t i = 0; i < n; i++) {
      ac_sharing_judge(&side->judged[i], alloc, sharing, i);
      side->order[i] = (uint32_t)i;
   }
   qsort_r(side->order, n, sizeof *side->order, compare_lines, side);
}

static void judge_all(ac_data_report *report)
{
   const ac_sharing *sharing = ac_profile_sharing(report->profile);
   const ac_sharing *old = sharing == NULL ? NULL : sharing->old;
   judge_lines(&report->sharing, report->alloc, sharing);
   judge_lines(&report->old, report->alloc, old);
}

/* Needs the view. */
static void pair_lines(ac_data_report *report)
{
   const ac_sharing *old = report->old.of, *new = report->sharing.of;
   if (old != NULL)
      ac_sharing_pair(
         report->alloc, &report->view, (const ac_sharing *const[]){ old, new },
         (const uint32_t *const[]){ report->old.order, report->sharing.order },
         (uint32_t *const[]){ report->old.other, report->sharing.other });
}

static void add_shared(const ac_sharing_side *side, bool *is_shared)
{
   for (size_t i = 0; side->of != NULL && i < side->of->n_lines; i++) {
      const ac_shared_line *line = &side->of->lines[i];
      const ac_shared_access *first = &side->of->accesses[line->first_access];
      for (size_t k = 0; k < line->n_accesses; k++)
         is_shared[first[k].datum] |= side->judged[i].verdict != AC_SHARING_NONE;
   }
}

/* By datum: whether a finding names it.  All threads have one simulated cache, so what
   they share may miss rarely. */
static bool *find_shared(const ac_data_report *report)
{
   size_t n = ac_profile_data(report->profile)->n_data;
   bool *is_shared = tk_get_zeroed(report->alloc, AN_LABEL, n + 1);
   add_shared(&report->sharing, is_shared);
   add_shared(&report->old, is_shared);
   return is_shared;
}

/* The judgement of the line in OLD; NULL: OLD does not have it. */
static const ac_sharing_judgement *judgement_before(const ac_data_report *report,
                                                    size_t line)
{
   if (report->old.of == NULL || report->sharing.other[line] == AC_NO_DATA)
      return NULL;
   return &report->old.judged[report->sharing.other[line]];
}

size_t ac_data_report_n_false(const ac_data_report *report)
{
   const ac_sharing_side *side = &report->sharing;
   size_t n = 0;
   for (size_t i = 0; side->of != NULL && i < side->of->n_lines; i++) {
      const ac_sharing_judgement *before = judgement_before(report, i);
      n += (side->judged[i].verdict & AC_SHARING_FALSE) != 0
           && (before == NULL || (before->verdict & AC_SHARING_FALSE) == 0);
   }
   return n;
}

ac_data_spot ac_data_report_spot(const ac_data_report *report,
                                 const ac_shared_access *access)
{
   return ac_sharing_spot(&report->view, access);
}

/* ---- The whole ---- */

static void find_findings(ac_data_report *report)
{
   if (report->view.n_sides != 1)
      return;
   ac_object_waits_open(&report->waits, report->alloc, report->profile, &report->view,
                        report->cycles);
   ac_data_findings_find(&report->findings, report->alloc, &report->view, &report->waits,
                         ac_profile_machine(report->profile)->line_B);
}

void ac_data_report_open(ac_data_report *report, const tk_alloc *alloc,
                         const ac_profile *profile, size_t n_sides,
                         const ac_metric *cycles, ac_data_know *know, void *context)
{
   *report = (ac_data_report){ .cycles = cycles, .profile = profile, .alloc = alloc };
   judge_all(report);
   bool *is_shared = find_shared(report);
   ac_data_view_open(&report->view, alloc, ac_profile_data(profile), n_sides, is_shared,
                     know, context);
   report->spread = tk_get(alloc, AN_LABEL,
                           (ac_profile_n_events(profile) + 1) * sizeof *report->spread);
   pair_lines(report);
   find_findings(report);
}
