/* tk_vgdb.h -- vgdb's files, when the program changes its user or root directory; glue.

   The core talks with vgdb through two FIFOs, which it opens again after each connection,
   and it ends the process if it cannot: after setuid they are another user's, after
   chroot their paths lead elsewhere.  So the process is given its side of them before: it
   may read commands and write answers.  Only the user it was may still send commands.
   If a file cannot be opened all the same, vgdb gets no answer, and the program goes on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* To be called before the program changes its ids, root directory or namespaces. */
void tk_vgdb_keep(void);

/* Do the program's filters (tk_jail.h) let the core answer? */
Bool tk_vgdb_is_allowed(void);

/* Removes the files, while that can be done: vgdb finds the process no more. */
void tk_vgdb_turn_off(void);

/* To be called in a forked child: the files are its parent's. */
void tk_vgdb_fork(void);
