/* tk_title.h -- the title that the process has given itself; glue.

   Servers tell their processes apart in ps by a title: "postgres: checkpointer".  They
   write it over the strings of argv, or set the name of the main thread with prctl.
   Both are followed without system calls, which a filter may forbid.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* To be called before a thread runs, as VG_(track_start_client_code) does: the first
   time, the stack has argv on top. */
void tk_title_start(ThreadId id, ULong blocks_done);

/* A system call has succeeded. */
void tk_title_syscall(ThreadId id, UInt number, const UWord *arguments);

/* The process is a new child, whose only thread is this one. */
void tk_title_fork(ThreadId id);

/* The title now; NULL: the process has the one that it was started with.  Valid until
   the next call. */
const HChar *tk_title(void);
