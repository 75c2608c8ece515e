/* tk_malloc_model.h -- where glibc's malloc puts blocks; pure, freestanding.

   A block lies in a chunk: behind a header, at a multiple of TK_MALLOC_CHUNK_B.  The
   header of the next chunk begins where the block ends.  Large blocks have pages of
   their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_count.h"

#include <stdbool.h>

enum {
   TK_MALLOC_HEADER_B = 8,
   TK_MALLOC_CHUNK_B = 16,
   TK_MALLOC_MAPPED_B = 128 * 1024,
   TK_MALLOC_VARIABLE_ALIGN_B = 32, /* a compiler's, of a large variable */
};

/* Memory for blocks, one after the other: where the next one goes, and the next large
   one. */
typedef struct tk_malloc_area {
   uintptr_t heap_at, mapped_at;
} tk_malloc_area;

/* Takes a block.  `align_B` is a power of two, or 0 for malloc. */
uintptr_t tk_malloc_take(tk_malloc_area *area, uint64_t size_B, uint64_t align_B);

/* Whether a block of one size would lie where one of the other does: both have the same
   chunk.  A variable has none. */
bool tk_malloc_stays(bool is_variable, uint64_t now_B, uint64_t then_B);
