/* an_rewrite.h -- rewriting names, as sed's command s does.

   An expression is "s/OLD/NEW/FLAGS".  OLD is an extended regular expression of
   POSIX, with libc's extensions.  In NEW, & is the match; \1 to \9 are the groups
   of OLD, empty if they matched nothing; a backslash quotes any other character
   but letters and digits.  FLAGS are g, to replace every match instead of the
   first, and i, to ignore case.  Any character but a backslash can replace the
   slashes; a backslash quotes it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>

typedef struct an_rewrite an_rewrite;

/* Has no expressions at first, and changes nothing.
   `alloc` is borrowed; libc's regular expressions use malloc. */
an_rewrite *an_rewrite_new(const tk_alloc *alloc);
/* Frees these, for tests that make many. */
void an_rewrite_free(an_rewrite *rewrite);
/* Adds an expression, which is applied after those before it.  False, with *error
   set and nothing added, if it is malformed. */
bool an_rewrite_add(an_rewrite *rewrite, const char *expression, an_error *error);

/* Sets *result to the rewritten text, which belongs to `rewrite` and is valid until
   the next call, or to `text` if nothing matched. */
void an_rewrite_apply(an_rewrite *rewrite, const char *text, const char **result);
