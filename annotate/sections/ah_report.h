/* ah_report.h -- the report on a heap profile: as text, JSON (docs/quern.schema.json) and
   CSV.

   Write errors are left to ferror(out), after which a report can stop early.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_findings.h"
#include "heap/ah_ignored.h"
#include "heap/ah_keepers.h"
#include "heap/ah_value.h"
#include "heap/ah_weight.h"
#include "sections/ac_report.h"

/* The sections of the report in their order, behind the first screen. */
typedef enum ah_share {
   AH_SHARE_FINDINGS,
   AH_SHARE_SITES,
   AH_SHARE_PEAK, /* the tree of the peak, or of another moment */
   AH_SHARE_END,
   AH_SHARE_TYPES,
   AH_SHARE_HEAT,
   AH_SHARE_OWNERS,
   AH_SHARE_LEAKS,
   AH_SHARE_CHAINS,
   AH_SHARE_REGIONS,
   AH_SHARE_PROCESSES, /* of a sum, which has no timeline */
   AH_SHARE_SUMMARY,
   AH_SHARE_TIMELINE,
   AH_SHARE_LINES, /* the hottest lines */
   AH_SHARE_SOURCE,
   AH_SHARE_METADATA,
   AH_SHARES,
} ah_share;

typedef struct ah_report_options {
   const char *file; /* the profile's, as people call it; or the first */
   size_t n_files;   /* that it adds up */
   ah_sort sort;
   size_t n_top;     /* sites in the table; here and below, SIZE_MAX: all */
   size_t n_frames;  /* of each of them */
   size_t depth;     /* levels of a tree; 0: all */
   double threshold; /* percent of a tree, or of the sorted total */
   bool top_down, bottom_up;
   const ah_weight *at;         /* NULL: peak and end, or the total */
   bool all_frames;             /* also those inside libraries (paths/an_name.h) */
   const ah_findings *findings; /* NULL: not looked for */
   size_t n_findings;           /* of each kind */
   size_t n_heat;               /* heat maps: types of blocks, or sites */
   const ah_groups *groups;     /* NULL: no heat is shown, and no types */
   const ah_ignored *ignored;   /* known leaks, taken out; NULL: none are known */
   const ah_keepers *keepers;   /* of each look of the profile; NULL: there is none */
   const ah_naming *naming;     /* NULL: nothing is known but symbols */
   bool only_metadata;          /* of the text report */
   bool is_asked[AH_SHARES];    /* by options: the section has all lines it needs */
   bool is_page; /* of JSON: sites that reach the threshold by any value, their
                            frames alone, heat in few counts; without what the page has
                            elsewhere: the timeline, and the sites of snapshots */
   const an_terminal *terminal;
   const an_own *own;        /* whose source it is, as the user says; NULL: unsaid */
   const ac_request *source; /* what source is shown; the report fills in the rest */
   const struct timespec *data_modified; /* the profile's time; NULL: unknown */
} ah_report_options;

/* What the section, or NULL, needs and the profile does not have, and how to get it;
   NULL: nothing. */
const char *ah_report_lack(const ah_profile *profile, const struct ac_section *by);

/* For a terminal: the first screen; findings; owners, if there are looks at them; the top
   sites; trees of what was live at the peak and at the end, or at a moment; the types of
   blocks; the heat of the blocks; regions, processes of a sum, summary, timeline;
   annotated source; metadata.  Or the one section that options->source asks for. */
void ah_report(const ah_profile *profile, const tk_alloc *alloc,
               const ah_report_options *options, FILE *out);

/* The tables of a page (ac_sections_put_page). */
void ah_report_put_page(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, struct an_json_out *json);

/* Findings, and the lines with most of the value sorted by, which is below AH_VALUES, as
   messages (ac_messages.h); or what options->source asks for. */
struct ac_messages_to;
void ah_report_messages(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options,
                        const struct ac_messages_to *to);

/* JSON and CSV list the sites that reach the threshold, in the order asked for, with
   exact numbers.  What the profile does not have is null, or an empty field. */

enum { AH_REPORT_JSON_VERSION = 1 };

void ah_report_json(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out);

/* A header and a record for each site, or row of the section that is asked for. */
void ah_report_csv(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_report_options *options, FILE *out);
