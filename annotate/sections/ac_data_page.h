/* ac_data_page.h -- the sections of a text report on data objects and on sharing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_DATA_PAGE_H
#define AC_DATA_PAGE_H

#include "base/an_json_out.h"
#include "counts/ac_gate.h"
#include "data/ac_data_report.h"
#include "render/an_page.h"

/* Nothing, if the profile has no data objects; alone, it says so (ac_data_print.c). */
an_status ac_data_section(an_page *page);

/* The data objects that a source line misses on, each on a line of its own.  The report
   must have them. */
void ac_data_under_line(const an_page *page, size_t file, uint32_t line, size_t indent);

/* "probe (join.c:34)  ", the function in at most `room` columns. */
void ac_data_print_line(const an_page *page, size_t function, uint32_t line, size_t room);

/* Lines of memory that threads share; of a pair, whose sharing changed
   (ac_sharing_diff.c). */
an_status ac_sharing_section(an_page *page);

/* ---- Of that (ac_sharing_print.c) ---- */

/* Those of one profile. */
an_status ac_sharing_print_lines(an_page *page);

/* "False sharing of counters (count.c)". */
void ac_sharing_print_name(const an_page *page, const ac_sharing_side *side, size_t line);

/* The accesses of a line of memory, and what to do about it. */
an_status ac_sharing_print_rows(const an_page *page, const ac_sharing_side *side,
                                size_t line);

/* How many of n lines of memory are shown. */
size_t ac_sharing_limit(const an_page *page, size_t n);

/* "OLD leaves out 12 shared lines of memory with 3,400 accesses." */
void ac_sharing_print_left_out(const an_page *page, const ac_sharing *sharing,
                               const char *whose);

/* ---- Limits (ac_data_limits.c) ---- */

/* A row for each data object of a pair whose label, type or name matches the pattern of
   the shell (fnmatch(3)); NULL: all.  False, with nothing to free, if memory ran out. */
bool ac_data_limits_find(ac_gate_calls *rows, const ac_data_report *report,
                         const char *pattern);
void ac_data_limits_free(ac_gate_calls *rows);

/* ---- For programs ---- */

/* The members "data" and "sharing", null if there is none. */
void ac_data_put_json(an_json_out *json, const ac_scope *scope);

/* "next", and the offset: how JSON tells a place. */
void ac_data_put_spot(an_json_out *json, const char *name, const ac_data_spot *spot);

/* Of that, "sharing", which is there (ac_sharing_json.c); and one more than the largest
   number of an object that it names. */
void ac_sharing_put_json(an_json_out *json, const ac_scope *scope);
size_t ac_sharing_n_objects(const ac_scope *scope);

/* A table of data objects, or of the accesses of shared lines of memory. */
an_status ac_data_put_csv(const ac_scope *scope, FILE *out);
an_status ac_sharing_put_csv(const ac_scope *scope, FILE *out);

#endif
