/* tk_strings.h -- a table that keeps each distinct string once; pure.

   Interned strings are compared by pointer and live as long as the
   table.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_STRINGS_H
#define TK_STRINGS_H

#include "base/tk_alloc.h"

typedef struct tk_strings tk_strings;

/* An empty table, or NULL if memory ran out.  `alloc` is borrowed and
   must outlive the table. */
tk_strings *tk_strings_new(const tk_alloc *alloc);
void tk_strings_free(tk_strings *table);

/* The table's own copy of the `length` bytes at `text`, with a NUL after
   them; NULL if memory ran out, with the table unchanged.  The result is
   owned by the table.  `text` may hold any bytes. */
const char *tk_strings_intern(tk_strings *table, const char *text,
                              size_t length);

/* Distinct strings held. */
size_t tk_strings_count(const tk_strings *table);

#endif
