/* ac_data_limits.c -- what limits on data objects are held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include <string.h>

static void add_row(ac_gate_calls *rows, const ac_data_report *report,
                    const ac_data_object *object, const tk_alloc *alloc)
{
   size_t size_B = ac_profile_n_events(report->profile) * sizeof(int64_t);
   int64_t *counts = tk_get(alloc, AN_LABEL, size_B + 1);
   memcpy(counts, ac_data_report_spread(report, object->counts), size_B);
   rows->rows[rows->n_rows++] =
      (ac_gate_row){ .name = object->label, .counts = counts, .at_most = counts };
}

void ac_data_limits_find(ac_gate_calls *rows, const ac_data_report *report,
                         const tk_alloc *alloc, const char *pattern)
{
   const ac_data_view *view = &report->view;
   *rows = (ac_gate_calls){ .noun = "data", .are_all = pattern == NULL };
   rows->rows = tk_get(alloc, AN_LABEL, (view->n_objects + 1) * sizeof *rows->rows);
   for (size_t i = 0; i < view->n_objects; i++)
      if (pattern == NULL || ac_data_object_matches(&view->objects[i], pattern))
         add_row(rows, report, &view->objects[i], alloc);
}
