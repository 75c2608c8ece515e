/* an_alloc.h -- the commands' allocator: tk_alloc over malloc.

   Everything under annotate/ takes its memory through a tk_alloc, so that
   the unit tests can make each single allocation fail.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_ALLOC_H
#define AN_ALLOC_H

#include "base/tk_alloc.h"

/* malloc and free; labels are ignored.  Lives for the whole run. */
const tk_alloc *an_alloc_malloc(void);

#endif
