/* tk_sort.c -- heapsort (Williams, 1964).  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_sort.h"

/* Moves the item at `at` down until none of its children is larger. */
static void sift_down(const void **items, size_t at, size_t n, tk_sort_compare *compare,
                      void *context)
{
   const void *item = items[at];
   for (size_t child; (child = 2 * at + 1) < n; at = child) {
      if (child + 1 < n && compare(context, items[child + 1], items[child]) > 0)
         child++;
      if (compare(context, items[child], item) <= 0)
         break;
      items[at] = items[child];
   }
   items[at] = item;
}

void tk_sort(const void **items, size_t n, tk_sort_compare *compare, void *context)
{
   for (size_t i = n / 2; i-- > 0;)
      sift_down(items, i, n, compare, context);
   while (n > 1) {
      const void *largest = items[0];
      items[0] = items[--n];
      items[n] = largest;
      sift_down(items, 0, n, compare, context);
   }
}
