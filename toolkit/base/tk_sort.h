/* tk_sort.h -- sorts pointers; pure, freestanding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* Negative, 0 or positive, as for qsort; of the pointers themselves. */
typedef int tk_sort_compare(void *context, const void *a, const void *b);

/* Sorts n pointers.  Takes no memory, and n log n steps at most.  Equal items come in no
   order. */
void tk_sort(const void **items, size_t n, tk_sort_compare *compare, void *context);
