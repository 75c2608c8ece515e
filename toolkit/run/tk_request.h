/* tk_request.h -- client requests: what both tools do with them; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* The readable part of a name that the program passes as a string, at most max_B bytes,
   not NUL-terminated.  "(no name)" if there is none. */
const HChar *tk_request_name(Addr name, SizeT max_B, SizeT *length_B);

/* Warns of a wrong request of a header file, and prints the stack.  Only the first call
   with this has_warned does. */
void tk_request_warn_once(ThreadId id, Bool *has_warned, const HChar *header,
                          const HChar *what);
