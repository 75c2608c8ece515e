/* an_stack_starts.h -- which frames begin a program or a thread.

   Every path of a program begins with the loader's and the C library's own functions:
   "??? in ld-linux", "_start", "(below main)" and what it calls; a thread's with "clone"
   and "start_thread".  Pictures show them as one frame.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"

/* Sets is_start of each node: it is such a function, or one without a name that calls
   one, and so are all above it but the frame of a thread. */
void an_stack_starts(an_stacks *stacks);
