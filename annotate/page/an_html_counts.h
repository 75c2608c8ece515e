/* an_html_counts.h -- a profile of counts, or a pair, in the page: members of its
   document, and tables that need no script.

   A function, line or call is left out if its share of every shown metric is below the
   threshold: one with few instructions may have most of the misses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"
#include "sections/ac_report.h"
#include "page/an_html.h"

/* What is shown, as ac_report_json takes it, without smaller shares than
   the request's threshold; all borrowed. */
typedef struct an_html_counts {
   ac_scope scope;
   const ac_gate *gate; /* NULL: none */
   const char *schema;  /* of the report: "cs_annotate" */
   char *const *files;  /* the profiles, as the user names them */
   size_t n_files;
   const an_stacks *paths; /* the calls' (export/ac_call_stacks.h), or of a pair both
                              (paths/an_stacks_pair.h); NULL: none */
   const struct ac_asm *listings; /* of functions, the costliest first; not of a pair */
   size_t n_listings;
} an_html_counts;

/* The page, and its document. */
void an_html_counts_write(const an_html_counts *counts, FILE *out);
void an_html_counts_write_json(const an_html_counts *counts, FILE *out);

/* ---- Parts of them, which a page of something else can have ---- */

/* The report as the member `key`. */
void an_html_counts_report(const an_html_counts *counts, an_json_out *json,
                           const char *key, double threshold, an_html_left_out *left_out);

/* The member "sources": that around the hottest lines; none without --annotate. */
void an_html_counts_sources(const an_html_counts *counts, an_json_out *json,
                            double threshold, an_html_left_out *left_out);

/* What needs no script: the limits, and the report without annotated source. */
void an_html_counts_static(const an_html_counts *counts, FILE *out);
