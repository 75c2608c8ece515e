/* tk_objects.h -- which functions of which objects are watched; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_OBJECTS_H
#define TK_OBJECTS_H

#include "pub_tool_basics.h"

#include "pub_tool_debuginfo.h"

#include "watch/tk_functions.h"

/* The object that code is of, or NULL: also of code outside of its .text (tcmalloc's
   functions are in a section of their own), for which the core knows none. */
const DebugInfo *tk_objects_at(Addr address);

/* The function to watch that is entered at an address, or NULL; and whether it
   is the C library's own. */
const tk_function *tk_objects_function(Addr address, Bool *is_libc);

/* Is the function entered there one of an allocator's library: the C library's, or
   that of a library that has its name from being one? */
Bool tk_objects_is_allocator(Addr address);

/* Is that address in the C library?  It has memory of its own that it never got
   from a function that we watch, and frees by one that we do (glibc: a thread's
   cache, when it ends). */
Bool tk_objects_is_libc(Addr address);

#endif
