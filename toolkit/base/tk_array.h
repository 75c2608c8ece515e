/* tk_array.h -- the growing array; pure, freestanding.

   The caller keeps a pointer to the items, their number n, and the capacity;
   all are 0 at first.  tk_put gives the items back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

/* Makes room for one more item behind n items.  New items have no values.  `items` and
   `capacity` must be variables; capacity is a size_t. */
#define TK_ARRAY_ROOM(alloc, label, items, n, capacity) \
   TK_ARRAY_ROOM_FOR(1, alloc, label, items, n, capacity)

/* Adds an item, which is what follows and does not name n, behind n items; n becomes one
   more. */
#define TK_ARRAY_ADD(alloc, label, items, n, capacity, ...) \
   (TK_ARRAY_ROOM(alloc, label, items, n, capacity), (void)((items)[(n)++] = __VA_ARGS__))

/* TK_ARRAY_ROOM for `more` items. */
#define TK_ARRAY_ROOM_FOR(more, alloc, label, items, n, capacity) \
   tk_array_reserve(alloc, label, &(items), n, more, &(capacity), sizeof *(items))

/* For items whose size is only known at run time: `items` is the address of
   the pointer to them. */
void tk_array_grow(const tk_alloc *alloc, const char *label, void *items, size_t n,
                   size_t more, size_t *capacity, size_t item_B);

static inline void tk_array_reserve(const tk_alloc *alloc, const char *label, void *items,
                                    size_t n, size_t more, size_t *capacity,
                                    size_t item_B)
{
   if (more > *capacity - n)
      tk_array_grow(alloc, label, items, n, more, capacity, item_B);
}
