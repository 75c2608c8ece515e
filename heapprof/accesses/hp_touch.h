/* hp_touch.h -- records which bytes of a block were read, and which were written; pure.

   Two rows of bits, one for reads, one for writes.  A bit stands for one byte of a
   small block, or for a unit of several bytes of a large one.  Beside them, the epoch of
   the last read (hp_accesses.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_pool.h"

#include <stdbool.h>
#include <stdint.h>

enum {
   HP_TOUCH_LEAST_UNIT_B = 16, /* of a large block */
   HP_TOUCH_MAX_UNITS = 1024,  /* likewise */
   HP_TOUCH_TAIL_B = 16,       /* unused bytes count if they are that many at the end, */
   HP_TOUCH_RUN_B = 32,        /* or in a row elsewhere: fewer are padding, or a field */
};

typedef struct hp_touch {
   uint64_t size_B;
   uint32_t n_units;
   uint8_t shift;   /* a unit has 1 << shift bytes */
   uint8_t read_in; /* the epoch of the last read; 0: the first, or never */
   uint64_t bits[]; /* of reads, and as many words of writes */
} hp_touch;

/* The bytes of a block that were never read, written or touched. */
typedef struct hp_untouched {
   uint64_t unread_B, unwritten_B, untouched_B;
} hp_untouched;

/* Makes a record for a block of this size, with all bits off.  A unit is one byte if
   size_B is at most exact_B.  hp_touch_free frees it. */
hp_touch *hp_touch_new(tk_pool *pool, uint64_t size_B, uint64_t exact_B);
void hp_touch_free(tk_pool *pool, hp_touch *touch);

/* Marks n_B bytes from an offset on as read or written.  Bytes beyond the end of the
   block are ignored. */
void hp_touch_mark_many(hp_touch *touch, uint64_t offset, uint64_t n_B, bool is_write);

static inline uint32_t hp_touch_words(const hp_touch *touch)
{
   return (touch->n_units + 63) / 64;
}

/* Marks bytes as read, or written; fast for a few bytes. */
static inline void hp_touch_mark(hp_touch *touch, uint64_t offset, uint64_t n_B,
                                 bool is_write)
{
   uint64_t first = offset >> touch->shift;
   uint64_t last = (offset + n_B - 1) >> touch->shift;
   if (first / 64 != last / 64 || last >= touch->n_units) {
      hp_touch_mark_many(touch, offset, n_B, is_write);
      return;
   }
   touch->bits[first / 64 + (is_write ? hp_touch_words(touch) : 0)] |=
      UINT64_MAX >> (63 - (last - first)) << first % 64;
}

/* Finds the bytes around an offset that all were read (or written): from *start to
   *end, exclusive.  None if the byte at the offset was not. */
void hp_touch_run(const hp_touch *touch, uint64_t offset, bool is_write, uint64_t *start,
                  uint64_t *end);

hp_untouched hp_touch_untouched(const hp_touch *touch);

/* The bytes of a block that nobody needed, where they are enough to count: untouched ones
   up to its end; and of runs of bytes before that were not read, the written and the
   untouched ones. */
typedef struct hp_unused {
   uint64_t tail_B, written_B, holes_B;
} hp_unused;

hp_unused hp_touch_unused(const hp_touch *touch);

/* Copies the marks of a block, and its last read, to its record after a change of
   size. */
void hp_touch_copy(hp_touch *to, const hp_touch *from);
