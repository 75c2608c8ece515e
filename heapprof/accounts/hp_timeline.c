/* hp_timeline.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_timeline.h"

void hp_timeline_init(hp_timeline *timeline, const tk_alloc *alloc, size_t capacity)
{
   hp_timeline_bucket *buckets = tk_get(alloc, "hp.timeline", capacity * sizeof *buckets);
   *timeline = (hp_timeline){ .buckets = buckets, .capacity = capacity, .alloc = alloc };
   hp_timeline_restart(timeline, 0);
}

void hp_timeline_fini(hp_timeline *timeline)
{
   if (timeline->buckets != NULL)
      tk_put(timeline->alloc, timeline->buckets);
   *timeline = (hp_timeline){ 0 };
}

static size_t index_of_current(const hp_timeline *timeline)
{
   return (size_t)(timeline->current - timeline->buckets);
}

/* The product is at most 2^64, as the span divides it; then it wraps to 0, and the
   difference is still right.  If the origin is after 0, the last bucket may reach
   beyond all times. */
static void set_span_end(hp_timeline *timeline)
{
   uint64_t n = index_of_current(timeline) + 1;
   if (__builtin_add_overflow(timeline->origin, (n << timeline->span_log2) - 1,
                              &timeline->span_end))
      timeline->span_end = UINT64_MAX;
}

void hp_timeline_restart(hp_timeline *timeline, uint64_t origin)
{
   timeline->origin = origin;
   timeline->span_log2 = 0;
   timeline->current = timeline->buckets;
   *timeline->current = (hp_timeline_bucket){ .max_at = origin };
   set_span_end(timeline);
}

/* Adds the next bucket.  Of equal maxima the first stays: the value that `next` took
   over is never above the maximum of `bucket`. */
static void merge_bucket(hp_timeline_bucket *bucket, const hp_timeline_bucket *next)
{
   hp_timeline_bucket merged = *next;
   if (bucket->min < next->min)
      merged.min = bucket->min;
   if (bucket->max >= next->max) {
      merged.max = bucket->max;
      merged.max_at = bucket->max_at;
      merged.max_blocks = bucket->max_blocks;
      merged.max_overhead = bucket->max_overhead;
      merged.max_stack = bucket->max_stack;
   }
   *bucket = merged;
}

/* Merges pairwise; a last one without a partner is then half filled. */
static void double_span(hp_timeline *timeline)
{
   hp_timeline_bucket *buckets = timeline->buckets;
   size_t last = index_of_current(timeline);
   for (size_t i = 0; i <= last; i += 2) {
      buckets[i / 2] = buckets[i];
      if (i < last)
         merge_bucket(&buckets[i / 2], &buckets[i + 1]);
   }
   timeline->current = &buckets[last / 2];
   timeline->span_log2++;
   set_span_end(timeline);
}

static void begin_bucket(hp_timeline *timeline)
{
   hp_timeline_bucket *before = timeline->current++;
   before->end = timeline->span_end;
   *timeline->current = (hp_timeline_bucket){
      .min = before->last,
      .max = before->last,
      .max_at = before->end + 1,
      .max_blocks = before->last_blocks,
      .max_overhead = before->last_overhead,
      .max_stack = before->last_stack,
      .last = before->last,
      .last_blocks = before->last_blocks,
      .last_overhead = before->last_overhead,
      .last_stack = before->last_stack,
   };
   set_span_end(timeline);
}

void hp_timeline_advance(hp_timeline *timeline, uint64_t time)
{
   while ((time - timeline->origin) >> timeline->span_log2 >= timeline->capacity)
      double_span(timeline);
   while (time > timeline->span_end)
      begin_bucket(timeline);
}

size_t hp_timeline_reach(hp_timeline *timeline, uint64_t now)
{
   if (now > timeline->span_end)
      hp_timeline_advance(timeline, now);
   timeline->current->end = now;
   return index_of_current(timeline) + 1;
}
