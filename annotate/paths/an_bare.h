/* an_bare.h -- what is left of a function's name if its form does not matter.

   A function in a symbol table is "int json::max<int>(int, int) const"; the same
   function, inlined, may be "json::max<int>" or "max<int>" in debug information.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct an_bare {
   size_t length_B;
   size_t last;         /* where the last component begins: of "a::b::f", that is 6 */
   bool has_parameters; /* "f()", not "f" */
} an_bare;

/* Writes the name without return type, parameters, qualifiers, ABI tags and
   numbers of lambdas, and without template arguments unless they are to be kept:
   "json::max" or "json::max<int>".  `to` has room for the name and its NUL. */
an_bare an_bare_name(const char *name, bool keep_arguments, char *to);

/* Whether the name without arguments, which `text` is, says what it is in: "a::f" and
   "f(int)" do, "f" does not.  A lambda's scope depends on the compiler. */
bool an_bare_knows_scope(const char *text, an_bare bare);
