/* tk_library.h -- which source files and binaries came from elsewhere, not with the
   program: of the system, the compiler, or a package; and which functions only allocate
   for others; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>

/* Whether the source file is a library's, by its path: it is in a folder of the system or
   of a compiler, or in one where projects keep the sources of others.  A path that says
   nothing, such as a relative one, is none. */
bool tk_library_has_source(const char *file);

/* What is behind the first folder in the file's path where package managers, build
   systems and projects keep what others wrote: "serde-1.0/src/lib.rs"; or NULL. */
const char *tk_library_package(const char *file);

/* Whether the binary is a shared library of the system.  Programs can be below /usr/lib,
   too. */
bool tk_library_is_system(const char *path);

/* Whether a function hands out memory that its callers decide about, by its name:
   "xmalloc", "mallocWithAlarm", "g_realloc". */
bool tk_library_is_allocator(const char *function);
