/* ac_data_limits.c -- what limits on data objects are held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include <stdlib.h>
#include <string.h>

static bool add_row(ac_gate_calls *rows, const ac_data_report *report,
                    const ac_data_object *object)
{
   size_t size_B = ac_profile_n_events(report->profile) * sizeof(int64_t);
   int64_t *counts = malloc(size_B + 1);
   if (counts == NULL)
      return false;
   memcpy(counts, ac_data_report_spread(report, object->counts), size_B);
   rows->rows[rows->n_rows++]
      = (ac_gate_row){ .name = object->label, .counts = counts, .at_most = counts };
   return true;
}

bool ac_data_limits_find(ac_gate_calls *rows, const ac_data_report *report,
                         const char *pattern)
{
   const ac_data_view *view = &report->view;
   *rows = (ac_gate_calls){ .are_data = true, .are_all = pattern == NULL };
   rows->rows = calloc(view->n_objects + 1, sizeof *rows->rows);
   bool ok = rows->rows != NULL;
   for (size_t i = 0; ok && i < view->n_objects; i++)
      if (pattern == NULL || ac_data_object_matches(&view->objects[i], pattern))
         ok = add_row(rows, report, &view->objects[i]);
   if (!ok)
      ac_data_limits_free(rows);
   return ok;
}

void ac_data_limits_free(ac_gate_calls *rows)
{
   for (size_t i = 0; i < rows->n_rows; i++)
      free((int64_t *)rows->rows[i].counts);
   free(rows->rows);
   *rows = (ac_gate_calls){ .n_rows = 0 };
}
