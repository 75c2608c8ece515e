/* an_suggest.h -- "did you mean": the known name most like a mistyped one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"

#include <stddef.h>

/* Looks through names, one call each.  Set `word` first, the rest to 0. */
typedef struct an_suggestion {
   an_span word;
   const char *best; /* the most similar so far; NULL: none is similar */
   size_t distance;  /* private */
} an_suggestion;

/* A name is similar if it begins with the word, or if few single letters inserted,
   deleted, changed or swapped with the next make it of the word: one, or a third of the
   word's length.  Case does not matter.  `name` is borrowed; NULL is ignored. */
void an_suggest(an_suggestion *suggestion, const char *name);

/* Appends "; did you mean NAME?" to the text if a name is similar; cut to fit. */
void an_suggest_append(const an_suggestion *suggestion, char *text, size_t size_B);
