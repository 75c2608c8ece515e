/* ac_data_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_data_of.h"

#include "base/an_alloc.h"
#include "commands/ac_findings_of.h"

#include <stdlib.h>
#include <string.h>

void ac_data_of_open(ac_data_of *data, const ac_profile *profile, size_t n_sides,
                     const ac_metrics *metrics, ty_types *types)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ac_data *of = ac_profile_data(profile);
   *data = (ac_data_of){ .are_known = of != NULL };
   if (of == NULL)
      return;
   ac_data_types_open(&data->of_types, alloc, of, types);
   ac_data_report_open(&data->report, alloc, profile, n_sides,
                       ac_metrics_find(metrics, an_span_of("CEst")), ac_data_types_know,
                       &data->of_types);
}

const ac_data_report *ac_data_of_report(const ac_data_of *data)
{
   return data->are_known ? &data->report : NULL;
}

/* ---- --fail-on ---- */

int ac_data_of_check(const ac_data_of *data, unsigned fails_on, const char *file)
{
   const ac_data_report *report = ac_data_of_report(data);
   if ((fails_on & AC_DATA_OF_FALSE) == 0
       || (report != NULL && report->sharing.of != NULL))
      return AN_PARSED;
   an_command_error(file, 0,
                    file == NULL ? "not both profiles have sharing between threads; "
                                   "cachesim --sharing=yes records it"
                                 : "the profile has no sharing between threads; cachesim "
                                   "--sharing=yes records it");
   return EXIT_FAILURE;
}

int ac_data_of_judge(const ac_data_of *data, unsigned fails_on, const char *file)
{
   const ac_data_report *report = ac_data_of_report(data);
   bool is_asked = report != NULL && fails_on != 0;
   return ac_findings_of_fail(is_asked ? ac_data_report_n_false(report) : 0, file);
}
