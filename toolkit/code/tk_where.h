/* tk_where.h -- finds the source line of a code address; glue.

   To be called when the code is translated: its debug information is still loaded
   then.  The names stay valid after a dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WHERE_H
#define TK_WHERE_H

#include "pub_tool_basics.h"

#include "code/tk_lines.h"
#include "base/tk_strings.h"

typedef struct tk_where tk_where;

/* Records are made in `lines`; both tables are borrowed. */
tk_where *tk_where_new(tk_strings *names, tk_lines *lines);

/* The record of the line of the instruction at `addr`.  Unknown names are "???", an
   unknown line is 0. */
tk_line *tk_where_line(tk_where *where, Addr addr);

/* The objects in which most of the instructions so far have no known line.  (In every
   object, a few instructions of start-up code have none.)  Paths, interned, in the
   order of their first instruction.  The array is valid until the next call. */
const HChar *const *tk_where_no_lines(tk_where *where, SizeT *n);

#endif
