/* an_alloc.h -- the commands' allocator: tk_alloc over malloc.

   All of annotate/ takes its memory through a tk_alloc: unit tests can make
   each single allocation fail.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

/* malloc and free; labels are ignored.  Lives for the whole run. */
const tk_alloc *an_alloc_malloc(void);
