/* tk_control.h -- parses monitor commands, which vgdb or gdb's `monitor` send while
   the program runs; pure.

   A command can be shortened, like those of the core, to a beginning that no other
   command has.  A full name always means its command.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct tk_command {
   const char *name;
   const char *argument; /* as help shows it: "[<file>]"; NULL: it takes none */
   const char *help;     /* one line */
   void (*run)(const char *argument); /* NULL: no argument was given */
} tk_command;

/* Answers the command with a line, which ends with a newline. */
typedef void tk_control_say(const char *text);

/* Runs the command of a line.  Its argument is the rest of the line, without blanks
   at both ends.  Answers with an error if the command is ambiguous, or has an
   argument that it does not take.  `help` lists the commands under the name of the
   tool; the core has listed its own before.  False, without an answer: the line is
   none of these commands. */
bool tk_control_handle(const char *tool, const tk_command *commands, size_t n,
                       const char *line, tk_control_say *say);
