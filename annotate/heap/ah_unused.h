/* ah_unused.h -- the fields of blocks that no block's accesses needed; pure.

   With a type, fields are judged as a whole, and arrays by their bytes; without one,
   runs of bytes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_heat.h"

typedef enum ah_never {
   AH_NEVER_READ,    /* but written */
   AH_NEVER_WRITTEN, /* but read: zeros of calloc, or nothing defined */
   AH_NEVER_TOUCHED,
   AH_N_NEVER,
} ah_never;

/* "never read", ... */
const char *ah_never_text(ah_never never);

typedef struct ah_unused {
   ah_never never;
   int64_t offset, size_B;
   const ty_field *field; /* NULL: not known; or an array with some such bytes */
} ah_unused;

/* Writes unused bytes to `to`, which has room for view->n, by offset; returns how many.
   Runs of fewer than `least_B` bytes in arrays and in blocks of unknown type are left
   out, since they can be padding; as are fields that belong to the language's library. */
size_t ah_unused_find(ah_unused *to, const ah_heat_view *view, int64_t least_B);
