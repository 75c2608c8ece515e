/* an_sections.h -- the sections of a report on counts, in their order: a row for each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SECTIONS_H
#define AN_SECTIONS_H

#include "sections/an_report.h"
#include "render/an_table.h"

/* Where a section stands, and what it is. */
enum {
   AN_IN_REPORT = 1,   /* in the text, unless another is asked for */
   AN_IN_JSON = 2,     /* in each JSON report, not only if it is asked for */
   AN_OF_PROFILE = 4,  /* can be asked for, of a profile, */
   AN_OF_PAIR = 8,     /* of a pair, */
   AN_OF_HEAP = 16,    /* of a heap profile */
   AN_NEEDS_CALLS = 32,
   AN_IS_TREE = 64,    /* of call paths */
   AN_IS_OF_MACHINE = 128, /* of a modern machine: a page shows it in a way of its own */
};

struct an_section {
   const char *name;    /* for --by; NULL: it is not shown alone */
   const char *key;     /* the member of JSON */
   unsigned where;
   size_t n_lines;      /* at most, in a limited report; 0: its rows are limited */
   an_tables_open *open;
   an_status (*print)(an_page *page); /* NULL: its tables */
   an_status (*put_csv)(const an_scope *scope, FILE *out); /* NULL: the
                                            tables */
   const char *(*lack)(const an_scope *scope); /* what the profile should have and does
                                                  not, and how to get it; NULL */
   const char *none;    /* said if it is asked for and has nothing to show; NULL */
};

/* ---- Tables ---- */

/* Regions that the program names (an_regions_print.c); objects, the executable and its
   libraries (an_objects_print.c); threads (an_threads_print.c). */
an_tables_open an_regions_tables, an_objects_tables, an_threads_tables;

/* The hottest lines (an_hot_print.c); files and functions (an_groups_print.c). */
an_tables_open an_hot_tables, an_files_tables, an_functions_tables;

/* Functions by inclusive cost, if the profile has calls (an_calls_print.c), with their
   callers and callees (an_links_print.c), and, only for programs, call paths
   (an_paths_print.c): these of a profile that has calls. */
an_tables_open an_calls_tables, an_callers_tables, an_callees_tables;
an_tables_open an_callers_and_callees_tables, an_paths_tables;

/* Of a modern machine: where cycles go, and why (an_why_print.c); misses by the size of
   the last level, and reuse distances (an_curve_print.c); why caches were missed
   (an_reasons_print.c); what each could gain, if the options have the metric of cycles
   (an_gains_print.c). */
an_tables_open an_why_tables, an_curve_tables, an_reasons_tables, an_gains_tables;
bool an_why_is_known(const an_profile *profile);
bool an_reasons_are_known(const an_profile *profile);

/* ---- Others ---- */

/* What ran, how it ended, which events there are; and their totals (an_head_print.c). */
an_status an_metadata_section(an_page *page);
an_status an_summary_section(an_page *page);

/* The regions of a pair, with the measures: at most `top`, 0: all, the largest change of
   `sort` first.  `more` is the option that shows the rest (an_regions_print.c). */
an_status an_regions_compare(const an_page *page, const an_measures *show,
                             const an_measure *sort, size_t top, const char *more);

/* The threads, if there were several, as a line of the metadata (an_threads_print.c). */
an_status an_threads_line(const an_page *page);

/* Trees of call paths, and of those through the functions that options->focus names,
   of a profile that has calls (an_paths_print.c). */
an_status an_paths_top_down(an_page *page);
an_status an_paths_bottom_up(an_page *page);
an_status an_paths_of_focus(an_page *page);

/* Annotated source files, and how much they cover (an_source_print.c). */
an_status an_annotate(an_page *page);

/* What the changes of the options would do (an_what_if_print.c); the member "what_if". */
an_status an_what_if_section(an_page *page);
void an_what_if_put_json(an_json_out *json, const an_profile *profile,
                         const an_report_options *options);
an_status an_what_if_put_csv(const an_scope *scope, FILE *out);

/* A record for each line of source (an_report_csv.c). */
an_status an_lines_put_csv(const an_scope *scope, FILE *out);

/* ---- All ---- */

/* The i-th section; NULL after the last. */
const an_section *an_section_at(size_t i);

/* Prints the section; alone, it says if there is nothing to show. */
an_status an_section_print(an_page *page, const an_section *section);

#endif
