/* tk_likeness.h -- how much a mistyped word is like a name; pure, freestanding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* 0: the name begins with the word.  Else how many single letters inserted, deleted,
   changed or swapped with the next make the name of the word; SIZE_MAX if these are more
   than one and than a third of the word's letters, or either is longer than 32 letters.
   Case does not matter. */
size_t tk_likeness(const char *word, size_t n_word, const char *name, size_t n_name);
