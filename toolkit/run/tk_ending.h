/* tk_ending.h -- how the run ends, which the core tells no tool: by itself, by a
   signal, or as another program; and what else happens to the process; glue.

   A child by vfork, as posix_spawn and system make them, is no run of its own
   until it becomes another program: it leaves no profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_ENDING_H
#define TK_ENDING_H

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* Writes the profile of a run that has ended so, and prints what there is to
   say: the place where it is, or NULL. */
typedef const HChar *tk_ending_finish(const tk_state *state);

/* Has all that watched.  To be called before the command line is read; `outfile`
   is borrowed. */
void tk_ending_needs(tk_outfile *outfile, tk_ending_finish *finish);

/* The tool's fini. */
void tk_ending_fini(Int exit_code);

#endif
