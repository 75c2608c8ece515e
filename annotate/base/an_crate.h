/* an_crate.h -- whose code it is, by name: the crate of Rust, or the library.

   Each function borrows the name from what it is given, or from a constant; an empty
   span: that does not say.  All that comes with Rust's compiler is "std".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"

/* Of a source file, by its path: "regex" for ".../registry/src/X/regex-1.7.1/src/dfa.rs",
   "libstdc++" for a header of C++.  The path of a library in place of it will do.  A file
   that is the program's own (an_own.h) may be in such a folder, too. */
an_span an_crate_of_file(const char *file);

/* Of a source file of the program in Rust: the folder of its package. */
an_span an_crate_of_own(const char *file);

/* Of a function of Rust, by its name, mangled in either way, as Valgrind prints it. */
an_span an_crate_of_function(const char *function);

/* Of a binary: "libc" for ".../libc.so.6". */
an_span an_crate_of_object(const char *path);
