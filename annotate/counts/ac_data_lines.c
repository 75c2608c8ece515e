/* ac_data_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_lines.h"

/* Both are sorted by function and line. */
static void find_entries(ac_data_lines *rows)
{
   const ac_data *data = rows->data;
   size_t n = data == NULL ? 0 : data->n_entries;
   while (rows->at < n
          && (data->entries[rows->at].function < rows->function
              || (data->entries[rows->at].function == rows->function
                  && data->entries[rows->at].line < rows->lines.line)))
      rows->at++;
   rows->entries = n == 0 ? NULL : data->entries + rows->at;
   rows->n_entries = 0;
   while (rows->at < n && data->entries[rows->at].function == rows->function
          && data->entries[rows->at].line == rows->lines.line) {
      rows->at++;
      rows->n_entries++;
   }
}

bool ac_data_lines_next(ac_data_lines *rows)
{
   for (;;) {
      if (rows->is_open && ac_lines_next(&rows->lines)) {
         find_entries(rows);
         return true;
      }
      if (rows->is_open) {
         ac_lines_close(&rows->lines);
         rows->function++;
      }
      rows->is_open = rows->function < ac_profile_n_functions(rows->profile);
      if (!rows->is_open)
         return false;
      ac_lines_open(&rows->lines, rows->profile, rows->function, 1);
   }
}

void ac_data_lines_close(ac_data_lines *rows)
{
   if (rows->is_open)
      ac_lines_close(&rows->lines);
   rows->is_open = false;
}
