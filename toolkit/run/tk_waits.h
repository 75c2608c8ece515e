/* tk_waits.h -- knows the system calls in which a program can wait for long; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Can this call wait for an unknown time: for the clock, for other processes or
   threads, or for the other end of a pipe or socket?  (Writing rarely waits for
   long.) */
Bool tk_waits(UInt number, const UWord *arguments);
