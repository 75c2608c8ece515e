/* ah_page.h -- what the sections of a text report on a heap profile share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_PAGE_H
#define AH_PAGE_H

#include "heap/ah_text.h"
#include "report/ah_report.h"
#include "report/an_page.h"

typedef struct ah_page {
   const ah_profile *profile;
   const tk_alloc *alloc;
   const ah_report_options *options;
   FILE *out;
   an_page base; /* for headings and colours */
} ah_page;

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame, with the
   library function that it calls there, or else with its caller.  Text of more
   than n_most characters takes two lines, the second indented by `indent`.  On
   the heap, or NULL if memory ran out. */
char *ah_site_text(const ah_profile *profile, const ah_site *site,
                   size_t n_most, size_t indent);

/* ---- Sections, each in the file of its name ---- */

/* ah_summary_print.c */
void ah_page_metadata(const ah_page *page);
void ah_page_summary(const ah_page *page);

/* ah_findings_print.c */
an_status ah_page_findings(const ah_page *page);

/* ah_regions_print.c */
an_status ah_page_regions(const ah_page *page);

/* ah_graph_print.c: live bytes over time */
an_status ah_page_timeline(const ah_page *page);

/* ah_tree_print.c */
an_status ah_page_trees(const ah_page *page);

/* ah_sites_print.c */
an_status ah_page_sites(const ah_page *page);

/* ah_types_print.c */
an_status ah_page_types(const ah_page *page);

/* ah_heat_print.c: the hot and the cold bytes of blocks */
an_status ah_page_heat(const ah_page *page);

/* ah_source_print.c: annotated source */
an_status ah_page_source(ah_page *page);

#endif
