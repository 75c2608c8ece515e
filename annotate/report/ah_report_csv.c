/* ah_report_csv.c -- the report on a heap profile as CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_report.h"

#include "base/an_csv_out.h"
#include "report/ah_report_data.h"

/* The frames, innermost first; false if memory ran out. */
static bool put_path(an_csv_out *csv, const ah_profile *profile,
                     const ah_site *site)
{
   an_csv_open_parts(csv);
   for (size_t i = 0; i < site->n_frames; i++)
      if (!an_csv_put_part(csv, profile->frames[site->frames[i]].text, i == 0))
         return false;
   an_csv_close_parts(csv);
   return true;
}

static bool put_site(an_csv_out *csv, const ah_report_data *data,
                     const ah_profile *profile, const ah_groups *groups,
                     uint32_t site)
{
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++) {
      int64_t value;
      if (ah_report_data_value(data, site, i, &value))
         an_csv_put_int(csv, value);
      else
         an_csv_put_empty(csv);
   }
   if (!put_path(csv, profile, &profile->sites[site]))
      return false;
   if (groups == NULL || groups->types[site] == NULL)
      an_csv_put_empty(csv);
   else
      an_csv_put_text(csv, groups->types[site]->name);
   an_csv_end_record(csv);
   return true;
}

an_status ah_report_csv(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, FILE *out)
{
   ah_report_data data;
   an_csv_out csv = { .out = out };
   bool ok = true;
   if (!ah_report_data_open(&data, profile, alloc, options))
      return AN_NO_MEMORY;
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++)
      an_csv_put_shown(&csv, data.columns[i]->report.name);
   an_csv_put_shown(&csv, "path");
   an_csv_put_shown(&csv, "type");
   an_csv_end_record(&csv);
   for (size_t i = 0; i < data.n && ok && !ferror(out); i++)
      ok = put_site(&csv, &data, profile, options->groups, data.sites[i]);
   ah_report_data_close(&data);
   return ok ? AN_OK : AN_NO_MEMORY;
}
