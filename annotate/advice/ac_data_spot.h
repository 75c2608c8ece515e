/* ac_data_spot.h -- where in a data object misses fall: a field of its type, or an
   offset; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data.h"

/* types/ty_types.h, whose an_object is another one than that of counts/. */
typedef struct ty_type ty_type;

/* With a field's name, its offset and size in an element of the type.  Without one, an
   offset: in an element if the type is known (padding), else in the block or variable;
   there the offsets can be `offset` plus any multiple of `stride`.  An offset of -1:
   the place is one of several fields, or was not kept. */
typedef struct ac_data_spot {
   const char *name; /* borrowed from the type */
   int64_t offset, stride, size_B;
   bool is_several; /* fields: offset is -1 */
} ac_data_spot;

/* The spot of a place in a block or variable that has the type, or is an array of it.
   `type` can be NULL, and a type without fields is as NULL. */
ac_data_spot ac_data_spot_of(ac_data_place place, const ty_type *type);

/* Orders spots by offset; 0 for the same one. */
int ac_data_spot_compare(const ac_data_spot *a, const ac_data_spot *b);

/* "next", "+16", "+16, every 48", "several fields"; "" if the place was not kept.
   Returns `text`. */
enum { AC_DATA_SPOT_B = 64 };
const char *ac_data_spot_text(const ac_data_spot *spot, char text[AC_DATA_SPOT_B]);
