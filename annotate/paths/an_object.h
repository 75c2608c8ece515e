/* an_object.h -- the executable and its libraries, by address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_OBJECT_H
#define AN_OBJECT_H

#include <stddef.h>
#include <stdint.h>

/* Where the code of an object was mapped. */
typedef struct an_object {
   uint64_t start, end; /* addresses, end exclusive */
   const char *path;
} an_object;

/* The object that contains the address, or NULL.  The objects are sorted by
   address and do not overlap. */
const an_object *an_object_find(const an_object *objects, size_t n,
                                uint64_t address);

#endif
