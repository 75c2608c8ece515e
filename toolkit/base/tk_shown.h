/* tk_shown.h -- a name as a terminal may see it; pure.

   The commands show names by the same rule (annotate/an_text.h): what could drive a
   terminal, and what turns the direction of writing or ends a line, becomes \xHH, with
   two lower-case digits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_SHOWN_H
#define TK_SHOWN_H

#include <stddef.h>

/* The most that a byte of text takes. */
enum { TK_SHOWN_B = 4 };

/* Writes the text and a NUL at `to`, which has room for TK_SHOWN_B times the text's
   length, and the NUL; returns the length written. */
size_t tk_shown(char *to, const char *text);

#endif
