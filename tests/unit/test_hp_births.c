/* test_hp_births.c -- between which snapshots live blocks were allocated: against lists
   of blocks, by random events.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "accounts/hp_births.h"
#include "accounts/hp_snapshots.h"
#include "unit_alloc.h"

enum { SLOTS = 60, SITES = 4, MOST_SNAPSHOTS = 200, EVENTS = 3000, BASE = 0x1000 };

/* All blocks at one time; of those that are not live, bytes are 0. */
typedef struct {
   struct {
      uint64_t bytes, born;
      uint32_t site;
   } of[SLOTS];
} blocks;

static unit_alloc memory;
static unit_random random_numbers;
static hp_timeline timeline;
static hp_heap heap;
static blocks now_live;
static size_t n_known; /* periodic snapshots whose births are known */
/* What was live at each snapshot that was ever taken. */
static struct {
   uint64_t after;
   blocks live;
} taken[MOST_SNAPSHOTS];
static size_t n_taken;

static uint64_t below(uint64_t n)
{
   return unit_random_below(&random_numbers, n);
}

/* ---- Both ---- */

static void begin(uint32_t n_periodic, uint64_t interval)
{
   unit_alloc_init(&memory);
   hp_timeline_init(&timeline, &memory.alloc, 16);
   hp_heap_init(&heap, &memory.alloc, 8, &timeline);
   for (uint32_t i = 0; i < SITES; i++)
      hp_heap_add_site(&heap, NULL, 0);
   hp_snapshots_plan(&heap, n_periodic, interval);
   memset(&now_live, 0, sizeof now_live);
   n_taken = 0;
}

static void end(void)
{
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

/* What was live before the event that took them. */
static void note_taken(const blocks *before)
{
   static uint64_t last;
   const hp_snapshot *s = heap.snapshots;
   last = n_taken == 0 ? 0 : last;
   for (; s != NULL && s->after > last; s = s->next) {
      assert_true(n_taken < MOST_SNAPSHOTS);
      taken[n_taken].after = s->after;
      taken[n_taken++].live = *before;
   }
   last = heap.snapshots == NULL ? 0 : heap.snapshots->after;
}

static void allocate(size_t i, uint32_t site, uint64_t size_B, uint64_t now)
{
   const blocks before = now_live;
   hp_heap_alloc(&heap, site, 1, TK_LAYER_HEAP, BASE + 64 * i, size_B, now);
   now_live.of[i].bytes = size_B;
   now_live.of[i].born = now;
   now_live.of[i].site = site;
   note_taken(&before);
}

static void release(size_t i, uint64_t now)
{
   const blocks before = now_live;
   hp_heap_free(&heap, TK_LAYER_HEAP, BASE + 64 * i, now);
   now_live.of[i].bytes = 0;
   note_taken(&before);
}

static void resize(size_t i, uint64_t size_B, uint64_t now)
{
   const blocks before = now_live;
   uint32_t index = hp_heap_realloc_begin(&heap, TK_LAYER_HEAP, BASE + 64 * i);
   hp_heap_realloc_end(&heap, index, 1, BASE + 64 * i, size_B, now);
   now_live.of[i].bytes = size_B;
   note_taken(&before);
}

static void order(uint64_t now)
{
   assert_true(hp_snapshots_order(&heap, now));
   note_taken(&now_live);
}

/* ---- Comparing ---- */

/* Of a site, HP_BORN_REST: of all, born at the time or later. */
static hp_amount born_since(const blocks *of, uint32_t site, uint64_t since)
{
   hp_amount sum = { 0, 0 };
   for (size_t i = 0; i < SLOTS; i++)
      if (of->of[i].bytes > 0 && of->of[i].born >= since
          && (site == HP_BORN_REST || of->of[i].site == site)) {
         sum.bytes += of->of[i].bytes;
         sum.blocks++;
      }
   return sum;
}

static void assert_amount(hp_amount got, hp_amount expected)
{
   assert_int_equal(got.bytes, expected.bytes);
   assert_int_equal(got.blocks, expected.blocks);
}

static void add(hp_amount *to, hp_amount more)
{
   to->bytes += more.bytes;
   to->blocks += more.blocks;
}

/* What is live now, of a site. */
static void check_now(uint64_t since)
{
   hp_born *born;
   uint32_t n;
   assert_true(hp_births_count(&heap, UINT64_MAX, UINT32_MAX, &born, &n));
   for (uint32_t i = 1; i < n; i++)
      assert_true(
         born[i - 1].site < born[i].site
         || (born[i - 1].site == born[i].site && born[i - 1].since < born[i].since));
   for (uint32_t site = 0; site < SITES; site++) {
      hp_amount sum = { 0, 0 };
      for (uint32_t i = 0; i < n; i++)
         if (born[i].site == site && born[i].since >= since)
            add(&sum, born[i].live);
      assert_amount(sum, born_since(&now_live, site, since));
   }
   tk_put(&memory.alloc, born);
}

/* Of all sites, those that a snapshot does not list included. */
static void check_snapshot(const hp_snapshot *s, uint64_t since)
{
   size_t i = n_taken;
   while (i > 0 && taken[i - 1].after != s->after)
      i--;
   assert_true(i > 0);
   for (uint32_t site = 0; site < SITES; site++) {
      hp_amount sum = { 0, 0 };
      for (uint32_t k = 0; k < s->n_born; k++)
         if (s->born[k].since >= since && s->born[k].site == site)
            add(&sum, s->born[k].live);
      if (s->asked)
         assert_amount(sum, born_since(&taken[i - 1].live, site, since));
   }
   hp_amount all = { 0, 0 };
   for (uint32_t k = 0; k < s->n_born; k++)
      if (s->born[k].since >= since)
         add(&all, s->born[k].live);
   assert_amount(all, born_since(&taken[i - 1].live, HP_BORN_REST, since));
}

static void check(void)
{
   uint32_t n_born = 0;
   for (const hp_snapshot *s = heap.snapshots; s != NULL; s = s->next) {
      check_now(s->after);
      for (const hp_snapshot *from = s->next; from != NULL && s->is_born_known;
           from = from->next)
         check_snapshot(s, from->after);
      assert_true(s->is_born_known || !s->asked);
      assert_true(s->is_born_known || s->n_born == 0);
      n_known += !s->asked && s->is_born_known;
      n_born += s->n_born;
   }
   assert_int_equal(heap.n_born, n_born);
}

/* ---- Tests ---- */

/* Most blocks are small, so that some sites are not listed; time often stands still. */
static void test_random(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed < 6; seed++) {
      random_numbers = unit_random_from(seed);
      begin(4 + 2 * (uint32_t)below(3), 1 + below(20));
      uint64_t now = 0;
      for (size_t event = 0; event < EVENTS; event++) {
         size_t i = below(SLOTS);
         uint64_t size_B = below(6) == 0 ? 20000 + below(50000) : 1 + below(30);
         now += below(3) == 0 ? below(4) : 0;
         if (now_live.of[i].bytes == 0)
            allocate(i, (uint32_t)below(SITES), size_B, now);
         else if (below(4) == 0)
            resize(i, size_B, now);
         else
            release(i, now);
         if (below(150) == 0)
            order(now += 1 + below(2)); /* no two at one time */
         if (event % 7 == 0 || event > EVENTS - 50)
            check();
      }
      end();
   }
   assert_true(n_known > 0);
}

/* Blocks of the time of a mark, before it and behind, count as before. */
static void test_order(void **state)
{
   (void)state;
   begin(0, 1);
   allocate(0, 0, 10, 5);
   order(5);
   allocate(1, 0, 200, 5);
   allocate(2, 0, 3000, 6);
   order(7);
   const hp_snapshot *s = heap.snapshots;
   assert_int_equal(s->n_born, 1);
   assert_int_equal(s->born[0].since, 6);
   assert_int_equal(s->born[0].live.bytes, 3000);
   assert_int_equal(s->next->n_born, 0);
   end();
}

/* All that is live is born again. */
static void test_zero(void **state)
{
   (void)state;
   begin(0, 1);
   allocate(0, 0, 10, 5);
   order(6);
   allocate(1, 0, 20, 8);
   order(8);
   hp_heap_zero(&heap, 9);
   assert_int_equal(heap.n_born, 0);
   order(11);
   allocate(2, 0, 40, 12);
   order(13);
   assert_int_equal(heap.snapshots->n_born, 1);
   assert_int_equal(heap.snapshots->born[0].live.bytes, 40);
   end();
}

/* Periodic ones look at few blocks, as long as the program does not allocate more. */
static void test_few(void **state)
{
   (void)state;
   begin(4, 10);
   heap.n_walked = HP_WALK_FREE;
   for (size_t i = 0; i < 8; i++)
      allocate(i, 0, 10, i);
   allocate(8, 0, 10, 10);
   assert_false(heap.snapshots->is_born_known); /* 8 are more than 8 / 4 */
   for (size_t i = 9; i < 40; i++) {
      allocate(9, 0, 10, 10);
      release(9, 10);
   }
   allocate(9, 0, 10, 20);
   assert_true(heap.snapshots->is_born_known);
   assert_int_equal(heap.n_walked, HP_WALK_FREE + 10);
   end();
}

/* One that has too many entries has none. */
static void test_most(void **state)
{
   (void)state;
   begin(0, 1);
   order(1);
   allocate(0, 0, 10, 5);
   heap.n_born = HP_MOST_BORN;
   order(6);
   assert_false(heap.snapshots->is_born_known);
   assert_int_equal(heap.snapshots->n_born, 0);
   heap.n_born--;
   order(7);
   assert_true(heap.snapshots->is_born_known);
   assert_int_equal(heap.snapshots->n_born, 1);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random), cmocka_unit_test(test_order),
      cmocka_unit_test(test_zero),   cmocka_unit_test(test_few),
      cmocka_unit_test(test_most),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
