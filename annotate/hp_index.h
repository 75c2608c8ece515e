/* hp_index.h -- numbers for byte strings: 0 for the first, 1 for the next that
   is another, and so on; pure.

   Frames and call paths of several profiles are so known by the same numbers.
   A call path is the bytes of an array of numbers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_INDEX_H
#define HP_INDEX_H

#include "tk_alloc.h"

#include <stdint.h>

typedef struct hp_index hp_index;

#define HP_INDEX_NONE UINT32_MAX /* no number */

/* An empty index, or NULL if memory ran out.  `alloc` is borrowed. */
hp_index *hp_index_new(const tk_alloc *alloc);
void hp_index_free(hp_index *index);

/* The number of these bytes, which are copied if they are new;
   HP_INDEX_NONE if memory ran out, with the index unchanged. */
uint32_t hp_index_number(hp_index *index, const void *bytes, size_t size_B);

/* How many numbers there are. */
size_t hp_index_n(const hp_index *index);

/* The bytes of a number there is, aligned for any number; owned by the
   index. */
const void *hp_index_bytes(const hp_index *index, uint32_t number,
                           size_t *size_B);

#endif
