/* an_data_report.h -- what reports on data objects and on sharing are made of.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_REPORT_H
#define AN_DATA_REPORT_H

#include "counts/an_metric.h"
#include "data/an_data_findings.h"
#include "data/an_data_view.h"
#include "data/an_sharing_judge.h"
#include "data/an_sharing_pair.h"

/* The lines of memory that threads share. */
typedef struct an_sharing_side {
   const an_sharing *of; /* NULL: there is none */
   an_sharing_judgement *judged; /* of each line */
   uint32_t *order; /* lines, most severe first: by verdict, then by bound */
   uint32_t *other; /* of a pair: the same line on the other side, or AN_NO_DATA */
} an_sharing_side;

typedef struct an_data_report {
   an_data_view view;
   an_data_findings findings; /* empty of a pair */
   an_sharing_side sharing; /* of a pair, NEW's; there is none if OLD has none */
   an_sharing_side old;     /* of a pair, OLD's */
   const an_metric *cycles; /* CEst; NULL: cannot be computed */
   /* private: */
   const an_profile *profile;
   const tk_alloc *alloc;
   int64_t *spread;
} an_data_report;

/* `cycles` is CEst, or NULL.  `know` and `context` are an_data_view_open's.  The profile,
   which has data, is borrowed.  AN_NO_MEMORY leaves nothing to close. */
an_status an_data_report_open(an_data_report *report, const tk_alloc *alloc,
                              const an_profile *profile, size_t n_sides,
                              const an_metric *cycles, an_data_know *know,
                              void *context);
void an_data_report_close(an_data_report *report);

/* The counts of the view in the profile's events, valid until the next call. */
const int64_t *an_data_report_spread(const an_data_report *report,
                                     const int64_t *counts);

/* How many lines of memory are shared falsely; of a pair, that were not before. */
size_t an_data_report_n_false(const an_data_report *report);

/* The same line of OLD; NULL: OLD does not have it. */
const an_sharing_judgement *an_data_report_before(const an_data_report *report,
                                                  size_t line);

/* The place of an access. */
an_data_spot an_data_report_spot(const an_data_report *report,
                                 const an_shared_access *access);

#endif
