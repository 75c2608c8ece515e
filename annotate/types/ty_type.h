/* ty_type.h -- types of blocks, and what is known of the blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_TYPE_H
#define TY_TYPE_H

#include "paths/an_frame.h"
#include "paths/an_object.h"

typedef struct ty_field {
   int64_t offset, size_B;
   const char *name; /* "next", "pos.x" */
   const char *type;
} ty_field;

/* Fields are sorted by offset.  A struct within a struct is flattened to
   "pos.x", to some depth; a base to fields of its own names.  One field each are
   an array, "name[16]", a union, and bit fields that share bytes, "used, kind".
   Padding is not listed.

   Blocks have the size of the type.  If all blocks have one size, it can be a
   multiple of the type's: they are arrays.  An array without a bound that ends a
   type, "data[]", reaches to the end of the block; nameless bytes after the type
   are the field "(rest)". */
typedef struct ty_type {
   const char *name; /* "struct node" */
   int64_t size_B;
   const ty_field *fields;
   size_t n_fields;
} ty_type;

/* The profiled program.  The objects are sorted by address and must outlive
   the ty_types. */
typedef struct ty_program {
   const an_frame *frames;
   const an_object *objects;
   size_t n_objects;
} ty_program;

/* Blocks allocated on one call path, which begins at the allocating function's
   caller, and the sizes of the smallest and the largest. */
typedef struct ty_blocks {
   an_path path;
   int64_t min_B, max_B;
} ty_blocks;

#endif
