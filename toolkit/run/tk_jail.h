/* tk_jail.h -- makes our own system calls, if the program's seccomp filters let them
   through; glue.

   A filter applies to the process, so to the tool as well: a call that the filter does
   not expect ends the program.  So we know each filter that the program sets, and run
   it for a call before we make it.  Filters of one thread are taken for all threads'.
   They pass to children by fork.  Those set before Valgrind started are not known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Does this system call set a filter? */
Bool tk_jail_is_set_by(UInt number, const UWord *arguments);

/* From now on the filter of this call holds, which is about to be made or was made.
   tk_jail_leave undoes this: the call failed. */
void tk_jail_enter(UInt number, const UWord *arguments);
void tk_jail_leave(void);

/* Is there any filter? */
Bool tk_jail_holds(void);

/* May this call be made? */
Bool tk_jail_allows(UInt number, UWord a, UWord b, UWord c, UWord d);

/* Makes the call; the error EPERM if it may not be made. */
SysRes tk_jail_call(UInt number, UWord a, UWord b, UWord c, UWord d);

/* Can a line be written to the log?  And where it goes: a descriptor. */
Bool tk_jail_allows_log(void);
Int tk_jail_log(void);

/* The id of this process, and the core's clock; if they may not be asked, what they
   said last. */
Int tk_jail_pid(void);
Int tk_jail_parent(void); /* 0: unknown */
UInt tk_jail_ms(void);
