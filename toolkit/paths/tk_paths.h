/* tk_paths.h -- from the stack of a thread to its allocation site; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_PATHS_H
#define TK_PATHS_H

#include "hp_run.h"

void tk_paths_init(void);

/* The site of the thread that runs, whose registers are those; its guest state
   is up to date.  HP_SITE_IGNORED if the user does not want it, or nothing is
   counted now; so of the others. */
uint32_t tk_paths_site(const tk_registers *registers);

/* The site of any thread, by what its guest state says: in a system call or a
   client request.  Frames that lie below `sp`, if that is not 0, are left out. */
uint32_t tk_paths_site_of(ThreadId id, Addr sp);

/* The site of what was there before the program ran. */
uint32_t tk_paths_start(void);

/* Is that within what is known to be the stack of the thread that runs? */
Bool tk_paths_is_on_stack(Addr address);

/* What is mapped changed, or how: stacks may be elsewhere. */
void tk_paths_forget_stacks(void);

#endif
