/* an_html.h -- a whole report as one HTML file, and as the one JSON document that the
   file's views are made of (docs/quern.schema.json).

      page.html     the file's frame; embed.py makes it, *.css and *.js a C file
      an_html_text  text and tables in the part that needs no script
      an_html_paths, an_html_sources  members of the document that both tools have

   A command gives a title, the document's own members, and the part of the page that can
   be read without a script.  What is too small for a file of the size is left out, and
   the document says so.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { AN_HTML_VERSION = 1 };

/* The sizes that a document is cut to: what is below 0.1% goes until it is ordinary,
   larger shares only if it is above the most. */
enum { AN_HTML_ORDINARY_B = 3 << 19, AN_HTML_MOST_B = 9 << 20 };

/* How many of each are in the profile, but not in the document. */
typedef struct an_html_left_out {
   size_t functions, lines, paths, sources;
} an_html_left_out;

typedef struct an_html_page {
   const tk_alloc *alloc;
   const char *command; /* "cs_annotate" */
   const char *tool;    /* "cachesim" or "heapprof" */
   const char *title;   /* what was profiled */
   bool is_pair;
   char *const *files; /* the profiles, as the user names them */
   size_t n_files;
   double threshold;    /* leave out smaller shares, in percent */
   const void *context; /* passed to the following */

   /* The members "report", "paths", "sources" and the tool's own, without what is below
      `threshold` percent, which is added to *left_out.  Called again with a larger
      threshold if the document is too large: after a write error they can stop. */
   void (*put_members)(const void *context, an_json_out *json, double threshold,
                       an_html_left_out *left_out);
   /* Tables of the report that have no view of their own: a value, objects of an array
      (an_table_out.c).  The page alone has them. */
   void (*put_tables)(const void *context, an_json_out *json);
   /* HTML: the summary, the largest parts and the hottest lines. */
   void (*put_static)(const void *context, FILE *out);
} an_html_page;

/* Each writes to `out`.  Write errors are left to ferror(out). */
void an_html_write(const an_html_page *page, FILE *out);
void an_html_write_json(const an_html_page *page, FILE *out);
