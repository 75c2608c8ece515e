/* an_file_name.h -- one spelling for each source file's name.

   Compilers write one file in several ways: clang calls a header
   /usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/vector.  The
   readers of all profiles tidy such names.  They look at the text alone, not at
   files: a ".." after a symbolic link is taken for the directory before it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether an_file_name_tidy can change the n bytes; a quick look. */
bool an_file_name_is_untidy(const char *name, size_t n);

/* Removes ".", ".." and empty components from the n bytes, in place.  Returns how
   many bytes remain: at least one, unless n is 0.

   Kept are ".." that leads out of a relative name, and one "./" in front:
   reproducible builds name their own directory like this.  A name with a scheme,
   "phar:///a", is not changed. */
size_t an_file_name_tidy(char *name, size_t n);
