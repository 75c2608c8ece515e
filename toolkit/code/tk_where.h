/* tk_where.h -- from a code address to its source line, in a tool.

   Asked at translation time, when the debug info that the code came with
   is still there: names survive a later dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WHERE_H
#define TK_WHERE_H

#include "pub_tool_basics.h"

#include "code/tk_lines.h"
#include "base/tk_strings.h"

typedef struct tk_where tk_where;

/* `lines` gets the records; both tables are borrowed. */
tk_where *tk_where_new(tk_strings *names, tk_lines *lines);

/* The record of the line that the instruction at `addr` belongs to.  What
   the debug info does not tell is "???" or line 0. */
tk_line *tk_where_line(tk_where *where, Addr addr);

/* The objects of which no line is known for most of the instructions that were
   asked for (a few of start-up code have none in any): by path, interned, in the
   order in which they were found.  The array is the table's, until the next call. */
const HChar *const *tk_where_no_lines(tk_where *where, SizeT *n);

#endif
