/* ah_page.h -- what the parts of a report on a heap profile share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_PAGE_H
#define AH_PAGE_H

#include "report/an_page.h"
#include "report/ah_report.h"
#include "report/ah_text.h"

typedef struct ah_page {
   const ah_profile *profile;
   const tk_alloc *alloc;
   const ah_report_options *options;
   FILE *out;
   an_page base; /* for headings and colours */
} ah_page;

/* The file, command and settings; the figures of the whole run
   (ah_summary.c). */
void ah_page_metadata(const ah_page *page);
void ah_page_summary(const ah_page *page);

/* The regions that the program has named, if any (ah_regions_print.c). */
an_status ah_page_regions(const ah_page *page);

/* What is wrong (ah_findings_print.c). */
an_status ah_page_findings(const ah_page *page);

/* Which bytes of blocks are hot (ah_heat_print.c). */
an_status ah_page_heat(const ah_page *page);

/* The timeline as a graph (ah_graph_print.c). */
an_status ah_page_timeline(const ah_page *page);

/* The trees (ah_tree_print.c). */
an_status ah_page_trees(const ah_page *page);

/* The table of sites (ah_sites.c). */
an_status ah_page_sites(const ah_page *page);

/* Annotated source (ah_source.c). */
an_status ah_page_source(ah_page *page);

/* "snapshot 3, 1.21 Minstr (55.3% of the run)" and the like. */
void ah_page_moment(const ah_page *page, ah_weight moment);

#endif
