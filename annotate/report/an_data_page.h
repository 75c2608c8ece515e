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

/* Lines of memory that threads share (an_sharing_print.c). */
an_status an_sharing_section(an_page *page);

#endif
