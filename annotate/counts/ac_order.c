/* ac_order.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_order.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const char *items;
   size_t item_B;
   ac_order_compare *compare;
} sorting;

static int compare_indices(const void *a, const void *b, void *context)
{
   const sorting *s = context;
   return s->compare(s->items + *(const uint32_t *)a * s->item_B,
                     s->items + *(const uint32_t *)b * s->item_B);
}

void ac_order_items(const tk_alloc *alloc, void *items, size_t n, size_t item_B,
                    ac_order_compare *compare, uint32_t *now_at)
{
   uint32_t *order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *order);
   char *copy = tk_get(alloc, AN_LABEL, (n + 1) * item_B);
   sorting s = { copy, item_B, compare };
   for (size_t i = 0; i < n; i++)
      order[i] = (uint32_t)i;
   memcpy(copy, items, n * item_B);
   qsort_r(order, n, sizeof *order, compare_indices, &s);
   for (size_t i = 0; i < n; i++) {
      memcpy((char *)items + i * item_B, copy + order[i] * item_B, item_B);
      now_at[order[i]] = (uint32_t)i;
   }
   tk_put(alloc, order);
   tk_put(alloc, copy);
}
