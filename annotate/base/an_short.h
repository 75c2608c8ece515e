/* an_short.h -- short names of functions and types, without template arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SHORT_H
#define AN_SHORT_H

#include <stddef.h>

/* Names up to this length are shown as they are, where a report has no room of its
   own for names: in wide output, CSV and JSON. */
enum { AN_SHORT_MOST_B = 72 };

/* The name, with "..." for template arguments if it has more than n_most bytes,
   and for parameters too if it still has; it can stay longer.  On the heap, or
   NULL if memory ran out. */
char *an_short_name(const char *name, size_t n_most);

/* The end of the name without so many leading scopes that it has at most n_most
   bytes; its last part stays: "Iter::next" of "core::iter::Iter::next". */
const char *an_short_scopes(const char *name, size_t n_most);

#endif
