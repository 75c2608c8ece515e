/* tk_ending.h -- detects how the run ends: exit, signal, or exec of another program.
   The core does not report this to tools.  Also handles fork and chroot; glue.

   A child made by vfork (as posix_spawn and system do) is not a run of its own until
   it executes another program.  It leaves no profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* Writes the profile of a run that ended with this state, and prints the summary.
   Returns the path of the profile, or NULL if none was written. */
typedef const HChar *tk_ending_finish(const tk_state *state);

/* Asks the core for the events that are needed.  To be called before the command line
   is read; `outfile` is borrowed. */
void tk_ending_needs(tk_outfile *outfile, tk_ending_finish *finish);

/* Has `about_to_end` called when the program is about to end or to execute another one,
   while its threads are still there; perhaps more than once. */
void tk_ending_watch(void (*about_to_end)(void));

/* The arguments, at most 5, of the system call that a thread is in if it has this number;
   else NULL.  For events of the core that a system call causes. */
const UWord *tk_ending_arguments(UInt number);

/* To be the tool's fini function. */
void tk_ending_fini(Int exit_code);
