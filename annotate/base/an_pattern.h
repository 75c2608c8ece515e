/* an_pattern.h -- what users write to name functions, files and libraries.

   A pattern is "fn:PATTERN", "file:PATTERN", "lib:PATTERN", or "PATTERN", which can
   match a function or a file.  PATTERN has the shell's wildcards (fnmatch(3)); "*" and
   "?" match slashes, too.  It must match the whole name.  Without a slash it can also
   match the last component of a path.  A function is also found by its symbol, with what
   compilers add to it (tk_fn_name.h), by its mangled name (an_demangle.h), and as people
   say it, with parameters or without (an_said.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>

typedef struct an_pattern {
   const char *text;     /* of the shell */
   const char *function; /* likewise, for functions: without what compilers add */
   bool of_functions, of_files, of_objects;
   bool of_bases;   /* also matches the last component of a path */
   bool is_literal; /* has no wildcards */
   bool of_said;    /* functions are also found as people say them */
} an_pattern;

/* Reads a pattern; its text becomes a copy by `alloc`.  "lib:" is a key only if the
   caller's names `have_objects`.  False, with *error set, line 0: it is empty. */
bool an_pattern_parse(an_pattern *pattern, const tk_alloc *alloc, const char *text,
                      bool have_objects, an_error *error);

/* The pattern of a text of the shell, which is borrowed: what it is of is the caller's to
   set. */
an_pattern an_pattern_of(const char *text);

/* Whether it matches the function, the file, or the object of code: what the pattern is
   of.  NULL: unknown. */
bool an_pattern_matches(const an_pattern *pattern, const char *function, const char *file,
                        const char *object);
