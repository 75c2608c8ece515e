/* tk_descriptors.h -- descriptors of the tool, where the program cannot reach them; glue.

   The core keeps twelve for itself and for the tool, above all that the program can
   have, and ends the process when it wants one more.  It has seven: the executable, two
   of /proc, both ends of a pipe, the log, and a FIFO of vgdb's.  We have four in a
   process that drops its rights: the profile's directory, the checkpoint, its spare file,
   and the directory of vgdb's files.  A connected vgdb takes one more; so does perf's
   map, for which there may be no room.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* A copy of the descriptor up there, which is closed instead.  If there is no room, the
   limit is raised, if that is allowed; else it is the descriptor itself.  The core's own
   come here, too. */
Int tk_descriptors_safe(Int fd);

/* A forked child with a log of its own (--log-file=NAME.%p) has its parent's open, which
   the core leaves.  tk_descriptors_leave_log closes it: to be called when the core has
   opened the new one, after all functions for a fork.  In the parent nothing changes. */
void tk_descriptors_before_fork(void);
void tk_descriptors_leave_log(void);
