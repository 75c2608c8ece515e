/* an_block.h -- part of a text report, held until its lines are counted and cut.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_BLOCK_H
#define AN_BLOCK_H

#include <stdbool.h>
#include <stdio.h>

typedef struct an_block {
   FILE *out; /* print the lines to this */
   /* private: */
   char *text;
   size_t size_B;
} an_block;

/* False if memory ran out. */
bool an_block_open(an_block *block);

/* Ends the printing and counts the lines.  False, with nothing left to close, if
   memory ran out. */
bool an_block_end(an_block *block, size_t *n_lines);

/* Prints the first `most` lines, each cut to `width` columns (0: to any number) with
   "..." at its end.  Colours take no columns.  Closes the block. */
void an_block_print(an_block *block, size_t most, size_t width, FILE *out);

#endif
