/* an_rewrite.h -- rewriting names, as sed's command s does.

   An expression is "s/OLD/NEW/FLAGS".  OLD is an extended regular expression
   of POSIX (and whatever else libc's regcomp knows).  In NEW, & is what
   matched, \1 to \9 are the groups of OLD, empty if they took no part, and a
   backslash takes the meaning from a character that is no letter or digit.
   FLAGS are g, every match instead of the first, and i, upper and lower case
   are the same.  Any character but a backslash may stand for /; after a
   backslash it is itself.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REWRITE_H
#define AN_REWRITE_H

#include "base/an_error.h"
#include "base/tk_alloc.h"

#include <stdbool.h>

typedef struct an_rewrite an_rewrite;

/* Without expressions, which changes nothing; NULL if memory ran out.
   `alloc` is borrowed; libc's part takes memory from malloc. */
an_rewrite *an_rewrite_new(const tk_alloc *alloc);
void an_rewrite_free(an_rewrite *rewrite);

/* Adds an expression, which is applied to what those before it made.  False,
   with *error set, line 0, and nothing added, if it is malformed or memory
   ran out. */
bool an_rewrite_add(an_rewrite *rewrite, const char *expression,
                    an_error *error);

/* Sets *result to the text rewritten: owned by `rewrite` and good until the
   next call, or `text` itself if nothing matched.  AN_NO_MEMORY sets it to
   NULL. */
an_status an_rewrite_apply(an_rewrite *rewrite, const char *text,
                           const char **result);

#endif
