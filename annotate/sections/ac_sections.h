/* ac_sections.h -- the sections of a report on counts, in their order: a row for each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_report.h"
#include "sections/an_table.h"

/* Where a section stands, and what it is. */
enum {
   AC_IN_REPORT = 1,  /* in the text, unless another is asked for */
   AC_IN_JSON = 2,    /* in each JSON report, not only if it is asked for */
   AC_OF_PROFILE = 4, /* can be asked for, of a profile, */
   AC_OF_PAIR = 8,    /* of a pair, */
   AC_OF_HEAP = 16,   /* of a heap profile */
   AC_NEEDS_CALLS = 32,
   AC_IS_TREE = 64,        /* of call paths */
   AC_IS_OF_HEAP = 256,    /* of a heap profile itself: ac_scope.heap is there */
   AC_IS_OF_MACHINE = 128, /* of a modern machine: a page has what it needs elsewhere */
   AC_HAS_VIEW = 512,      /* a page shows it in a way of its own, not as tables */
   AC_IN_PAGE = 1024,      /* or has it only there; as JSON, too */
};

struct ac_section {
   const char *name; /* for --by; NULL: it is not shown alone */
   const char *key;  /* the member of JSON */
   unsigned where;
   size_t n_lines; /* at most, in a limited report; 0: its rows are limited */
   an_tables_open *open;
   void (*print)(an_page *page);                      /* NULL: its tables */
   void (*put_csv)(const ac_scope *scope, FILE *out); /* NULL: the tables */
   const char *(*lack)(const ac_scope *scope); /* what the profile should have and does
                                                  not, and how to get it; NULL */
   const char *none; /* said if it is asked for and has nothing to show; NULL */
};

/* Sections of several kinds. */
enum {
   AC_OF_BOTH = AC_OF_PROFILE | AC_OF_PAIR,
   AC_OF_LINES = AC_OF_BOTH | AC_OF_HEAP | AC_IN_REPORT | AC_HAS_VIEW,
   AC_OF_CALLS = AC_OF_PROFILE | AC_NEEDS_CALLS,
   AC_OF_HEAPS = AC_OF_HEAP | AC_IS_OF_HEAP,
   AC_OF_VIEWS = AC_OF_HEAPS | AC_HAS_VIEW,
   AC_OF_TREES = AC_OF_CALLS | AC_IS_TREE,
   AC_OF_MACHINES = AC_OF_PROFILE | AC_IN_JSON | AC_IS_OF_MACHINE,
};

/* All of them, in their order: those that print themselves, and those that are tables,
   with their name, their key and where they stand. */
#define AC_SECTIONS(PRINT, TABLES) \
   PRINT(ac_verdict_section, .where = AC_IN_REPORT) \
   TABLES(ac_costly_tables, "place", "places", AC_OF_PROFILE | AC_IN_JSON | AC_HAS_VIEW, \
          .none = "The profile counts nothing in the program.") \
   TABLES(ac_layout_tables, "layout", "layout_verdict", \
          AC_OF_PAIR | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW, \
          .none = "NEW has no layout, or that of OLD; cachesim --layout=FILE " \
                  "simulates one.") \
   TABLES(ac_change_tables, "verdict", "verdict", \
          AC_OF_PAIR | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW) \
   TABLES(ac_findings_diff_tables, "finding", "findings", \
          AC_OF_PAIR | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW) \
   TABLES(ac_findings_tables, "finding", "findings", \
          AC_OF_PROFILE | AC_IN_JSON | AC_HAS_VIEW, .lack = lack_of_cycles) \
   TABLES(ac_own_tables, "own", "own", \
          AC_OF_PROFILE | AC_IN_REPORT | AC_HAS_VIEW | AC_IN_PAGE) \
   PRINT(ac_summary_section, .where = AC_IN_REPORT, .n_lines = 24) \
   TABLES(ac_processes_tables, "process", "processes", \
          AC_OF_PROFILE | AC_IN_REPORT | AC_IN_JSON) \
   TABLES(ac_calls_diff_tables, .key = "calls", \
          .where = AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW) \
   TABLES(ac_regions_tables, "region", "regions", \
          AC_OF_BOTH | AC_IN_REPORT | AC_IN_JSON, \
          .none = "The program names no regions.") \
   TABLES(ac_data_tables, "data", "data", \
          AC_OF_BOTH | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW, \
          .none = "No data objects: the profile has none, or --include or " \
                  "--exclude takes\nonly some of its functions; cachesim " \
                  "--objects=yes records them.") \
   TABLES(ac_sharing_tables, "sharing", NULL, AC_OF_BOTH | AC_IN_REPORT | AC_HAS_VIEW) \
   TABLES(ac_why_tables, "why", "why", AC_OF_MACHINES | AC_IN_REPORT, \
          .lack = lack_of_why) \
   TABLES(ac_asm_tables, "asm", "asm", AC_OF_PROFILE, .lack = lack_of_instrs) \
   TABLES(ac_asm_diff_tables, "asm", "asm", AC_OF_PAIR) \
   TABLES(ac_curve_tables, "curve", "curves", AC_OF_MACHINES | AC_HAS_VIEW, \
          .lack = lack_of_curve) \
   TABLES(ac_reasons_tables, "reasons", "reasons", AC_OF_MACHINES | AC_IN_REPORT, \
          .lack = lack_of_reasons) \
   TABLES(ac_gains_tables, "gains", "gains", AC_OF_PROFILE, .lack = lack_of_cycles) \
   TABLES(ac_what_if_tables, "what-if", "what_if", AC_IN_JSON, .lack = lack_of_cycles) \
   TABLES(ac_calls_tables, "inclusive", "calls", \
          AC_OF_CALLS | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW, .lack = lack_of_calls) \
   TABLES(ac_hot_tables, "line", NULL, AC_OF_LINES, .put_csv = ac_lines_put_csv) \
   TABLES(ac_files_tables, "file", NULL, AC_OF_LINES, .put_csv = ac_lines_put_csv) \
   TABLES(ac_functions_tables, "function", NULL, AC_OF_BOTH | AC_OF_HEAP, \
          .put_csv = ac_lines_put_csv) \
   TABLES(ac_objects_tables, "object", "objects", \
          AC_OF_BOTH | AC_IN_REPORT | AC_IN_JSON | AC_HAS_VIEW, \
          .none = "No counts by object: the profile has none, or --include or " \
                  "--exclude takes\nonly some of its functions.") \
   TABLES(ac_crates_tables, "crate", "crates", AC_OF_BOTH | AC_OF_HEAP | AC_IN_PAGE) \
   PRINT(ac_metadata_section, .name = "metadata", .where = AC_IN_REPORT | AC_OF_BOTH, \
         .n_lines = 22) \
   TABLES(ac_threads_tables, "thread", "threads", AC_OF_BOTH | AC_IN_JSON, \
          .none = "The program had one thread.") \
   TABLES(ac_callers_tables, "caller", NULL, AC_OF_CALLS, .lack = lack_of_calls) \
   TABLES(ac_callees_tables, "callee", NULL, AC_OF_CALLS, .lack = lack_of_calls) \
   TABLES(ac_callers_and_callees_tables, "both", NULL, AC_OF_CALLS, \
          .lack = lack_of_calls) \
   TABLES(ac_paths_tables, "top-down", NULL, AC_OF_TREES, .print = ac_paths_top_down, \
          .lack = lack_of_calls) \
   TABLES(ac_paths_tables, "bottom-up", NULL, AC_OF_TREES, .print = ac_paths_bottom_up, \
          .lack = lack_of_calls) \
   TABLES(ac_paths_tables, "focus", NULL, AC_NEEDS_CALLS | AC_IS_TREE, \
          .print = ac_paths_of_focus, .lack = lack_of_calls) \
   TABLES(ac_calls_diff_function_tables, "inclusive", NULL, AC_OF_PAIR) \
   TABLES(ac_calls_diff_path_tables, "path", NULL, AC_OF_PAIR) \
   TABLES(ah_processes_tables, "process", NULL, AC_OF_HEAPS) \
   TABLES(ah_owners_tables, "owner", NULL, AC_OF_VIEWS, .lack = lack_of_looks) \
   TABLES(ah_retained_tables, "retained", NULL, AC_OF_VIEWS, .lack = lack_of_looks) \
   TABLES(ah_leaks_tables, "leak", NULL, AC_OF_VIEWS, .lack = lack_of_looks) \
   TABLES(ah_chains_tables, "chain", NULL, AC_OF_VIEWS, .lack = lack_of_looks) \
   TABLES(ah_looks_tables, "look", NULL, AC_OF_VIEWS, .lack = lack_of_looks) \
   TABLES(ah_ignored_tables, "ignored", NULL, AC_OF_HEAPS, \
          .none = "No patterns: --ignore-leaks=FILE reads them.") \
   TABLES(ah_regions_tables, "region", NULL, AC_OF_HEAPS, \
          .none = "The program names no regions.") \
   TABLES(ah_snapshots_tables, "snapshot", NULL, AC_OF_VIEWS) \
   TABLES(ah_sites_tables, "site", NULL, AC_OF_VIEWS) \
   TABLES(ah_types_tables, "type", NULL, AC_OF_VIEWS, \
          .none = "No types: the profile has none, or no bytes at its peak.")

#define AC_SECTION_PRINTS(print, ...) void print(an_page *page);
#define AC_SECTION_HAS_TABLES(open, ...) an_tables_open open;
AC_SECTIONS(AC_SECTION_PRINTS, AC_SECTION_HAS_TABLES)

#define AC_LACKS_INSTRS \
   "the profile has no instructions, or not those of all that it counts; cachesim " \
   "--instr=yes counts them"

bool ac_why_is_known(const ac_profile *profile);
bool ac_reasons_are_known(const ac_profile *profile);
const char *ah_looks_lack(const struct ah_page *page);

/* ---- Others ---- */

/* The costliest places of the program, in so many lines, unless those of which none is
   left out need more; behind them a row of all others (ac_costly_print.c). */
void ac_costly_print(an_page *page, size_t n_lines);

/* The options of cachesim that would show more kinds of findings, if there are any
   (ac_findings_print.c). */
void ac_lacks_print(const an_page *page);

/* The threads, if there were several, as a line of the metadata (ac_threads_print.c). */
void ac_threads_line(const an_page *page);

/* Trees of call paths, and of those through the functions that request->focus names,
   of a profile that has calls (ac_paths_print.c). */
void ac_paths_top_down(an_page *page);
void ac_paths_bottom_up(an_page *page);
void ac_paths_of_focus(an_page *page);

/* Annotated source files, and how much they cover (ac_source_print.c). */
void ac_annotate(an_page *page);

/* A record for each line of source (ac_report_csv.c). */
void ac_lines_put_csv(const ac_scope *scope, FILE *out);

/* ---- All ---- */

/* For a page, an array of the tables (an_tables_put_page) of the report's sections, or
   those of a heap profile, that have no view of their own there. */
void ac_sections_put_page(an_json_out *json, const ac_scope *scope);

/* The i-th section; NULL after the last. */
const ac_section *ac_section_at(size_t i);

/* Prints the section; alone, it says if there is nothing to show. */
void ac_section_print(an_page *page, const ac_section *section);
