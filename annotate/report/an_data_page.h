/* an_data_page.h -- the sections of a text report on data objects and on sharing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_PAGE_H
#define AN_DATA_PAGE_H

#include "report/an_data_report.h"
#include "report/an_page.h"

/* Nothing, if the profile has no data objects; alone, it says so (an_data_print.c). */
an_status an_data_section(an_page *page);

/* The data objects that a source line misses on, each on a line of its own.  The report
   must have them. */
void an_data_under_line(const an_page *page, size_t file, uint32_t line, size_t indent);

/* "probe (join.c:34)  ", the function in at most `room` columns. */
void an_data_print_line(const an_page *page, size_t function, uint32_t line, size_t room);

/* Lines of memory that threads share; of a pair, whose sharing changed
   (an_sharing_diff.c). */
an_status an_sharing_section(an_page *page);

/* ---- Of that (an_sharing_print.c) ---- */

/* Those of one profile. */
an_status an_sharing_print_lines(an_page *page);

/* "False sharing of counters (count.c)". */
void an_sharing_print_name(const an_page *page, const an_sharing_side *side, size_t line);

/* The accesses of a line of memory, and what to do about it. */
an_status an_sharing_print_rows(const an_page *page, const an_sharing_side *side,
                                size_t line);

/* How many of n lines of memory are shown. */
size_t an_sharing_limit(const an_page *page, size_t n);

/* "OLD leaves out 12 shared lines of memory with 3,400 accesses." */
void an_sharing_print_left_out(const an_page *page, const an_sharing *sharing,
                               const char *whose);

#endif
