/* an_pool.h -- memory that goes back all at once.

   What a command needs to its end is never given back (an_alloc.h).  A pool is for what
   ends before: a file of many while it is read, a poll of a running program.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

typedef struct an_pool an_pool;

/* An empty one, of memory from `from`, which must outlive it. */
an_pool *an_pool_new(const tk_alloc *from);
/* Takes from the pool; what is put back before its end is free at once. */
const tk_alloc *an_pool_alloc(an_pool *pool);
/* Gives back all that was taken, and the pool.  Ignores NULL. */
void an_pool_free(an_pool *pool);
