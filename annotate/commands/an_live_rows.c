/* an_live_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_parts.h"

#include <math.h>

void an_live_room(an_live *live, size_t n)
{
   live->rows = tk_get(live->alloc, AN_LABEL, (n + 1) * sizeof *live->rows);
}

void an_live_keep(an_live *live)
{
   const an_live_row *row = &live->rows[live->n_rows];
   for (size_t i = 0; i < live->n_columns; i++)
      if (row->values[i] != 0 && !isnan(row->values[i])) {
         live->n_rows++;
         return;
      }
}
