/* hp_texts.h -- each distinct text once, under a number from 0 on; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_TEXTS_H
#define HP_TEXTS_H

#include "tk_strings.h"

#include <stdbool.h>
#include <stdint.h>

enum { HP_TEXTS_NONE = UINT32_MAX };

typedef struct hp_texts {
   const tk_alloc *alloc;
   tk_strings *strings;
   const char **texts;  /* by number */
   uint32_t *slots;     /* a hash table of numbers, by the interned pointer */
   uint32_t n_texts, max_texts, n_slots;
} hp_texts;

/* False: memory ran out.  `alloc` is borrowed. */
bool hp_texts_init(hp_texts *texts, const tk_alloc *alloc);
void hp_texts_fini(hp_texts *texts);

/* The number of a text, which is copied if it is new; HP_TEXTS_NONE if memory
   ran out. */
uint32_t hp_texts_number(hp_texts *texts, const char *text, size_t length);

static inline const char *hp_texts_at(const hp_texts *texts, uint32_t number)
{
   return texts->texts[number];
}

#endif
