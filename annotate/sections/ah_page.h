/* ah_page.h -- what the sections of a text report on a heap profile share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_text.h"
#include "sections/ac_sections.h"
#include "sections/ah_report.h"

typedef struct ah_page {
   const ah_profile *profile;
   const tk_alloc *alloc;
   const ah_report_options *options;
   FILE *out;
   an_page base;                        /* for headings and colours */
   const struct ah_report_data *data;   /* of JSON; NULL: those who need it make it */
   const struct ah_json_frames *frames; /* of JSON */
   size_t *n_lines; /* the sections before this one; NULL: not counted */
} ah_page;

ah_page ah_page_of(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_report_options *options, FILE *out);

/* How many of n rows the section shows: all if it is asked for, else few enough for a
   report of limited length (ah_section.c). */
size_t ah_page_rows(const ah_page *page, ah_share section, size_t n);

/* Prints a section, whose lines are cut to the width of the report. */
void ah_page_cut(const ah_page *page, void (*print)(const ah_page *page));

/* Tables as a member of JSON, or, if that is NULL, as CSV (ah_report.c).  Their
   ac_scope.heap is the page. */
void ah_page_put(const ah_page *page, an_json_out *json, const char *key,
                 an_tables_open *open);

/* What a column "path" puts of a site, by its index: the frames, innermost first; of no
   site nothing. */
an_column_put_value ah_page_put_path;

/* How people read a column of them: "1.17 MiB"; a time; the share of the run until then;
   "60.10%"; bytes, or nothing if there are none. */
an_column_write ah_page_bytes, ah_page_time, ah_page_moment, ah_page_percent,
   ah_page_some_bytes;

/* Kinds of columns that have these: of bytes, of shares, and of paths. */
#define AH_COLUMN_BYTES .write = ah_page_bytes, .unit = "bytes", .kind = AN_COLUMN_COUNT
#define AH_COLUMN_SHARE .write = ah_page_percent, .kind = AN_COLUMN_PERCENT
#define AH_COLUMN_PATH .put_value = ah_page_put_path, .kind = AN_COLUMN_OWN

/* Prints text, whose lines go on after `indent` blanks where they are too wide. */
void ah_page_wrap(const ah_page *page, size_t indent, void (*print)(const ah_page *page));

/* The columns that text can have on a line where `taken` are taken; SIZE_MAX with
   --full-names. */
size_t ah_page_room(const ah_page *page, size_t taken);

/* "... 34 more sites: --top=0", indented. */
void ah_page_more(const ah_page *page, size_t indent, size_t n, const char *noun,
                  const char *option);

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame, with the
   library function that it calls there, or else with its caller; and the frame `too`,
   which tells it from another site, unless that is AH_SITE_PLAIN.  Text of more
   than n_most characters takes several lines, all but the first indented by `indent`.
   On the heap. */
#define AH_SITE_PLAIN SIZE_MAX
char *ah_site_text(const ah_profile *profile, const ah_site *site, size_t too,
                   size_t n_most, size_t indent);

/* "make_orders (inv.cpp:169), in std::vector::reserve": the program's innermost frame,
   and the library function that it calls there, or else its caller, if that fits n_most
   characters, too.  Names have no parameters.  For free(). */
char *ah_site_place(const ah_profile *profile, const ah_site *site, bool is_of_caller,
                    size_t n_most);

/* The same of that frame alone. */
char *ah_site_own(const ah_profile *profile, const ah_site *site, size_t n_most);

/* What was allocated since a snapshot and is alive at the moment asked for; no tables if
   none is (ah_since_print.c). */
an_tables_open ah_since_sites_tables, ah_since_types_tables;

/* ---- Sections, each in the file of its name ---- */

/* ah_verdict_print.c: the first screen */
void ah_page_verdict(const ah_page *page);

/* ah_summary_print.c */
void ah_page_metadata(const ah_page *page);
void ah_page_summary(const ah_page *page);

/* ah_findings_print.c */
void ah_page_findings(const ah_page *page);

/* ah_graph_print.c: live bytes over time */
void ah_page_timeline(const ah_page *page);

/* ah_tree_print.c */
void ah_page_trees(const ah_page *page);

/* ah_heat_print.c: the hot and the cold bytes of blocks */
void ah_page_heat(const ah_page *page);

/* What source has at least, in lines of a report of limited length. */
enum { AH_SOURCE_LINES = 40 };

/* ah_source_print.c: the hottest lines and annotated source; or the one table that is
   asked for */
void ah_page_source(const ah_page *page);
