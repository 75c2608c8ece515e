/* an_prepare.h -- profiles of counts and their columns, as the options ask for them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PREPARE_H
#define AN_PREPARE_H

#include "commands/an_options.h"
#include "counts/an_choose.h"
#include "counts/an_limits.h"
#include "counts/an_metric.h"

/* The sum of the files, after a warning about each that is partial; NULL after a
   message.  The caller frees it. */
an_profile *an_prepare_load(const an_options *options, char *const *files,
                            size_t n);

/* The profile in *file, with the events and caches of `like`, which is the one in
   the file `first`.  Else as above. */
an_profile *an_prepare_load_like(const an_options *options,
                                 const an_profile *like, const char *first,
                                 char *const *file);

/* The metrics of a profile's events, and those to show and to sort by. */
typedef struct an_columns_chosen {
   an_metrics *metrics;
   an_choice show, sort;
} an_columns_chosen;

/* The metrics, and as `show` what --show names, by default the events.  AN_PARSED, or
   an exit status after a message.  The caller frees *chosen in either case. */
int an_prepare_metrics(const an_options *options, const an_profile *profile,
                       an_columns_chosen *chosen);

/* The same with `sort`; CEst is shown by default, too. */
int an_prepare_columns(const an_options *options, const an_profile *profile,
                       an_columns_chosen *chosen);
void an_prepare_free_columns(an_columns_chosen *chosen);

/* That aspect of each metric, for a pair of profiles with `n_events` each.  On the
   heap, for the caller to free. */
an_measures an_prepare_measures(const an_choice *choice, an_aspect aspect,
                                size_t n_events);

/* The metadata's lines about n files: their names, or those of the first and how many
   more there are, which `more` is for.  Returns the number of lines. */
enum { AN_PREPARE_FILES = 10, AN_PREPARE_MORE_B = 48 };
size_t an_prepare_files(an_report_field fields[AN_PREPARE_FILES],
                        char *const *files, size_t n,
                        char more[AN_PREPARE_MORE_B]);

/* The files, each with its label, and then the notes of the options; becomes the
   report's fields.  On the heap, for the caller to free. */
an_report_field *an_prepare_fields(an_options *options,
                                   const an_report_field *files, size_t n);

#endif
