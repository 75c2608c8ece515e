/* an_data_of.h -- the data objects of a profile or pair, for reports.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_OF_H
#define AN_DATA_OF_H

#include "commands/an_options.h"
#include "counts/an_metric.h"
#include "data/an_data_types.h"
#include "data/an_data_report.h"

typedef struct an_data_of {
   bool are_known; /* else all below is empty */
   ty_types *types;
   an_data_types of_types;
   an_data_report report;
} an_data_of;

/* Opens debug information as the options allow, if the profile has data objects.  Exits
   if memory runs out.  All must live longer; `data` must not move. */
void an_data_of_open(an_data_of *data, const an_profile *profile,
                     const an_options *options, const an_metrics *metrics);
void an_data_of_close(an_data_of *data);

/* NULL: unknown. */
const an_data_report *an_data_of_report(const an_data_of *data);

/* What --fail-on names: bits, by an_data_fault, and AN_DATA_OF_FALSE. */
enum { AN_DATA_OF_FALSE = 1 << AN_N_DATA_FAULTS };

/* Reads "false-sharing,unused", with getopt's optarg: AN_PARSED, or an exit status after
   a message.  A pair has only false sharing. */
int an_data_of_parse_fail_on(unsigned *fails_on, bool is_pair);

/* AN_PARSED if the profile has what these need, else an exit status after a message.
   `file` is NULL for a pair. */
int an_data_of_check(const an_data_of *data, unsigned fails_on, const char *file);

/* AN_EXIT_LIMIT, after a message, if there are findings of these kinds; else 0.  Of a
   pair, false sharing counts if OLD does not have it. */
int an_data_of_judge(const an_data_of *data, unsigned fails_on, const char *file);

#endif
