/* hp_timeline.h -- the live bytes over time, in a bounded number of buckets that keep
   every extreme; pure.

   An event sets the live bytes, which hold until the next event.  Time is cut into
   spans of equal length, a power of two.  Each span up to the latest event has a
   bucket, even if nothing happened in it.  When there is no room for the next
   bucket, buckets are merged pairwise and the span doubles.  Once time has reached
   `capacity`, there are always more than capacity / 2 buckets.

   A bucket includes its first and its last unit of time.  The value it takes over
   from the bucket before counts as its own, set at its first unit of time.  So
   merging gives the same bucket as filling it directly.  Every local maximum is the
   `max` of its bucket, or below it.

   Only bytes have extremes; blocks, overhead and stack are those at the same time.

   After a restart, the buckets begin at that time, the origin.  Nothing before it is
   kept.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdint.h>

enum { HP_TIMELINE_CAPACITY = 1024 };

/* The time from after the end of the bucket before, or the origin, to `end`,
   inclusive. */
typedef struct {
   uint64_t end;
   uint64_t min, max, max_at;                    /* max_at: the first time of max */
   uint64_t max_blocks, max_overhead, max_stack; /* at max_at */
   uint64_t last, last_blocks, last_overhead, last_stack; /* at the end */
} hp_timeline_bucket;

/* Times must not decrease.  A zeroed timeline may be given to _fini. */
typedef struct {
   uint64_t span_end;           /* the current bucket's last unit of time */
   hp_timeline_bucket *current; /* the last one */
   hp_timeline_bucket *buckets;
   size_t capacity;
   unsigned span_log2;
   uint64_t origin; /* where the first bucket starts */
   const tk_alloc *alloc;
} hp_timeline;

/* Nothing is live from time 0 on.  `capacity` is at least 2; `alloc` is
   borrowed. */
void hp_timeline_init(hp_timeline *timeline, const tk_alloc *alloc, size_t capacity);
void hp_timeline_fini(hp_timeline *timeline);

/* Nothing is live from `origin` on, and the buckets start there. */
void hp_timeline_restart(hp_timeline *timeline, uint64_t origin);

/* Carries the value forward to the bucket of `time`, which is after span_end. */
void hp_timeline_advance(hp_timeline *timeline, uint64_t time);

/* Carries the value forward to `now`, ends the last bucket there, and returns the
   number of buckets, from timeline->buckets[0] on.  More events may follow. */
size_t hp_timeline_reach(hp_timeline *timeline, uint64_t now);

/* From `time` on, these amounts are live. */
static inline void hp_timeline_note(hp_timeline *timeline, uint64_t time, uint64_t bytes,
                                    uint64_t blocks, uint64_t overhead, uint64_t stack)
{
   if (time > timeline->span_end)
      hp_timeline_advance(timeline, time);
   hp_timeline_bucket *bucket = timeline->current;
   if (bytes < bucket->min)
      bucket->min = bytes;
   if (bytes > bucket->max) {
      bucket->max = bytes;
      bucket->max_at = time;
      bucket->max_blocks = blocks;
      bucket->max_overhead = overhead;
      bucket->max_stack = stack;
   }
   bucket->last = bytes;
   bucket->last_blocks = blocks;
   bucket->last_overhead = overhead;
   bucket->last_stack = stack;
}
