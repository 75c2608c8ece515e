/* hp_report.h -- the report on a heap profile as text for a terminal.

   Sections: metadata, summary, findings, timeline; trees of what was live at the
   peak and at the end, or of a moment; the top sites; the heat of their blocks;
   annotated source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_REPORT_H
#define HP_REPORT_H

#include "an_report.h"
#include "hp_findings.h"
#include "hp_moment.h"
#include "hp_profile.h"
#include "hp_rank.h"
#include "hp_types.h"

typedef struct hp_report_options {
   const char *file;     /* the profile's, as people call it */
   hp_sort sort;
   size_t n_top;         /* sites in the table */
   size_t n_frames;      /* of each of them */
   size_t depth;         /* levels of a tree; 0: all */
   double threshold;     /* percent of a tree, or of the sorted total */
   bool top_down, bottom_up;
   const hp_moment *at;  /* NULL: peak and end, or the total */
   bool all_frames;      /* those inside of libraries, too (hp_name.h) */
   const hp_findings *findings; /* NULL: nobody looked for them */
   size_t n_findings;    /* of each fault */
   size_t n_heat;        /* sites of which the heat is shown */
   /* Tells what blocks are, given `types`; NULL: nothing does. */
   const hp_type *(*type_of)(hp_types *types, const hp_profile *profile,
                             const hp_site *site);
   hp_types *types;
   size_t width;         /* columns of the terminal */
   bool utf8;            /* it shows UTF-8 */
   an_report_options *source; /* colour, and what source is shown; filled in
                                 with what is of this profile */
} hp_report_options;

/* Prints the report.  Write errors are left to ferror(out), after which it may
   stop early.  AN_NO_MEMORY: it is incomplete. */
an_status hp_report(const hp_profile *profile, const tk_alloc *alloc,
                    const hp_report_options *options, FILE *out);

/* Prints the table of the snapshots, and of the peak and end among them. */
void hp_report_list(const hp_profile *profile,
                    const hp_report_options *options, FILE *out);

#endif
