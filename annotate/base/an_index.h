/* an_index.h -- numbers for byte strings: 0 for the first, 1 for the next that
   is another, and so on; pure.

   Frames and call paths of several profiles are so known by the same numbers.
   A call path is the bytes of an array of numbers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_INDEX_H
#define AN_INDEX_H

#include "base/tk_alloc.h"

#include <stdint.h>

typedef struct an_index an_index;

#define AN_INDEX_NONE UINT32_MAX /* no number */

/* An empty index, or NULL if memory ran out.  `alloc` is borrowed. */
an_index *an_index_new(const tk_alloc *alloc);
void an_index_free(an_index *index);

/* The number of these bytes, which are copied if they are new;
   AN_INDEX_NONE if memory ran out, with the index unchanged. */
uint32_t an_index_number(an_index *index, const void *bytes, size_t size_B);

/* How many numbers there are. */
size_t an_index_n(const an_index *index);

/* The bytes of a number there is, aligned for any number; owned by the
   index. */
const void *an_index_bytes(const an_index *index, uint32_t number,
                           size_t *size_B);

#endif
