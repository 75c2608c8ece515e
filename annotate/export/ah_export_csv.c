/* ah_export_csv.c -- a record for each site, in the profile's order, with all values.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "base/an_csv_out.h"
#include "heap/ah_folded.h"
#include "heap/ah_path.h"
#include "heap/ah_value.h"

#include <stdlib.h>

/* The function, file and line that asked for the memory. */
static void put_frame(an_csv_out *csv, const ah_profile *profile, const ah_site *site)
{
   static const an_frame unknown = { .function = AN_UNKNOWN };
   const an_frame *frame =
      site->n_frames == 0
         ? &unknown
         : &profile->frames[site->frames[ah_path_start(profile, site, true)]];
   an_csv_put_text(csv, frame->function);
   an_csv_put_text(csv, frame->file == NULL ? "" : frame->file);
   if (frame->line > 0)
      an_csv_put_int(csv, frame->line);
   else
      an_csv_put_empty(csv);
}

static void put_site(an_csv_out *csv, const ah_folded *folded, const ah_profile *profile,
                     const ah_site *site, const ah_value *const *columns)
{
   char *stack = ah_folded_path(folded, site);
   put_frame(csv, profile, site);
   an_csv_put_shown(csv, stack);
   free(stack);
   for (size_t i = 0; i < AH_EXPORT_COLUMNS; i++)
      an_csv_put_int(csv, ah_value_of(columns[i], site));
   an_csv_end_record(csv);
}

void ah_export_csv(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_value *metric, FILE *out)
{
   (void)metric;
   static const char *const first[] = { "function", "file", "line", "stack" };
   const ah_value *columns[AH_EXPORT_COLUMNS];
   an_csv_out csv = { .out = out };
   ah_folded folded;
   ah_folded_open(&folded, alloc, profile);
   ah_value_export(columns);
   for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
      an_csv_put_shown(&csv, first[i]);
   for (size_t i = 0; i < AH_EXPORT_COLUMNS; i++)
      an_csv_put_shown(&csv, columns[i]->export.name);
   an_csv_end_record(&csv);
   for (size_t i = 0; i < profile->n_sites; i++)
      put_site(&csv, &folded, profile, &profile->sites[i], columns);
}
