/* tk_fn_name.h -- what makes two symbols one function: their names without what compilers
   and linkers add; pure.

   Whether a compiler splits a function, clones it for a constant, or gives a static one
   a number changes from build to build: "scan", "scan.constprop.0", "scan.part.2.cold"
   and "scan(int) [clone .isra.0]" are one function of the source, and so are the variants
   of target_clones, "scan.avx2" and "scan.default".  Legacy symbols of Rust end with a
   hash.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* The length of the own name, at the beginning of `symbol`.  Where the language
   of the source `file` has names with dots (Go, JavaScript, Python), all of it.  The file
   may be NULL or "???": unknown.  In a pattern of the shell, "*" may stand for a number
   behind a suffix. */
size_t tk_fn_name_B(const char *symbol, const char *file);
