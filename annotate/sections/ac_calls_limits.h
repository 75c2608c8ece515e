/* ac_calls_limits.h -- what limits on inclusive costs are held against.

   A limit names a function, "parse", or a call path, "main;parse;lex": each function
   called by the one before, wherever that is on the path; "..." stands for any number
   of functions between two.  Names have the shell's wildcards (fnmatch(3)).  A name must
   match the whole name of a function, or that without parameters and template
   arguments, or the last part of it ("parse" of "json::Parser::parse(int)"), or
   "FILE:NAME" with the last part of its file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_gate.h"
#include "sections/ac_calls_pair.h"

typedef enum ac_calls_found {
   AC_CALLS_FOUND,
   AC_CALLS_NONE,      /* neither profile has it */
   AC_CALLS_TOO_SMALL, /* neither file has it, but it may be among what they left out */
} ac_calls_found;

/* Makes a row for each function that the pattern matches, NULL: for all; or one for a
   call path: the sum of all paths that match.  `body` is the profiles' pair.  If none is
   FOUND, *error says why, and rows->rows is NULL.  Texts are borrowed. */
ac_calls_found ac_calls_limits_find(ac_gate_calls *rows, const ac_calls_pair *calls,
                                    const ac_profile *body, const char *pattern,
                                    an_error *error);
