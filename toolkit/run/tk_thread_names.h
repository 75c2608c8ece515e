/* tk_thread_names.h -- the names that threads were given by pthread_setname_np or prctl;
   glue.

   The kernel is asked, as one thread can name another.  What has the name of the process
   as it was started has none of its own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* To be called before the program runs. */
void tk_thread_names_init(void);

/* The thread, which runs, is known from now on; cheap if it was before. */
void tk_thread_names_add(ThreadId id);
void tk_thread_names_remove(ThreadId id);

/* The process is a child, and this is its only thread. */
void tk_thread_names_fork(ThreadId id);

/* The thread's name; "": it has none, or the name is unknown.  Valid until the next
   call. */
const HChar *tk_thread_names_of(ThreadId id);
