/* tk_words.h -- a set of words, such as addresses; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "base/tk_table.h"

#include <stdbool.h>

/* All zeros but for alloc and label is an empty set. */
typedef struct {
   const tk_alloc *alloc; /* borrowed */
   const char *label;
   uintptr_t *words; /* in the order they came */
   size_t n, capacity;
   tk_table table;
} tk_words;

/* True if the word was not in the set, and is now. */
bool tk_words_add(tk_words *words, uintptr_t word);

bool tk_words_has(const tk_words *words, uintptr_t word);

void tk_words_fini(tk_words *words);
