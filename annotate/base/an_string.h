/* an_string.h -- strings that can be NULL; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <string.h>

/* As strcmp, with NULL before all strings. */
static inline int an_string_compare(const char *a, const char *b)
{
   if (a == b || a == NULL || b == NULL)
      return (a != NULL) - (b != NULL);
   return strcmp(a, b);
}

static inline bool an_string_is_same(const char *a, const char *b)
{
   return an_string_compare(a, b) == 0;
}
