/* tk_request.h -- what tools of ours do alike with the requests of programs; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_REQUEST_H
#define TK_REQUEST_H

#include "pub_tool_basics.h"

/* A name that the program gives as a string: as much of it as is there and can
   be read, max_B bytes at most, not NUL-terminated; or a name that says that
   there is none. */
const HChar *tk_request_name(Addr name, SizeT max_B, SizeT *length_B);

/* Tells the user what is wrong with a request of that header file and where, the
   first time that *has_warned is handed over. */
void tk_request_warn_once(ThreadId id, Bool *has_warned, const HChar *header,
                          const HChar *what);

#endif
