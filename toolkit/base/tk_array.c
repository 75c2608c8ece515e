/* tk_array.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_array.h"

#include <stdbool.h>

enum { FIRST_CAPACITY = 8 };

/* The capacity doubles, so that each item is copied about once. */
void tk_array_grow(const tk_alloc *alloc, const char *label, void *items, size_t n,
                   size_t more, size_t *capacity, size_t item_B)
{
   size_t wanted, larger, size_B;
   bool overflow = __builtin_add_overflow(n, more, &wanted)
                   | __builtin_mul_overflow(*capacity, 2, &larger);
   if (larger < FIRST_CAPACITY)
      larger = FIRST_CAPACITY;
   if (larger < wanted)
      larger = wanted;
   overflow |= __builtin_mul_overflow(larger, item_B, &size_B);
   if (overflow)
      size_B = TK_ALLOC_IMPOSSIBLE_B;
   void *old, *new = tk_get(alloc, label, size_B);
   /* Copied, as a void ** may not alias the caller's typed pointer. */
   __builtin_memcpy(&old, items, sizeof old);
   if (n > 0)
      __builtin_memcpy(new, old, n * item_B);
   tk_put(alloc, old);
   __builtin_memcpy(items, &new, sizeof new);
   *capacity = larger;
}
