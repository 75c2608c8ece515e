/* tk_texts.h -- each distinct text once, under a number from 0 on; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_TEXTS_H
#define TK_TEXTS_H

#include "base/tk_strings.h"

#include <stdbool.h>
#include <stdint.h>

enum { TK_TEXTS_NONE = UINT32_MAX };

typedef struct tk_texts {
   const tk_alloc *alloc;
   tk_strings *strings;
   const char **texts;  /* by number */
   uint32_t *slots;     /* a hash table of numbers, by the interned pointer */
   uint32_t n_texts, max_texts, n_slots;
} tk_texts;

/* False: memory ran out.  `alloc` is borrowed. */
bool tk_texts_init(tk_texts *texts, const tk_alloc *alloc);
void tk_texts_fini(tk_texts *texts);

/* The number of a text, which is copied if it is new; TK_TEXTS_NONE if memory
   ran out. */
uint32_t tk_texts_number(tk_texts *texts, const char *text, size_t length);

static inline const char *tk_texts_at(const tk_texts *texts, uint32_t number)
{
   return texts->texts[number];
}

#endif
