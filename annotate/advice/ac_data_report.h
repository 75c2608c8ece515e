/* ac_data_report.h -- what reports on data objects and on sharing are made of.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_metric.h"
#include "advice/ac_data_findings.h"
#include "advice/ac_data_view.h"
#include "advice/ac_object_waits.h"
#include "advice/ac_sharing_judge.h"
#include "advice/ac_sharing_pair.h"

/* The lines of memory that threads share. */
typedef struct ac_sharing_side {
   const ac_sharing *of;         /* NULL: there is none */
   ac_sharing_judgement *judged; /* of each line */
   uint32_t *order;              /* lines, most severe first: by verdict, then by bound */
   uint32_t *other; /* of a pair: the same line on the other side, or AC_NO_DATA */
} ac_sharing_side;

typedef struct ac_data_report {
   ac_data_view view;
   ac_object_waits waits; /* empty of a pair, as the next */
   ac_data_findings findings;
   ac_sharing_side sharing; /* of a pair, NEW's; there is none if OLD has none */
   ac_sharing_side old;     /* of a pair, OLD's */
   const ac_metric *cycles; /* CEst; NULL: cannot be computed */
   /* private: */
   const ac_profile *profile;
   const tk_alloc *alloc;
   int64_t *spread;
} ac_data_report;

/* `cycles` is CEst, or NULL.  `know` and `context` are ac_data_view_open's.  The profile,
   which has data, is borrowed. */
void ac_data_report_open(ac_data_report *report, const tk_alloc *alloc,
                         const ac_profile *profile, size_t n_sides,
                         const ac_metric *cycles, ac_data_know *know, void *context);

/* The counts of the view in the profile's events, valid until the next call. */
const int64_t *ac_data_report_spread(const ac_data_report *report, const int64_t *counts);

/* How many lines of memory are shared falsely; of a pair, that were not before. */
size_t ac_data_report_n_false(const ac_data_report *report);

/* The place of an access. */
ac_data_spot ac_data_report_spot(const ac_data_report *report,
                                 const ac_shared_access *access);
