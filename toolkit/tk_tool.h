/* tk_tool.h -- what every tool of ours does alike inside Valgrind: memory, the
   name of its outfile, the command of its client.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_TOOL_H
#define TK_TOOL_H

#include "pub_tool_basics.h"

#include "tk_alloc.h"

/* Over Valgrind's own heap: ends the process when there is no more. */
extern const tk_alloc tk_tool_alloc;

/* Where the profile goes. */
typedef struct tk_outfile {
   const HChar *option;  /* "--cachesim-out-file" */
   const HChar *pattern; /* its value; borrowed */
   Int pid;              /* whose name it is */
   HChar *name;
} tk_outfile;

/* Fixes the name, whatever the program does to its directory later; a place
   that cannot be written is refused, which ends the process with a message. */
void tk_outfile_choose(tk_outfile *outfile);

/* The outfile of this process.  In a child of the process that chose it, that is
   the pattern expanded anew; if it is its parent's then, the pid is appended. */
const HChar *tk_outfile_name(tk_outfile *outfile);

/* NAME.NUMBER, from VG_(malloc). */
HChar *tk_outfile_numbered(const HChar *name, Int number);

/* Tells that the profile could not be written, and why. */
void tk_outfile_complain(const HChar *name, const HChar *fault);

/* The client's command as a NULL-terminated vector, for VG_(free). */
const HChar **tk_client_argv(void);

#endif
