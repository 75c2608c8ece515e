/* tk_strings.h -- each distinct byte string once, by number or by address; pure.

   Numbers count from 0 in the order in which strings come.  A string is text,
   or any bytes, such as the array of numbers that a call path is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdint.h>

typedef struct tk_strings tk_strings;

enum { TK_STRINGS_NONE = UINT32_MAX }; /* not a number */

/* An empty table.  `alloc` is borrowed. */
tk_strings *tk_strings_new(const tk_alloc *alloc);
void tk_strings_free(tk_strings *strings);

/* The number of the string, which is copied if it is new.  `bytes` may be NULL if there
   are none. */
uint32_t tk_strings_number(tk_strings *strings, const void *bytes, size_t length_B);

/* The table's own copy of the string, with a NUL behind it.  Equal strings have the same
   address. */
const char *tk_strings_intern(tk_strings *strings, const char *text, size_t length_B);

/* tk_strings_intern of a whole text. */
const char *tk_strings_text(tk_strings *strings, const char *text);

/* How many strings there are: numbers are below this. */
size_t tk_strings_count(const tk_strings *strings);

/* The string of a number.  It does not move, belongs to the table, is aligned
   for 64-bit numbers, and has a NUL behind it. */
const char *tk_strings_at(const tk_strings *strings, uint32_t number);
const void *tk_strings_bytes(const tk_strings *strings, uint32_t number,
                             size_t *length_B);
