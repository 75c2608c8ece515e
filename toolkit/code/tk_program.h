/* tk_program.h -- the name of the program where it was started by a symbolic link; glue.

   The kernel, and so the core, knows the executable by the file that the link leads to:
   redis-check-rdb, though redis-server runs.  Profiles have the name that the user knows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* To be called before the program starts: later, system calls may be forbidden. */
void tk_program_find(void);

/* Whether the program is a script: then its interpreter runs. */
Bool tk_program_is_script(void);

/* The path that the program was started by, if `path` is its executable's and the link
   has another name; else `path`. */
const HChar *tk_program_path(const HChar *path);

/* The core's description of an address, "... (in PATH)", with tk_program_path in place
   of PATH.  Valid until the next call. */
const HChar *tk_program_in(const HChar *description);
