/* an_ids.h -- names by number; pure.

   Callgrind writes a name once, with a number, and then the number alone.
   Numbers may be large, so that a plain array would not do.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"
#include "base/tk_table.h"

typedef struct an_ids {
   /* private: */
   struct an_id *ids;
   size_t n, capacity;
   tk_table table;
} an_ids;

/* An empty table; takes no memory yet.  `alloc` is borrowed. */
void an_ids_init(an_ids *ids, const tk_alloc *alloc);

/* The name of the number, or NULL if it has none. */
const char *an_ids_find(const an_ids *ids, uint64_t id);

/* Gives a number that has none the name, which is borrowed. */
void an_ids_add(an_ids *ids, uint64_t id, const char *name);
