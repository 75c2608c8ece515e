/* tk_tool.h -- what every tool of ours does alike inside Valgrind: memory, the
   name of its outfile, the command of its client.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_TOOL_H
#define TK_TOOL_H

#include "pub_tool_basics.h"

#include "tk_alloc.h"
#include "tk_control.h"

/* Over Valgrind's own heap: ends the process when there is no more. */
extern const tk_alloc tk_tool_alloc;

/* Where the profile goes. */
typedef struct tk_outfile {
   const HChar *option;  /* "--cachesim-out-file" */
   const HChar *pattern; /* its value; borrowed */
   Int pid;              /* whose name it is */
   HChar *name;
   Int n_dumps;          /* of this process, to files with numbers */
   HChar *untold;        /* a line for the log, or NULL: see tk_outfile_tell */
} tk_outfile;

/* Fixes the name, whatever the program does to its directory later; a place
   that cannot be written is refused, which ends the process with a message. */
void tk_outfile_choose(tk_outfile *outfile);

/* The outfile of this process.  In a child of the process that chose it, that is
   the pattern expanded anew; if it is its parent's then, the pid is appended. */
const HChar *tk_outfile_name(tk_outfile *outfile);

/* Writes a profile of that name: NULL, or why it was not written. */
typedef const HChar *tk_outfile_write(const HChar *name);

/* Writes the profile as it is now to a file of its own: `file`, from the directory
   that the program was started in; or, if that is NULL, the outfile's name with
   a number behind it, from 1, which then is n_dumps.  False: it was not written,
   as the log says.  `say`, if it is not NULL, is told either way: then the core
   keeps what is meant for the log from it, so that this is told by
   tk_outfile_tell, which is to be called when a thread stops, and at the end. */
Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file,
                     tk_outfile_write *write, tk_control_say *say);
void tk_outfile_tell(tk_outfile *outfile);

/* Tells that the profile could not be written, and why. */
void tk_outfile_complain(const HChar *name, const HChar *fault);

/* Says it to vgdb, or the debugger, that gave the command; a tk_control_say. */
void tk_tool_say(const HChar *text);

/* The client's command as a NULL-terminated vector, for VG_(free). */
const HChar **tk_client_argv(void);

#endif
