/* tk_shown.h -- makes a name safe for a terminal; pure.

   The commands use the same rule (annotate/base/an_text.h).  Characters that control
   a terminal, change the direction of writing, or end a line become \xHH, with two
   lower-case digits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* A byte of text becomes at most this many. */
enum { TK_SHOWN_B = 4 };

/* Writes the safe text and a NUL to `to`, and returns its length.  `to` must have
   room for TK_SHOWN_B times the length of `text`, plus 1. */
size_t tk_shown(char *to, const char *text);
