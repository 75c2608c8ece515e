/* tk_control.h -- commands that a tool takes while its program runs (vgdb, or
   gdb's `monitor`): which one a line means; pure.

   A command may be shortened, as the core's own may, to what only one of them
   begins with; one that is written out means itself.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_CONTROL_H
#define TK_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tk_command {
   const char *name;
   const char *argument; /* what may follow it, as help shows it: "[<file>]"; NULL:
                            nothing may */
   const char *help;     /* on one line */
   void (*run)(const char *argument); /* NULL: nothing follows */
} tk_command;

/* Takes a line to be said to whoever gave the command; ends with a newline. */
typedef void tk_control_say(const char *text);

/* Has the command of a line run, with the rest of it as it is, blanks at both ends
   aside.  What is ambiguous, or followed by what it does not take, is said to be
   so; `help` lists the commands under the tool's name, after the core has listed
   its own.  False: it is none of these; nothing was said. */
bool tk_control_handle(const char *tool, const tk_command *commands, size_t n,
                       const char *line, tk_control_say *say);

#endif
