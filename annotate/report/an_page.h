/* an_page.h -- what the sections of a text report share: stream, headings, colours,
   columns.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PAGE_H
#define AN_PAGE_H

#include "report/an_columns.h"
#include "report/an_report.h"
#include "base/an_state.h"
#include "base/an_text.h"

typedef struct an_page {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   FILE *out;
   an_columns columns;
} an_page;

/* A heading between two rules: the title, then `name` if not NULL. */
void an_page_heading(const an_page *page, const char *title, const char *name);

/* Switches to the colour, if colours are on. */
void an_page_colour(const an_page *page, an_colour colour);

/* A line in the colour. */
void an_page_line(const an_page *page, an_colour colour, const char *text);

/* A line of the metadata; those of the options for source. */
void an_page_field(const an_page *page, const char *label, const char *value);
void an_page_places(const an_page *page);

/* A line for each object whose debug information Valgrind could not read in full. */
void an_page_lost_debug_info(const an_page *page, const char *const *objects,
                             size_t n);

/* "+100 (+1.00%)"; the first number is at the right of `width` columns. */
void an_page_change(const an_page *page, long double before,
                    long double after, bool is_whole, int width);

/* The line that names the measures over the columns. */
void an_page_names(const an_page *page);

/* The name of the i-th file or function. */
void an_page_file(const an_page *page, size_t i);
void an_page_function(const an_page *page, size_t i);

/* "Ended:", "Dumped:" or "Partial:", unless the program exited with status 0; then
   "Before exec:".  `whose` is NULL or begins the label: "Old" (an_state_print.c). */
void an_state_print(const an_state *state, const char *whose, FILE *out);

/* ---- Sections ---- */

/* Files with their functions, functions with their files (an_groups_print.c). */
an_status an_groups_by_file(an_page *page);
an_status an_groups_by_function(an_page *page);

/* The regions that the program has named, if any (an_regions_print.c). */
an_status an_regions_report(an_page *page);

/* Annotated source files, and how much they cover (an_source_print.c). */
an_status an_annotate(an_page *page);

#endif
