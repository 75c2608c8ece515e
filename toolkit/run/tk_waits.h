/* tk_waits.h -- system calls in which a program may wait for long; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WAITS_H
#define TK_WAITS_H

#include "pub_tool_basics.h"

/* May this call wait for something that nobody knows when it comes: time, other
   processes and threads, what is written at the other end of a pipe or a socket?
   (Who only writes is seldom kept waiting for long.) */
Bool tk_waits(UInt number, const UWord *arguments);

#endif
