/* an_demangle.h -- names of functions as people write them; pure.

   Valgrind demangles C++ and Rust.  This does what it leaves: D, Fortran, OCaml and Ada,
   and coroutines of gcc, whose names have the mangled ones inside.  A name that could be
   anything else stays: Ada's geo__make is one of C, unless its source file is Ada's.
   Names of Go and Nim are written as they are, and nothing here knows Swift's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>

/* The name, for free(); NULL: it stays as it is.  `file` is its source file; NULL or
   AN_UNKNOWN: unknown. */
char *an_demangle(const char *name, const char *file);

/* Whether someone who asks for `asked` means the function that is shown by this name: it
   is the name before it was changed, of a file of any language. */
bool an_demangle_is(const char *asked, const char *name);

/* "_D3app4workFiZv" is "app.work(int)"; NULL: no function of D.  For free(). */
char *an_demangle_d(const char *name);
