/* ah_html.h -- a heap profile, or two, as a page: members of its document, and the part
   that needs no script.

   Beside the report and the call paths, the document has lines like those of a profile of
   counts, and moments: what was live in which call paths at the peak, at the end and at
   each snapshot.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"
#include "sections/ah_diff_report.h"
#include "sections/ah_report.h"
#include "page/an_html_counts.h"
#include "page/an_html_paths.h"

/* What is shown; all borrowed.  Of two profiles `stacks` and `lines` are pairs. */
typedef struct ah_html {
   const tk_alloc *alloc;
   const ah_diff *diff; /* of two; else NULL */
   size_t n_sides;      /* 1, or 2: OLD and NEW */
   const ah_profile *profiles[AH_SIDES];
   const ah_report_options *reports[AH_SIDES]; /* on each of them */
   const char *files[AH_SIDES];                /* as people call them */
   const an_stacks *stacks;                /* ah_heap_stacks.h; of one, without samples */
   const uint32_t *node_of_site[AH_SIDES]; /* of each site: its node in `stacks` */
   an_html_counts lines; /* ah_lines.h; its metrics are those of the stacks */
} ah_html;

/* The functions of an_html_page; the context is an ah_html. */
void ah_html_put_members(const void *context, an_json_out *json, double threshold,
                         an_html_left_out *left_out);
void ah_html_put_tables(const void *context, an_json_out *json);
void ah_html_put_static(const void *context, FILE *out);

/* ---- Parts: ah_html_moments.c ---- */

/* The members "moments" and "heap"; `report` has the options of the report on a single
   profile, and is NULL of a pair. */
void ah_html_put_moments(const ah_html *html, const an_html_paths *paths,
                         an_json_out *json);
void ah_html_put_heap(const ah_html *html, const an_html_paths *paths,
                      const ah_report_options *report, an_json_out *json);

/* The members "site_nodes" and "sites_left_out" of a side, for the sites that the report
   with these options has. */
void ah_html_put_sites(const ah_html *html, size_t side, const an_html_paths *paths,
                       const ah_report_options *report, an_json_out *json);

/* The largest percentage that sites at each node of the stacks have of a snapshot; for
   tk_put. */
double *ah_html_snapshot_shares(const ah_html *html);
