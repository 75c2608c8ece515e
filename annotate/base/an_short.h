/* an_short.h -- short names of functions and types, without template arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* Names up to this length are shown as they are, where a report has no room of its
   own for names: in wide output, CSV and JSON. */
enum { AN_SHORT_MOST_B = 72 };

/* What people are shown (an_text.h) for the namespace that compilers call by the longer
   text.  Data for programs keep that. */
#define AN_SHORT_ANONYMOUS "(anon)"
#define AN_SHORT_LONG "(anonymous namespace)"

/* How many bytes of the name are shown. */
size_t an_short_shown_B(const char *name);

/* The name, with "..." for template arguments if it shows more than n_most bytes,
   and for parameters too if it still does; it can stay longer.  On the heap. */
char *an_short_name(const char *name, size_t n_most);

/* The name without its first part, which is a return type, namespace or class:
   "std::sort(int)" is "sort(int)" then.  NULL: it has one part.  Points into the name;
   call it with the result for the next part. */
const char *an_short_without_scope(const char *name);

/* Writes the name without namespaces that have no name; `to` has room for all of it. */
void an_short_named(char *to, const char *name);
