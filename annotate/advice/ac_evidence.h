/* ac_evidence.h -- what a profile knows about a line of source, for the rules of
   findings; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_prices.h"
#include "advice/ac_findings.h"
#include "advice/ac_idioms_match.h"

/* How the accesses come that the first level did not have: shares, from 0 to 1. */
typedef struct ac_pattern {
   bool is_known;
   double in_order, stride, chase, other;
} ac_pattern;

typedef struct ac_evidence {
   const ac_findings_source *source;
   const ac_prices *prices;
   const ac_own_line *line;
   double cycles[TK_EVENT_GROUPS];       /* by what they are spent on */
   double own_run, own_code, own_branch; /* its own, without what it calls */
   double all;                           /* of the line */
   double misses, write_misses;          /* of the first level, on data */
   double refs; /* those, and first uses of what was prefetched */
   ac_pattern pattern;
   double walk_share;             /* of the waits for data, those for page walks */
   const ac_data_object *object;  /* with at least half of the misses; NULL: none */
   double other_misses;           /* that other lines have on it */
   const char *field;             /* of it, likewise */
   int64_t step_B;                /* all its accesses to the object are multiples of this
                                     apart; 0: not known */
   const ac_data_finding *layout; /* what is said of the object; NULL: nothing */
   ac_idiom_found found;          /* what the caller found that the line is */
} ac_evidence;

/* A row's count of the event; 0 if the profile does not have it. */
double ac_evidence_count(const ac_evidence *e, tk_event_id event);

/* Gathers what is known of a line. */
ac_evidence ac_evidence_of(const ac_findings_source *source, const ac_prices *prices,
                           const ac_own_line *line);
