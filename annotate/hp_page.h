/* hp_page.h -- what the parts of a report on a heap profile share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PAGE_H
#define HP_PAGE_H

#include "an_page.h"
#include "hp_report.h"
#include "hp_text.h"

typedef struct hp_page {
   const hp_profile *profile;
   const tk_alloc *alloc;
   const hp_report_options *options;
   FILE *out;
   an_page base; /* for headings and colours */
} hp_page;

/* The file, command and settings; the figures of the whole run
   (hp_summary.c). */
void hp_page_metadata(const hp_page *page);
void hp_page_summary(const hp_page *page);

/* The regions that the program has named, if any (hp_regions_print.c). */
an_status hp_page_regions(const hp_page *page);

/* What is wrong (hp_findings_print.c). */
an_status hp_page_findings(const hp_page *page);

/* Which bytes of blocks are hot (hp_heat_print.c). */
an_status hp_page_heat(const hp_page *page);

/* The timeline as a graph (hp_graph_print.c). */
an_status hp_page_timeline(const hp_page *page);

/* The trees (hp_tree_print.c). */
an_status hp_page_trees(const hp_page *page);

/* The table of sites (hp_sites.c). */
an_status hp_page_sites(const hp_page *page);

/* Annotated source (hp_source.c). */
an_status hp_page_source(hp_page *page);

/* "snapshot 3, 1.21 Minstr (55.3% of the run)" and the like. */
void hp_page_moment(const hp_page *page, hp_moment moment);

#endif
