/* cs_line_set.h -- a set of lines of memory, by number; pure.

   The next one from a number on is found in a few steps, however far away it is: a line
   is a bit of a word of 64, and each word but those of 0 is a bit of a word of the level
   above.  So the end of a large memory takes as long as what is used of it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"

#include <stdint.h>

#define CS_LINE_SET_END UINT64_MAX

typedef struct cs_line_word {
   uint64_t place; /* its number at its level; the level is above */
   uint64_t bits;
} cs_line_word;

/* All zeros but for alloc, label and the table's is empty. */
typedef struct cs_line_set {
   const tk_alloc *alloc; /* borrowed */
   const char *label;
   tk_table table;
   cs_line_word *words;
   size_t n_words, capacity;
} cs_line_set;

void cs_line_set_init(cs_line_set *set, const tk_alloc *alloc, const char *label);
void cs_line_set_fini(cs_line_set *set);

/* Adds a line; its number is below 2^58. */
void cs_line_set_add(cs_line_set *set, uint64_t line);

/* Takes out a line that is there. */
void cs_line_set_remove(cs_line_set *set, uint64_t line);

/* The first line from a number on, or CS_LINE_SET_END. */
uint64_t cs_line_set_next(const cs_line_set *set, uint64_t line);
