/* ah_report.h -- the report on a heap profile as text for a terminal.

   Sections: metadata, summary, findings, timeline; trees of what was live at the
   peak and at the end, or of a moment; the top sites; the heat of their blocks;
   annotated source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_REPORT_H
#define AH_REPORT_H

#include "report/an_report.h"
#include "heap/ah_findings.h"
#include "heap/ah_weight.h"
#include "heap/ah_profile.h"
#include "heap/ah_rank.h"
#include "types/ty_types.h"

typedef struct ah_report_options {
   const char *file;     /* the profile's, as people call it */
   ah_sort sort;
   size_t n_top;         /* sites in the table */
   size_t n_frames;      /* of each of them */
   size_t depth;         /* levels of a tree; 0: all */
   double threshold;     /* percent of a tree, or of the sorted total */
   bool top_down, bottom_up;
   const ah_weight *at;  /* NULL: peak and end, or the total */
   bool all_frames;      /* those inside of libraries, too (ah_path.h) */
   const ah_findings *findings; /* NULL: nobody looked for them */
   size_t n_findings;    /* of each kind */
   size_t n_heat;        /* sites of which the heat is shown */
   /* Tells what blocks are, given `types`; NULL: nothing does. */
   const ty_type *(*type_of)(ty_types *types, const ah_profile *profile,
                             const ah_site *site);
   ty_types *types;
   size_t width;         /* columns of the terminal */
   bool utf8;            /* it shows UTF-8 */
   an_report_options *source; /* colour, and what source is shown; filled in
                                 with what is of this profile */
} ah_report_options;

/* Prints the report.  Write errors are left to ferror(out), after which it may
   stop early.  AN_NO_MEMORY: it is incomplete. */
an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out);

/* Prints the table of the snapshots, and of the peak and end among them. */
void ah_report_list(const ah_profile *profile,
                    const ah_report_options *options, FILE *out);

#endif
