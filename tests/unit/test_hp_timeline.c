/* test_hp_timeline.c -- the buckets against all events, which are kept.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "accounts/hp_timeline.h"
#include "unit_alloc.h"

enum { MAX_EVENTS = 40000 };

typedef struct {
   uint64_t time, bytes, blocks, overhead, stack;
} event;

static event events[MAX_EVENTS + 1];
static size_t n_events; /* events[0]: nothing is live at time 0 */
static unit_alloc memory;
static hp_timeline timeline;

static void begin(size_t capacity)
{
   unit_alloc_init(&memory);
   memset(&timeline, 0xa5, sizeof timeline);
   hp_timeline_init(&timeline, &memory.alloc, capacity);
   events[0] = (event){ 0 };
   n_events = 1;
}

static void end(void)
{
   hp_timeline_fini(&timeline);
   hp_timeline_fini(&timeline); /* does no harm */
   assert_int_equal(memory.n_live, 0);
}

/* Blocks, overhead and stack differ in each event, which shows the event that they were
   taken from. */
static void note(uint64_t time, uint64_t bytes)
{
   assert_true(n_events <= MAX_EVENTS);
   assert_true(time >= events[n_events - 1].time);
   event e = { time, bytes, 3 * n_events, 5 * n_events, 7 * n_events };
   events[n_events++] = e;
   hp_timeline_note(&timeline, e.time, e.bytes, e.blocks, e.overhead, e.stack);
}

/* ---- The naive model ------------------------------------------------- */

/* The bucket from `first` to `last`, where *next is the first event at or
   after `first`; it is left at the first one after `last`. */
static hp_timeline_bucket naive_bucket(uint64_t first, uint64_t last, size_t *next)
{
   size_t from = *next > 0 ? *next - 1 : 0, max = from;
   hp_timeline_bucket b = { .end = last, .min = events[from].bytes };
   size_t i = from;
   for (; i < n_events && (i == from || events[i].time <= last); i++) {
      if (events[i].bytes < b.min)
         b.min = events[i].bytes;
      if (events[i].bytes > events[max].bytes)
         max = i;
   }
   const event *e = &events[max], *latest = &events[i - 1];
   b.max = e->bytes;
   b.max_at = e->time < first ? first : e->time;
   b.max_blocks = e->blocks;
   b.max_overhead = e->overhead;
   b.max_stack = e->stack;
   b.last = latest->bytes;
   b.last_blocks = latest->blocks;
   b.last_overhead = latest->overhead;
   b.last_stack = latest->stack;
   *next = i;
   return b;
}

/* The shortest span, a power of two, with which `capacity` buckets reach `now`. */
static unsigned span_log2_for(uint64_t now, size_t capacity)
{
   unsigned log2 = 0;
   while (now >> log2 >= capacity)
      log2++;
   return log2;
}

static void check(uint64_t now)
{
   size_t n = hp_timeline_reach(&timeline, now);
   unsigned log2 = span_log2_for(now, timeline.capacity);
   assert_int_equal(n, (now >> log2) + 1);
   assert_true(n <= timeline.capacity);
   assert_true(now < timeline.capacity || n > timeline.capacity / 2);
   size_t next = 1;
   for (size_t i = 0; i < n; i++) {
      uint64_t first = (uint64_t)i << log2;
      uint64_t last = i + 1 < n ? first + ((uint64_t)1 << log2) - 1 : now;
      hp_timeline_bucket b = naive_bucket(first, last, &next);
      assert_memory_equal(&timeline.buckets[i], &b, sizeof b);
   }
   assert_int_equal(next, n_events);
}

/* What the page of the format promises, from the ends alone. */
static void check_promises(uint64_t now)
{
   size_t n = hp_timeline_reach(&timeline, now), b = 0;
   const hp_timeline_bucket *buckets = timeline.buckets;
   uint64_t peak = 0, largest = 0;
   assert_int_equal(buckets[n - 1].end, now);
   for (size_t i = 0; i < n; i++) {
      assert_true(i == 0 || buckets[i].end > buckets[i - 1].end);
      assert_true(buckets[i].max_at <= buckets[i].end);
      assert_true(i == 0 || buckets[i].max_at > buckets[i - 1].end);
      if (buckets[i].max > largest)
         largest = buckets[i].max;
   }
   for (size_t i = 0; i < n_events; i++) {
      while (events[i].time > buckets[b].end)
         b++;
      assert_in_range(events[i].bytes, buckets[b].min, buckets[b].max);
      if (events[i].bytes > peak)
         peak = events[i].bytes;
   }
   assert_int_equal(largest, peak);
}

static const size_t capacities[] = { 2, 3, 4, 8, 1024 };
enum { N_CAPACITIES = sizeof capacities / sizeof capacities[0] };

/* ---- Tests ----------------------------------------------------------- */

static void test_nothing_happens(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++) {
      begin(capacities[c]);
      check(0);
      check(1);
      check(1000);
      check(UINT64_MAX);
      end();
   }
}

static void test_by_hand(void **state)
{
   (void)state;
   begin(4);
   note(1, 10);
   note(1, 50); /* a spike without length */
   note(1, 20);
   note(3, 5);
   assert_int_equal(hp_timeline_reach(&timeline, 3), 4);
   assert_int_equal(timeline.buckets[1].max, 50);
   assert_int_equal(timeline.buckets[1].min, 0); /* until the first event */
   assert_int_equal(timeline.buckets[2].max, 20);
   assert_int_equal(timeline.buckets[2].min, 20);
   assert_int_equal(timeline.buckets[2].max_at, 2);
   assert_int_equal(timeline.buckets[2].max_blocks, 9); /* carried along */
   assert_int_equal(timeline.buckets[3].max, 20);
   assert_int_equal(timeline.buckets[3].last, 5);

   assert_int_equal(hp_timeline_reach(&timeline, 4), 3); /* spans of 2 */
   assert_int_equal(timeline.buckets[0].end, 1);
   assert_int_equal(timeline.buckets[0].max, 50);
   assert_int_equal(timeline.buckets[0].max_at, 1);
   assert_int_equal(timeline.buckets[1].end, 3);
   assert_int_equal(timeline.buckets[1].max, 20);
   assert_int_equal(timeline.buckets[1].max_at, 2);
   assert_int_equal(timeline.buckets[2].end, 4);
   assert_int_equal(timeline.buckets[2].max, 5);
   end();
}

/* Events at random distances of up to max_step, often none, and with
   bytes from few values, so that maxima are equal. */
static void random_stream(size_t capacity, uint64_t seed, size_t n, uint64_t max_step,
                          uint64_t n_values)
{
   unit_random random = unit_random_from(seed);
   begin(capacity);
   uint64_t time = 0;
   for (size_t i = 0; i < n; i++) {
      if (unit_random_below(&random, 3) != 0)
         time += unit_random_below(&random, max_step + 1);
      note(time, unit_random_below(&random, n_values));
      if (unit_random_below(&random, n) < 20)
         check(time); /* in between, and going on after it */
   }
   check(time);
   time += unit_random_below(&random, 5 * max_step + 1);
   check_promises(time);
   check(time);
   end();
}

static void test_random_streams(void **state)
{
   (void)state;
   static const uint64_t steps[] = { 0, 1, 7, 1000, (uint64_t)1 << 48 };
   for (size_t c = 0; c < N_CAPACITIES; c++)
      for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
         for (uint64_t seed = 0; seed < 6; seed++) {
            random_stream(capacities[c], seed, 50, steps[s], 4);
            random_stream(capacities[c], seed, 3000, steps[s], 3 + 997 * seed);
         }
   random_stream(1024, 9, 30000, 100, UINT64_MAX);
}

/* One spike of no length, anywhere, before or after its neighbours at the
   same time, is found in spite of all that is merged later. */
static void test_lone_spike(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++)
      for (uint64_t at = 0; at < 64; at++) {
         begin(capacities[c]);
         uint64_t time = 0;
         for (; time < 5000; time += 1 + time / 20) {
            note(time, 100);
            if (time <= at && at < time + 1 + time / 20) {
               note(at, 900);
               note(at, 100);
            }
         }
         check_promises(time);
         check(time);
         end();
      }
}

static void test_time_stands_still(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++) {
      begin(capacities[c]);
      for (uint64_t i = 0; i < 1000; i++)
         note(0, i * 37 % 101);
      assert_int_equal(hp_timeline_reach(&timeline, 0), 1);
      check(0);
      for (uint64_t i = 0; i < 1000; i++)
         note(77777, i * 41 % 103);
      check_promises(77777);
      check(77777);
      end();
   }
}

/* Time runs twice as far with each event: every event halves what is
   there.  The last one is at the largest time there is. */
static void test_jumps(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++)
      for (uint64_t odd = 0; odd < 2; odd++) {
         begin(capacities[c]);
         for (unsigned log2 = 0; log2 < 64; log2++) {
            uint64_t time = ((uint64_t)1 << log2) - odd;
            note(time, 1000 - log2 % 5);
            note(time, log2);
            check(time);
         }
         check_promises((uint64_t)1 << 63);
         note(UINT64_MAX, 5);
         note(UINT64_MAX, 4);
         check_promises(UINT64_MAX);
         check(UINT64_MAX);
         end();
      }
}

static void test_far_begin(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++) {
      uint64_t time = (uint64_t)1 << 62;
      begin(capacities[c]);
      for (uint64_t i = 0; i < 2000; i++)
         note(time += i % 3, 2000 - i);
      check_promises(time);
      check(time);
      end();
   }
}

/* At each boundary of a span, one before and one after. */
static void test_boundaries(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++)
      for (uint64_t offset = 0; offset < 3; offset++) {
         begin(capacities[c]);
         uint64_t time = 0;
         for (uint64_t i = 1; i < 3000; i++) {
            time = i * capacities[c] + offset - 1;
            note(time, i * 7919 % 1000);
         }
         check_promises(time);
         check(time);
         end();
      }
}

/* The first of equal maxima in a bucket, across merges. */
static void test_equal_maxima(void **state)
{
   (void)state;
   for (size_t c = 0; c < N_CAPACITIES; c++) {
      begin(capacities[c]);
      for (uint64_t time = 0; time < 4000; time++)
         note(time, time % 2 == 0 ? 10 : 90);
      check(4000);
      assert_int_equal(timeline.buckets[0].max_at, 1);
      end();
   }
}

/* After a restart, it is like a new one at a later time. */
static void test_restart(void **state)
{
   (void)state;
   static const uint64_t origins[] = { 0, 1, 777, 1ull << 40, 1ull << 62 };
   for (size_t c = 0; c < N_CAPACITIES; c++)
      for (size_t o = 0; o < 5; o++) {
         hp_timeline other;
         unit_random random = unit_random_from(o);
         uint64_t origin = origins[o], time = 0;
         begin(capacities[c]);
         hp_timeline_init(&other, &memory.alloc, capacities[c]);
         hp_timeline_note(&other, origin / 2, 12345, 1, 2, 3);
         hp_timeline_restart(&other, origin);
         for (int i = 0; i < 2000; i++) {
            time += unit_random_below(&random, 5);
            note(time, unit_random_below(&random, 100));
            const event *e = &events[n_events - 1];
            hp_timeline_note(&other, origin + time, e->bytes, e->blocks, e->overhead,
                             e->stack);
         }
         check(time + 3);
         size_t n = hp_timeline_reach(&timeline, time + 3);
         assert_int_equal(hp_timeline_reach(&other, origin + time + 3), n);
         for (size_t i = 0; i < n; i++) {
            hp_timeline_bucket expected = timeline.buckets[i];
            expected.end += origin;
            expected.max_at += origin;
            assert_memory_equal(&other.buckets[i], &expected, sizeof expected);
         }
         hp_timeline_fini(&other);
         end();
      }
}

/* The last bucket then ends with time itself. */
static void test_restart_at_the_end_of_time(void **state)
{
   (void)state;
   begin(2);
   hp_timeline_restart(&timeline, UINT64_MAX - 4);
   hp_timeline_note(&timeline, UINT64_MAX, 5, 1, 0, 0);
   hp_timeline_note(&timeline, UINT64_MAX, 7, 1, 0, 0);
   size_t n = hp_timeline_reach(&timeline, UINT64_MAX);
   assert_int_equal(timeline.buckets[n - 1].end, UINT64_MAX);
   assert_int_equal(timeline.buckets[n - 1].max, 7);
   end();
}

static void test_two_instances(void **state)
{
   (void)state;
   hp_timeline other;
   begin(8);
   hp_timeline_init(&other, &memory.alloc, 4);
   hp_timeline_note(&other, 5, 77, 1, 2, 3);
   note(9, 1);
   check(9);
   assert_int_equal(hp_timeline_reach(&other, 6), 4);
   assert_int_equal(other.buckets[2].max, 77);
   hp_timeline_fini(&other);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_happens),
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_random_streams),
      cmocka_unit_test(test_lone_spike),
      cmocka_unit_test(test_time_stands_still),
      cmocka_unit_test(test_jumps),
      cmocka_unit_test(test_far_begin),
      cmocka_unit_test(test_boundaries),
      cmocka_unit_test(test_equal_maxima),
      cmocka_unit_test(test_restart),
      cmocka_unit_test(test_restart_at_the_end_of_time),
      cmocka_unit_test(test_two_instances),
   };
   return cmocka_run_group_tests_name("hp_timeline", tests, NULL, NULL);
}
