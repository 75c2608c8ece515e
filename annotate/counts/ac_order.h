/* ac_order.h -- sorts what others refer to by its index; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stddef.h>
#include <stdint.h>

typedef int ac_order_compare(const void *a, const void *b);

/* Sorts n items of item_B bytes; now_at[i] is where item i went. */
void ac_order_items(const tk_alloc *alloc, void *items, size_t n, size_t item_B,
                    ac_order_compare *compare, uint32_t *now_at);
