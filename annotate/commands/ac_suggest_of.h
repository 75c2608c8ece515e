/* ac_suggest_of.h -- cs_annotate's --suggest: another layout of a profile's data, as a
   file.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "advice/ac_data_report.h"

/* AN_PARSED if the profile has what suggestions are made of, else an exit status after a
   message.  `data` is NULL if it has no data objects. */
int ac_suggest_of_check(const ac_profile *profile, const ac_data_report *data,
                        const char *file);

/* Writes the layout file that the options name, and prints what was written and what
   comes next, unless standard output is for something else.  AN_PARSED, or an exit status
   after a message. */
int ac_suggest_of_write(const an_options *options, const ac_profile *profile,
                        const ac_data_report *data, const char *file);
