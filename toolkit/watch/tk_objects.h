/* tk_objects.h -- which functions of which objects are watched; glue.

   An object is the executable or a shared library.  By default, allocation
   functions are watched in all of them; --soname-synonyms=somalloc=PATTERN limits
   this to the C and C++ libraries and the objects whose soname matches.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "watch/tk_functions.h"

/* The allocation function that begins at the address, or NULL.  *is_watched: its
   object is watched.  *is_libc: it is the C library's own. */
const tk_function *tk_objects_function(Addr address, Bool *is_watched, Bool *is_libc);

/* Is the function that begins there part of an allocator's library: the C library,
   or one with malloc in its name? */
Bool tk_objects_is_allocator(Addr address);

/* Is the address in the C library?  The library has memory that it never got from
   a watched function, but frees with one (glibc: the cache of a thread that
   ends). */
Bool tk_objects_is_libc(Addr address);
