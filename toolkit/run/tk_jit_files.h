/* tk_jit_files.h -- finds and reads the files in which the program names the code that it
   compiles; glue.

   These are /tmp/perf-PID.map, and a jitdump, jit-*.dump, which the program maps as if it
   were code, so that perf(1) finds it.  The files are looked at when code that is in no
   object is translated: a compiler names code before it runs it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "code/tk_jit.h"

/* To be called before the program starts.  The table of names, which grows from now on;
   `names` is borrowed.  Is code to be translated again when it gets another name? */
const tk_jit *tk_jit_files_start(tk_strings *names, Bool retranslates);

/* Code at this address is about to be translated.  False: an object has it.  Else reads
   what was added to the files. */
Bool tk_jit_files_look(Addr code);

/* To be called after each system call that has succeeded: was a jitdump mapped? */
void tk_jit_files_syscall(UInt number, const UWord *arguments, UWord result);

/* To be called in the child after a fork: it has files of its own, and the names of what
   its parent had compiled. */
void tk_jit_files_fork(void);
