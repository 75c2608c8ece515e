/* an_stack_fold.h -- bounds how deep call paths are, for formats that write each path as
   a whole: of a recursion 20,000 deep they would have gigabytes.

   Behind AN_STACK_MOST frames, a function that is on the path already counts where it
   last was within them, as if it had returned there; so do its callees.  Sums stay.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"

enum { AN_STACK_MOST = 1000 };

/* The folded paths, in *folded; the stacks themselves if none is so deep: then *folded
   has nothing.  It is for an_stacks_free in each case. */
const an_stacks *an_stack_fold(const an_stacks *stacks, an_stacks *folded);
