/* an_alloc.h -- the commands' allocator: tk_alloc over malloc.

   Everything under annotate/ takes its memory through a tk_alloc, so that
   the unit tests can make each single allocation fail.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_ALLOC_H
#define AN_ALLOC_H

#include "base/tk_alloc.h"

/* malloc and free; labels are ignored.  Lives for the whole run. */
const tk_alloc *an_alloc_malloc(void);

/* A new block of new_size_B bytes that begins with the first used_B bytes
   of `block` (which may be NULL if used_B is 0); `block` is freed.
   NULL if memory ran out, with `block` untouched. */
void *an_alloc_grow(const tk_alloc *alloc, const char *label, void *block,
                    size_t used_B, size_t new_size_B);

#endif
