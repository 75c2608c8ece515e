/* ac_data_of.h -- the data objects of a profile or pair, for reports.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "counts/ac_metric.h"
#include "advice/ac_data_types.h"
#include "advice/ac_data_report.h"

typedef struct ac_data_of {
   bool are_known; /* else all below is empty */
   ac_data_types of_types;
   ac_data_report report;
} ac_data_of;

/* Opens debug information, if the profile, which can be a pair of two sides, has data
   objects.  All must live longer; `data` must not move. */
void ac_data_of_open(ac_data_of *data, const ac_profile *profile, size_t n_sides,
                     const ac_metrics *metrics, ty_types *types);

/* NULL: unknown. */
const ac_data_report *ac_data_of_report(const ac_data_of *data);

/* What is asked of them. */
enum { AC_DATA_OF_FALSE = 1 };

/* AN_PARSED if the profile has what these need, else an exit status after a message.
   `file` is NULL for a pair. */
int ac_data_of_check(const ac_data_of *data, unsigned fails_on, const char *file);

/* AN_EXIT_LIMIT, after a message, if there is false sharing that `fails_on` is about; of
   a pair, that OLD does not have.  Else 0. */
int ac_data_of_judge(const ac_data_of *data, unsigned fails_on, const char *file);
