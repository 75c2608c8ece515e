/* tk_where.h -- finds the source line of a code address; glue.

   To be called when the code is translated: its debug information is still loaded
   then.  The names stay valid after a dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "code/tk_code_objects.h"
#include "code/tk_jit.h"
#include "code/tk_lines.h"
#include "base/tk_strings.h"

typedef struct tk_where tk_where;

/* Records are made in `lines`, objects in `objects`; all tables are borrowed. */
tk_where *tk_where_new(tk_strings *names, tk_lines *lines, tk_code_objects *objects);

/* From now on, code that no object has is looked up there; borrowed. */
void tk_where_set_jit(tk_where *where, const tk_jit *jit);

/* The record of the line of the instruction at `addr`.  Unknown names are "???", an
   unknown line is 0.  `run` is the first of the instructions before it that follow each
   other in memory, and are translated with it. */
tk_line *tk_where_line(tk_where *where, Addr addr, Addr run);

/* The same for the record of the instruction itself, which has so many bytes. */
tk_line *tk_where_instr(tk_where *where, Addr addr, UInt size_B, Addr run);

/* What the records of a place are to be told apart by; see tk_place. */
typedef const void *tk_where_part(void *context, Addr addr, const tk_place *place);

/* From now on asks for the part of each instruction that is looked up. */
void tk_where_set_part(tk_where *where, tk_where_part *part, void *context);

/* The place of an instruction that need not be translated; no record is made.  `start` is
   0 if only the instructions before it would tell. */
tk_place tk_where_place(tk_where *where, Addr addr);

/* Does the code without file and function that begins at place->start begin at
   `addr`? */
Bool tk_where_begins(tk_where *where, const tk_place *place, Addr addr);

/* The code at `addr`, if it is in no object, and the program has named it; else NULL. */
const tk_jit_code *tk_where_compiled(const tk_where *where, Addr addr);

/* Changes when answers may change within an epoch: the program has named code. */
UInt tk_where_generation(const tk_where *where);
