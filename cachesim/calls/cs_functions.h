/* cs_functions.h -- the functions of the program's code; glue.

   A function is known by its symbol and object; without a symbol, by where it begins
   in the object, by the unwind table.  Parts of a function that the compiler has moved
   away (`f.cold`) belong to it.  Code in no object, such as a JIT compiler's, is one
   function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "calls/cs_tree.h"
#include "code/tk_where.h"

typedef struct cs_functions cs_functions;

/* All are borrowed. */
cs_functions *cs_functions_new(const tk_alloc *alloc, tk_strings *names, tk_where *where);

/* The function of the code at an address, which is mapped; NULL: it is a stub of the
   procedure linkage table.  *is_entry: the function begins there.  Code in no object,
   and code without a symbol that the unwind table lacks, may begin anywhere. */
cs_function *cs_functions_at(cs_functions *functions, Addr addr, Bool *is_entry);

/* The function of an instruction whose place is known (tk_where_part). */
cs_function *cs_functions_of(cs_functions *functions, Addr addr, const tk_place *place);

/* A function "thread N", which is none of the program's: the paths of that thread begin
   with it. */
const cs_function *cs_functions_thread(cs_functions *functions, UInt number);

/* From now on, functions whose names match one of these patterns (const HChar *) toggle;
   borrowed.  A pattern without parameters also matches a name before its parameters. */
void cs_functions_toggle(cs_functions *functions, XArray *patterns);

/* All functions so far, by their numbers.  Valid until the next cs_functions_at. */
const cs_function *const *cs_functions_list(const cs_functions *functions, UInt *n);
