/* test_cs_cache.c -- cs_cache against a naive model of an LRU cache.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_cache.h"

enum { WALK_EVERY = 97 }; /* steps between two walks of cs_cache_is_valid */
#define CACHE cs_cache
#include "models/cs_lru_model.h"

static void cache_init(duel *d)
{
   cs_cache_init(&d->cache, &d->g, &d->memory.alloc);
}

static void cache_fini(duel *d)
{
   cs_cache_fini(&d->cache, &d->memory.alloc);
}

static bool cache_refer(duel *d, uintptr_t addr, uintptr_t size_B)
{
   return cs_cache_refer(&d->cache, addr, size_B);
}

static void assert_valid(const duel *d, const uintptr_t *addr)
{
   (void)addr;
   assert_true(cs_cache_is_valid(&d->cache));
}

/* ---- Random traces --------------------------------------------------- */

static void random_trace(duel *d)
{
   for (int i = 0; i < 3000; i++)
      duel_step(d, 0x10000 + duel_below(d, 2 * d->size_B + d->line_B),
                1 + duel_below(d, d->line_B));
}

TEST_TRACE(random)

/* Like a program: runs of neighbours, and jumps between a few places.  Many hits, in all
   ways. */
static void local_trace(duel *d)
{
   uintptr_t place[8];
   for (int i = 0; i < 8; i++)
      place[i] = 0x7000000 + duel_below(d, 4 * d->size_B);
   for (int i = 0; i < 3000; i++) {
      uintptr_t *p = &place[duel_below(d, 8)];
      duel_step(d, *p, (uintptr_t)1 << duel_below(d, 4));
      *p += duel_below(d, 16) == 0 ? d->set_stride_B : duel_below(d, 12);
   }
}

TEST_TRACE(local)

static void high_bits_trace(duel *d)
{
   refer_by_high_bits(d, 2000, d->line_B);
}

TEST_TRACE(one_set)
TEST_TRACE(high_bits)

/* Lines of one set whose hints are equal, among others whose hints differ: only the
   lines themselves distinguish them. */
static void equal_hints_trace(duel *d)
{
   uintptr_t base = 0x3000 + d->line_B * duel_below(d, d->model.n_sets);
   uintptr_t period_B = (uintptr_t)1 << (d->cache.hint_shift + 16);
   for (int i = 0; i < 2000; i++)
      duel_step(d,
                base + duel_below(d, d->model.assoc) * d->model.n_sets * period_B
                   + duel_below(d, 3) * d->set_stride_B,
                1);
}

TEST_TRACE(equal_hints)

/* ---- Adversarial traces ---------------------------------------------- */

TEST_TRACE(cyclic)
TEST_TRACE(zigzag)
TEST_TRACE(strides)

/* Sizes that end before, at and after the next boundary and the one after it. */
static void straddling_trace(duel *d)
{
   const uintptr_t size_B[] = {
      1,
      2,
      3,
      4,
      5,
      7,
      8,
      d->line_B / 2,
      d->line_B - 1,
      d->line_B,
      d->line_B + 1,
      2 * d->line_B - 1,
      2 * d->line_B,
      2 * d->line_B + 1,
      2 * d->line_B + 2,
      3 * d->line_B,
   };
   refer_at_all_offsets(d, size_B, sizeof size_B / sizeof size_B[0]);
}

TEST_TRACE(straddling)

/* Every size at every offset, where lines are short enough for it. */
static void test_straddling_exhaustively(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++) {
      duel d;
      duel_begin(&d, &shapes[i], 16);
      for (uintptr_t offset = 0; offset < 16; offset++)
         for (uintptr_t size_B = 1; size_B <= 50; size_B++)
            duel_step(&d, 0x8000 + 16 * duel_below(&d, d.size_B / 8) + offset, size_B);
      duel_end(&d);
   }
}

/* All addresses are good below the last line of the address space, which stands for
   "empty". */
static void top_trace(duel *d)
{
   uintptr_t end = (uintptr_t)0 - d->line_B; /* one past the last byte */
   duel_step(d, end - 1, 1);
   assert_false(duel_step(d, end - d->line_B, d->line_B));
   for (int i = 0; i < 1000; i++) {
      uintptr_t size_B = 1 + duel_below(d, 2 * d->line_B);
      duel_step(d, end - size_B - duel_below(d, 2 * d->size_B), size_B);
   }
}

TEST_TRACE(top)

TEST_TRACE(seams)
TEST_TRACE(bottom)

/* ---- By hand --------------------------------------------------------- */

/* Both lines of a straddling reference are touched, and it is one miss if any of them
   misses. */
static void test_straddling_by_hand(void **state)
{
   (void)state;
   const shape s = { 4, 2 };
   duel d;
   duel_begin(&d, &s, 32);
   assert_true(duel_step(&d, 0x1000, 4));  /* the first line is in */
   assert_true(duel_step(&d, 0x101e, 4));  /* the second is not */
   assert_false(duel_step(&d, 0x1020, 4)); /* now it is */
   assert_true(duel_step(&d, 0x10de, 8));  /* neither of two */
   assert_false(duel_step(&d, 0x10c0, 1));
   assert_false(duel_step(&d, 0x10e0, 1));
   assert_true(duel_step(&d, 0x103f, 34)); /* 3 lines, the first is in */
   assert_false(duel_step(&d, 0x1040, 32));
   assert_false(duel_step(&d, 0x1060, 32));
   duel_end(&d);
}

/* A reference past the end of the address space faults in the program, but is simulated
   first.  It must terminate, and stay inside the cache. */
static void test_wrapping_reference_ends(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++) {
      duel d;
      duel_begin(&d, &shapes[i], 64);
      (void)cs_cache_refer(&d.cache, (uintptr_t)-1, 2);
      (void)cs_cache_refer(&d.cache, (uintptr_t)-4, 64);
      assert_false(cs_cache_refer(&d.cache, 0, 64));
      duel_free(&d);
   }
}

/* ---- The inline guard ------------------------------------------------ */

/* What translated code compares before it calls. */
static bool guard_passes(const cs_cache *cache, uintptr_t addr, uintptr_t line_B,
                         uintptr_t size_B)
{
   uintptr_t mru = cache->mru[cs_cache_set(cache, addr)];
   return addr - mru <= line_B - size_B;
}

static void assert_same_state(const cs_cache *a, const cs_cache *b)
{
   assert_int_equal(a->n_sets, b->n_sets);
   assert_int_equal(a->ways_B, b->ways_B);
   assert_memory_equal(a->mru, b->mru, a->n_sets * sizeof *a->mru);
   assert_memory_equal(a->ways, b->ways, a->n_sets * a->ways_B);
}

/* What the guard's call does. */
static bool refer_not_latest(cs_cache *cache, uintptr_t addr, uintptr_t size_B,
                             unsigned *n_second)
{
   if (cs_cache_refer_second(cache, addr, size_B)) {
      ++*n_second;
      return false;
   }
   return cs_cache_refer(cache, addr, size_B);
}

/* Two caches see one trace; one of them only the references that fail the guard. */
static void guarded_trace(duel *d)
{
   cs_cache guarded;
   unsigned n_skipped = 0, n_called = 0, n_second = 0;
   uintptr_t addr = 0x20000;

   cs_cache_init(&guarded, &d->g, &d->memory.alloc);
   for (int i = 0; i < 2000; i++) {
      uintptr_t size_B = 1 + duel_below(d, d->line_B);
      if (duel_below(d, 3) == 0)
         addr = 0x20000 + duel_below(d, 2 * d->size_B + 1);
      bool skip_it = guard_passes(&guarded, addr, d->line_B, size_B);
      bool miss = duel_step(d, addr, size_B);
      if (skip_it) {
         n_skipped++;
         assert_false(miss);
      } else {
         n_called++;
         assert_int_equal(refer_not_latest(&guarded, addr, size_B, &n_second), miss);
      }
      if (i % 16 == 0)
         assert_same_state(&d->cache, &guarded);
   }
   assert_same_state(&d->cache, &guarded);
   assert_in_range(n_skipped, 100, 1900); /* the trace tries both */
   assert_in_range(n_called, 100, 1900);
   if (d->cache.is_moving)
      assert_int_equal(n_second, 0);
   else if (d->cache.n_sets <= 16)
      assert_in_range(n_second, 1, n_called);
   cs_cache_fini(&guarded, &d->memory.alloc);
}

TEST_TRACE(guarded)

/* With the guard's own sizes, at every offset around an MRU line: it
   passes exactly the references that lie inside. */
static void test_guard_is_exact(void **state)
{
   (void)state;
   const shape s = { 1, 2 };
   duel d;
   duel_begin(&d, &s, 32);
   duel_step(&d, 0x1000, 1);
   for (uintptr_t addr = 0xfc0; addr < 0x1060; addr++)
      for (uintptr_t size_B = 1; size_B <= 32; size_B++)
         assert_int_equal(guard_passes(&d.cache, addr, 32, size_B),
                          addr >= 0x1000 && addr + size_B <= 0x1020);
   duel_end(&d);
}

/* Once line 0 has been referenced, no address outside it passes a guard: not
   even in the last line of the address space, which is near CS_NO_LINE. */
static void test_guard_of_empty_cache(void **state)
{
   (void)state;
   const shape s = { 3, 2 };
   duel d;
   duel_begin(&d, &s, 64);
   duel_step(&d, 0, 1);
   const uintptr_t addr[] = { 64,
                              65,
                              128,
                              0x1000,
                              (uintptr_t)-1 / 2,
                              (uintptr_t)0 - 128,
                              (uintptr_t)0 - 65,
                              (uintptr_t)0 - 64,
                              (uintptr_t)0 - 1 };
   for (size_t i = 0; i < sizeof addr / sizeof addr[0]; i++)
      for (uintptr_t size_B = 1; size_B <= 64; size_B++)
         assert_false(guard_passes(&d.cache, addr[i], 64, size_B));
   for (uintptr_t size_B = 1; size_B <= 64; size_B++)
      assert_true(guard_passes(&d.cache, 0, 64, size_B));
   duel_end(&d);
}

/* ---- The walker itself ----------------------------------------------- */

/* Sets of 3 ways of 64 bytes: set 0 holds three lines, set 1 one. */
static void fill_for_damage(duel *d)
{
   const shape s = { 4, 3 };
   duel_begin(d, &s, 64);
   duel_step(d, 0x0000, 1);
   duel_step(d, 0x0100, 1);
   duel_step(d, 0x0200, 1);
   duel_step(d, 0x0040, 1);
}

/* Replaces a word, which must be noticed, and restores it. */
static void assert_noticed(const cs_cache *cache, uintptr_t *way, uintptr_t damage)
{
   uintptr_t kept = *way;
   assert_true(cs_cache_is_valid(cache));
   *way = damage;
   assert_false(cs_cache_is_valid(cache));
   *way = kept;
}

static void test_walker_sees_damage(void **state)
{
   (void)state;
   duel d;
   fill_for_damage(&d);
   cs_cache *c = &d.cache;
   uintptr_t none = CS_NO_LINE;
   cs_cache_ways *full = cs_cache_ways_of(c, 0), *one = cs_cache_ways_of(c, 1);
   uintptr_t *line[3]; /* of set 0, the latest first */
   for (int i = 0; i < 3; i++)
      line[i] = &full->lines[full->order >> 4 * i & 15];

   assert_noticed(c, &c->mru[0], *line[1]); /* not the latest */
   assert_noticed(c, &c->mru[0], none);
   assert_noticed(c, line[1], c->mru[0]);   /* twice */
   assert_noticed(c, line[2], *line[1]);    /* twice */
   assert_noticed(c, line[2], 0x10c0);      /* in another set */
   assert_noticed(c, line[2], 0x1001);      /* not a line */
   assert_noticed(c, line[1], none);        /* a hole */
   assert_noticed(c, &c->mru[1], none + 1); /* not quite empty */
   assert_noticed(c, &one->lines[one->order >> 8 & 15], 0xc0);

   full->hints[full->order & 15] ^= 0x8000; /* not the hint of its line */
   assert_false(cs_cache_is_valid(c));
   full->hints[full->order & 15] ^= 0x8000;
   uint64_t order = full->order;
   full->order = (order & ~(uint64_t)0xf0) | (order & 15) << 4; /* a way twice */
   assert_false(cs_cache_is_valid(c));
   full->order = order;
   duel_end(&d);
}

/* ---- Two at once, and the small functions ---------------------------- */

static void test_two_instances(void **state)
{
   (void)state;
   refer_to_two();
}

static void line_and_set_trace(duel *d)
{
   for (int i = 0; i < 200; i++) {
      uintptr_t addr = (uintptr_t)unit_random_u64(&d->random);
      assert_int_equal(cs_cache_line(&d->cache, addr), addr - addr % d->line_B);
      assert_int_equal(cs_cache_set(&d->cache, addr), addr / d->line_B % d->model.n_sets);
   }
   assert_true(cs_cache_line(&d->cache, CS_NO_LINE) != CS_NO_LINE);
}

TEST_TRACE(line_and_set)

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_local),
      cmocka_unit_test(test_one_set),
      cmocka_unit_test(test_high_bits),
      cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_zigzag),
      cmocka_unit_test(test_equal_hints),
      cmocka_unit_test(test_strides),
      cmocka_unit_test(test_straddling),
      cmocka_unit_test(test_straddling_exhaustively),
      cmocka_unit_test(test_top),
      cmocka_unit_test(test_seams),
      cmocka_unit_test(test_bottom),
      cmocka_unit_test(test_straddling_by_hand),
      cmocka_unit_test(test_wrapping_reference_ends),
      cmocka_unit_test(test_guarded),
      cmocka_unit_test(test_guard_is_exact),
      cmocka_unit_test(test_guard_of_empty_cache),
      cmocka_unit_test(test_walker_sees_damage),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_line_and_set),
   };
   return cmocka_run_group_tests_name("cs_cache", tests, NULL, NULL);
}
