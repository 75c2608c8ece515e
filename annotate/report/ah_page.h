/* ah_page.h -- what the sections of a text report on a heap profile share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_PAGE_H
#define AH_PAGE_H

#include "heap/ah_text.h"
#include "report/ah_report.h"
#include "report/an_budget.h"
#include "report/an_page.h"

typedef struct ah_page {
   const ah_profile *profile;
   const tk_alloc *alloc;
   const ah_report_options *options;
   FILE *out;
   an_page base; /* for headings and colours */
   an_budget *budget; /* of lines */
   size_t level; /* 0: as the options say; each level more takes fewer lines */
} ah_page;

/* How a section is fitted into its share of the report's lines (ah_section.c). */
typedef struct ah_section {
   ah_share share;
   size_t n_levels;    /* that it can be printed at */
   const char *option; /* shows what was left out */
   bool has_more;      /* the section itself says what a level leaves out */
   an_status (*print)(const ah_page *page, void *context);
} ah_section;

/* Prints the section at the first level that fits; cuts what fits at none, and lines
   wider than the report. */
an_status ah_page_fit(const ah_page *page, const ah_section *section,
                      void *context);

/* Prints text, whose lines go on after `indent` blanks where they are too wide. */
an_status ah_page_wrap(const ah_page *page, size_t indent,
                       an_status (*print)(const ah_page *page));

/* The columns that text can have on a line where `taken` are taken; SIZE_MAX with
   --full-names. */
size_t ah_page_room(const ah_page *page, size_t taken);

/* n, less what the page's level takes away; 1 at least, unless n is 0. */
size_t ah_page_at_level(const ah_page *page, size_t n);

/* "... 34 more sites: --top=0", indented. */
void ah_page_more(const ah_page *page, size_t indent, size_t n,
                  const char *noun, const char *option);

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame, with the
   library function that it calls there, or else with its caller; and the frame `too`,
   which tells it from another site, unless that is AH_SITE_PLAIN.  Text of more
   than n_most characters takes several lines, all but the first indented by `indent`.
   On the heap, or NULL if memory ran out. */
#define AH_SITE_PLAIN SIZE_MAX
char *ah_site_text(const ah_profile *profile, const ah_site *site, size_t too,
                   size_t n_most, size_t indent);

/* The table of its processes (ah_report.c). */
struct an_processes_table;
struct an_processes_table ah_processes_of(const ah_profile *profile);

/* ---- Sections, each in the file of its name ---- */

/* ah_summary_print.c */
void ah_page_metadata(const ah_page *page);
an_status ah_page_summary(const ah_page *page);

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

/* ah_source_print.c: the hottest lines and annotated source, in what is left of the
   budget; or the one table that is asked for */
an_status ah_page_source(const ah_page *page);

#endif
