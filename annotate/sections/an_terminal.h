/* an_terminal.h -- what text is printed on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct an_terminal {
   bool utf8; /* it shows UTF-8 */
   bool colour;
   size_t width;             /* the columns of a line at most; 0: any number */
   size_t height;            /* the rows for a first screen; 0: not known */
   size_t picture_width;     /* the same of graphs and trees, which need some */
   struct an_markup *markup; /* the report is in its language (an_markup.h); NULL: text */
} an_terminal;

/* The rows of a first screen where the terminal's are not known. */
enum { AN_SCREEN_ROWS = 24 };
