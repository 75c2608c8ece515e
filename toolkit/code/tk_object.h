/* tk_object.h -- an object: an executable or a library; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_OBJECT_H
#define TK_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

enum { TK_NO_OBJECT = 0 }; /* objects are numbered from 1 */

typedef struct {
   const char *path;         /* interned */
   const char *build_id;     /* in hexadecimal digits, interned; "": unknown */
   uint64_t n_known, n_bare; /* instructions translated, with a line and without */
} tk_object;

/* Do most of the instructions so far have no known line?  A factor of 4, as a program of
   a few lines has more start-up code than these. */
static inline bool tk_object_lacks_lines(const tk_object *object)
{
   return object->n_bare / 4 > object->n_known;
}

#endif
