/* tk_code_objects.h -- the objects whose code runs: the executable and its libraries;
   glue.

   This is the only table of objects of a run.  An object stays in it after a dlclose.
   The same path with another build id is another object.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

#include "base/tk_strings.h"
#include "code/tk_elf.h"
#include "code/tk_object.h"

typedef struct tk_code_objects tk_code_objects;

/* `names` is borrowed. */
tk_code_objects *tk_code_objects_new(tk_strings *names);

/* All objects so far, in the order of their first instruction.  Valid until the next
   tk_code_objects_find. */
const tk_object *tk_code_objects_list(const tk_code_objects *objects, SizeT *n);

/* The number of the object that has the code at `addr`, which is mapped now, or of the
   file; TK_NO_OBJECT if there is none. */
UInt tk_code_objects_find(tk_code_objects *objects, Addr addr);

/* The number of the object of this path, as the core knows it, and of its build id, which
   is added if it is new: its data can be used before its code. */
UInt tk_code_objects_number(tk_code_objects *objects, const HChar *path,
                            const tk_elf *elf);

/* Where the file that is mapped at `addr` is mapped from its first byte on; 0 if
   unknown. */
Addr tk_code_objects_header(Addr addr);

/* For tk_elf_read: may the program read these bytes? */
bool tk_code_objects_can_read(uintptr_t start, size_t size_B);

/* An instruction of the object was translated, whose line is known or not. */
void tk_code_objects_count(tk_code_objects *objects, UInt number, Bool has_line);

/* The address of code that is mapped now as its object's file has it, which is what
   addr2line(1) takes.  False if it is in no object. */
Bool tk_code_objects_in_file(tk_code_objects *objects, Addr addr, Addr *in_file);

/* An address in the object's file, for code that has no symbol: where its function
   begins, by the object's unwind table.  If the table lacks it, that of `run`, the first
   of the instructions translated together; *by_run then. */
Addr tk_code_objects_start(tk_code_objects *objects, UInt number, Addr addr, Addr run,
                           Bool *by_run);

/* The debug information of the object that contains the code, or NULL.  Finds code
   outside of .text too, which the core does not: tcmalloc's functions are in a section
   of their own. */
const DebugInfo *tk_code_debug_info(Addr addr);
