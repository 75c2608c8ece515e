/* ac_sections.h -- the sections of a report on counts, in their order: a row for each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_SECTIONS_H
#define AC_SECTIONS_H

#include "sections/ac_report.h"
#include "render/an_table.h"

/* Where a section stands, and what it is. */
enum {
   AC_IN_REPORT = 1,   /* in the text, unless another is asked for */
   AC_IN_JSON = 2,     /* in each JSON report, not only if it is asked for */
   AC_OF_PROFILE = 4,  /* can be asked for, of a profile, */
   AC_OF_PAIR = 8,     /* of a pair, */
   AC_OF_HEAP = 16,    /* of a heap profile */
   AC_NEEDS_CALLS = 32,
   AC_IS_TREE = 64,    /* of call paths */
   AC_IS_OF_HEAP = 256, /* of a heap profile itself: ac_scope.heap is there */
   AC_IS_OF_MACHINE = 128, /* of a modern machine: a page shows it in a way of its own */
};

struct ac_section {
   const char *name;    /* for --by; NULL: it is not shown alone */
   const char *key;     /* the member of JSON */
   unsigned where;
   size_t n_lines;      /* at most, in a limited report; 0: its rows are limited */
   an_tables_open *open;
   an_status (*print)(an_page *page); /* NULL: its tables */
   an_status (*put_csv)(const ac_scope *scope, FILE *out); /* NULL: the
                                            tables */
   const char *(*lack)(const ac_scope *scope); /* what the profile should have and does
                                                  not, and how to get it; NULL */
   const char *none;    /* said if it is asked for and has nothing to show; NULL */
};

/* ---- Tables ---- */

/* Regions that the program names (ac_regions_print.c); objects, the executable and its
   libraries (ac_objects_print.c); threads (ac_threads_print.c). */
an_tables_open ac_regions_tables, ac_objects_tables, ac_threads_tables;

/* Data objects (ac_data_print.c), and lines of memory that threads share
   (ac_sharing_print.c). */
an_tables_open ac_data_tables, ac_sharing_tables;

/* The hottest lines (ac_hot_print.c); files and functions (ac_groups_print.c). */
an_tables_open ac_hot_tables, ac_files_tables, ac_functions_tables;

/* Functions by inclusive cost, if the profile has calls (ac_calls_print.c), with their
   callers and callees (ac_links_print.c), and, only for programs, call paths
   (ac_paths_print.c): these of a profile that has calls. */
an_tables_open ac_calls_tables, ac_callers_tables, ac_callees_tables;
an_tables_open ac_callers_and_callees_tables, ac_paths_tables;

/* Of a pair, if the options have its calls: functions by the change of their inclusive
   cost, and the call paths that changed most; or one of both (ac_calls_diff.c). */
an_tables_open ac_calls_diff_tables, ac_calls_diff_function_tables;
an_tables_open ac_calls_diff_path_tables;

/* Of a modern machine: where cycles go, and why (ac_why_print.c); misses by the size of
   the last level, and reuse distances (ac_curve_print.c); why caches were missed
   (ac_reasons_print.c); what each could gain, if there is a metric of cycles
   (ac_gains_print.c). */
an_tables_open ac_why_tables, ac_curve_tables, ac_reasons_tables, ac_gains_tables;
an_tables_open ac_what_if_tables; /* what the changes of --what-if would do */
bool ac_why_is_known(const ac_profile *profile);
bool ac_reasons_are_known(const ac_profile *profile);

/* ---- Others ---- */

/* What ran, how it ended, which events there are; and their totals (ac_head_print.c). */
an_status ac_metadata_section(an_page *page);
an_status ac_summary_section(an_page *page);

/* The regions of a pair, with the measures: at most `top`, 0: all, the largest change of
   `sort` first.  `more` is the option that shows the rest (ac_regions_print.c). */
an_status ac_regions_compare(const an_page *page, const ac_measures *show,
                             const ac_measure *sort, size_t top, const char *more);

/* The threads, if there were several, as a line of the metadata (ac_threads_print.c). */
an_status ac_threads_line(const an_page *page);

/* Trees of call paths, and of those through the functions that request->focus names,
   of a profile that has calls (ac_paths_print.c). */
an_status ac_paths_top_down(an_page *page);
an_status ac_paths_bottom_up(an_page *page);
an_status ac_paths_of_focus(an_page *page);

/* Annotated source files, and how much they cover (ac_source_print.c). */
an_status ac_annotate(an_page *page);

/* A record for each line of source (ac_report_csv.c). */
an_status ac_lines_put_csv(const ac_scope *scope, FILE *out);

/* ---- All ---- */

/* The i-th section; NULL after the last. */
const ac_section *ac_section_at(size_t i);

/* Prints the section; alone, it says if there is nothing to show. */
an_status ac_section_print(an_page *page, const ac_section *section);

#endif
