/* ah_report_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_report_data.h"

#include "heap/ah_rank.h"

void ah_report_data_open(ah_report_data *data, const ah_profile *profile,
                         const tk_alloc *alloc, const ah_report_options *options)
{
   *data = (ah_report_data){ .profile = profile };
   if (options->at != NULL)
      ah_weight_sites(*options->at, alloc, profile, &data->at, &data->n_rest,
                      &data->rest);
   void (*rank)(ah_sort, const tk_alloc *, const ah_profile *, double, uint32_t **,
                size_t *) = options->is_page ? ah_rank_by_any : ah_rank;
   rank(options->sort, alloc, profile, options->threshold, &data->sites, &data->n);
   ah_value_report(data->columns);
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++)
      data->is_known[i] = data->columns[i]->of == AH_VALUE_AT
                             ? data->at != NULL
                             : ah_value_is_known(data->columns[i], profile);
}

bool ah_report_data_value(const ah_report_data *data, uint32_t site, size_t column,
                          int64_t *value)
{
   const ah_site *s = &data->profile->sites[site];
   const ah_value *of = data->columns[column];
   if (!data->is_known[column] || !ah_value_has(of, s))
      return false;
   *value = of->of == AH_VALUE_AT ? ah_value_at(of, &data->at[site]) : ah_value_of(of, s);
   return true;
}
