/* an_nest.h -- the order in which to show nested things: each before its children;
   siblings keep their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>

#define AN_NO_PARENT SIZE_MAX

typedef struct an_nested {
   size_t index;
   size_t depth; /* from 0 */
} an_nested;

/* Fills order[n].  `parent` returns the parent of a thing from 0 to n - 1, which is
   a lower index, or AN_NO_PARENT. */
void an_nest(const tk_alloc *alloc, size_t n,
             size_t (*parent)(const void *context, size_t index), const void *context,
             an_nested *order);
