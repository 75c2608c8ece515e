/* tk_object.h -- an object: an executable or a library; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TK_NO_OBJECT = 0 }; /* objects are numbered from 1 */

typedef struct {
   const char *path;         /* interned */
   const char *build_id;     /* in hexadecimal digits, interned; "": unknown */
   uint64_t n_known, n_bare; /* instructions translated, with a line and without */
   uint32_t rank; /* in the order in which their code first ran, from 1; 0: none has */
} tk_object;

/* Do most of the instructions so far have no known line?  A factor of 4, as a program of
   a few lines has more start-up code than these. */
static inline bool tk_object_lacks_lines(const tk_object *object)
{
   return object->n_bare / 4 > object->n_known;
}

/* The number of the object that follows number `last` (TK_NO_OBJECT: none yet) in the
   order in which their code first ran; those without come first.  TK_NO_OBJECT: that
   was all.  For few objects: looks at each. */
static inline uint32_t tk_object_next(const tk_object *objects, size_t n, uint32_t last)
{
   uint32_t next = TK_NO_OBJECT, rank = last == TK_NO_OBJECT ? 0 : objects[last - 1].rank;
   for (uint32_t i = 1; i <= n; i++) {
      uint32_t r = objects[i - 1].rank;
      if ((r > rank || (r == rank && i > last))
          && (next == TK_NO_OBJECT || r < objects[next - 1].rank))
         next = i;
   }
   return next;
}
