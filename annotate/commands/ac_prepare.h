/* ac_prepare.h -- profiles of counts and their columns, as the options ask for them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "counts/ac_choose.h"
#include "counts/ac_limits.h"
#include "counts/ac_metric.h"

/* The sum of the files, after a warning about each that is partial; NULL after a
   message. */
ac_profile *ac_prepare_load(const an_options *options, char *const *files, size_t n);

/* The profile in *file, with the events and caches of `like`, which is the one in
   the file `first`.  Else as above. */
ac_profile *ac_prepare_load_like(const an_options *options, const ac_profile *like,
                                 const char *first, char *const *file);

/* The metrics of a profile's events, and those to show and to sort by. */
typedef struct ac_columns_chosen {
   ac_metrics *metrics;
   ac_choice show, sort;
} ac_columns_chosen;

/* The metrics, and as `show` what --show names, by default the events.  AN_PARSED, or
   an exit status after a message. */
int ac_prepare_metrics(const an_options *options, const ac_profile *profile,
                       ac_columns_chosen *chosen);

/* Chooses as ac_prepare_metrics does, and `sort`; CEst is shown by default, too. */
int ac_prepare_columns(const an_options *options, const ac_profile *profile,
                       ac_columns_chosen *chosen);

/* Measures of this aspect of each metric, for a pair of profiles with `n_events` each. */
ac_measures ac_prepare_measures(const ac_choice *choice, ac_aspect aspect,
                                size_t n_events);

/* The metadata's lines about n files: their names, or those of the first and how many
   more there are, which `more` is for.  Returns the number of lines. */
enum { AC_PREPARE_FILES = 10, AC_PREPARE_MORE_B = 48 };
size_t ac_prepare_files(ac_report_field fields[AC_PREPARE_FILES], char *const *files,
                        size_t n, char more[AC_PREPARE_MORE_B]);

/* The files, each with its label, and then the notes of the options; becomes the
   analysis's fields. */
ac_report_field *ac_prepare_fields(const an_options *options,
                                   const ac_report_field *files, size_t n,
                                   ac_analysis *analysis);
