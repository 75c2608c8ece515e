/* ah_report_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_report_data.h"

#include "heap/ah_rank.h"

static bool is_known(const ah_report_data *data, size_t column)
{
   const ah_value *value = data->columns[column];
   return value == NULL ? data->at != NULL
                        : ah_value_is_known(value, data->profile);
}

bool ah_report_data_open(ah_report_data *data, const ah_profile *profile,
                         const tk_alloc *alloc,
                         const ah_report_options *options)
{
   *data = (ah_report_data){ .profile = profile, .alloc = alloc };
   if (options->at != NULL
       && !ah_moment_sites(*options->at, alloc, profile, &data->at,
                           &data->n_rest, &data->rest))
      return false;
   if (!ah_rank(options->sort, alloc, profile, options->threshold,
                &data->sites, &data->n)) {
      tk_put(alloc, data->at);
      return false;
   }
   ah_value_report(data->columns);
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++)
      data->is_known[i] = is_known(data, i);
   return true;
}

void ah_report_data_close(ah_report_data *data)
{
   tk_put(data->alloc, data->sites);
   tk_put(data->alloc, data->at);
}

/* Of the two places of the moment, bytes come first. */
static bool is_bytes_at(const ah_report_data *data, size_t column)
{
   return data->columns[column + 1] == NULL;
}

const char *ah_report_data_name(const ah_report_data *data, size_t column)
{
   if (data->columns[column] != NULL)
      return data->columns[column]->report.name;
   return is_bytes_at(data, column) ? "at_bytes" : "at_blocks";
}

bool ah_report_data_value(const ah_report_data *data, uint32_t site,
                          size_t column, int64_t *value)
{
   const ah_site *s = &data->profile->sites[site];
   const ah_value *of = data->columns[column];
   if (!data->is_known[column])
      return false;
   if (of == NULL)
      *value = is_bytes_at(data, column) ? data->at[site].bytes
                                         : data->at[site].blocks;
   else
      *value = ah_value_of(of, s);
   return of == NULL || ah_value_has(of, s);
}
