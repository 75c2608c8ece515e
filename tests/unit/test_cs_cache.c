/* test_cs_cache.c -- cs_cache against a naive model of an LRU cache.

   The model keeps, for each set, a list of ways with the time of their
   last use, divides where the module shifts and masks, and walks a
   reference byte by byte.  Every reference of every trace must miss in
   both or in neither.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cs_cache.h"
#include "unit_alloc.h"

enum { WALK_EVERY = 97 }; /* steps between two walks of cs_cache_is_valid */

/* ---- The naive model ------------------------------------------------- */

typedef struct {
   uintptr_t block; /* address / line size */
   uint64_t used;   /* when last; 0: the way is empty */
} naive_way;

typedef struct {
   uintptr_t line_size_B, n_sets, assoc;
   uint64_t now;
   naive_way *ways; /* [n_sets][assoc] */
} naive;

static bool naive_touch(naive *m, uintptr_t block)
{
   naive_way *set = &m->ways[block % m->n_sets * m->assoc];
   naive_way *oldest = set;
   m->now++;
   for (uintptr_t i = 0; i < m->assoc; i++) {
      if (set[i].used != 0 && set[i].block == block) {
         set[i].used = m->now;
         return false;
      }
      if (set[i].used < oldest->used)
         oldest = &set[i];
   }
   *oldest = (naive_way){ block, m->now };
   return true;
}

static bool naive_refer(naive *m, uintptr_t addr, uintptr_t size_B)
{
   bool miss = naive_touch(m, addr / m->line_size_B);
   for (uintptr_t byte = addr + 1; byte < addr + size_B; byte++)
      if (byte % m->line_size_B == 0 && naive_touch(m, byte / m->line_size_B))
         miss = true;
   return miss;
}

/* ---- A cache and its model side by side ------------------------------ */

typedef struct {
   uint32_t n_sets, assoc;
} shape;

static const shape shapes[] = {
   { 1, 1 },                                   /* one line only */
   { 1, 2 }, { 1, 7 }, { 1, 64 },              /* fully associative */
   { 2, 1 }, { 64, 1 }, { 3, 1 }, { 1000, 1 }, /* direct-mapped */
   { 16, 2 }, { 3, 2 }, { 1000, 2 },
   { 64, 3 }, { 12, 3 }, { 5, 3 },
   { 64, 8 }, { 64, 12 }, { 48, 12 },
   { 40, 11 }, { 640, 11 },
   { 32, 16 }, { 12, 16 }, { 96, 16 },
};
static const uint32_t line_sizes_B[] = { 8, 16, 32, 64, 128 };

enum {
   N_SHAPES = sizeof shapes / sizeof shapes[0],
   N_LINE_SIZES = sizeof line_sizes_B / sizeof line_sizes_B[0],
};

typedef struct {
   unit_alloc memory;
   cs_cache cache;
   naive model;
   uintptr_t line_B, set_stride_B, size_B;
   unit_random random;
   unsigned n_steps;
} duel;

static void duel_begin(duel *d, const shape *s, uint32_t line_size_B)
{
   cs_geometry g = { .size_B = (uint64_t)s->n_sets * s->assoc * line_size_B,
                     .assoc = s->assoc, .line_size_B = line_size_B };
   unit_alloc_init(&d->memory);
   assert_true(cs_cache_init(&d->cache, &g, &d->memory.alloc));
   assert_true(cs_cache_is_valid(&d->cache));
   d->model = (naive){ .line_size_B = line_size_B, .n_sets = s->n_sets,
                       .assoc = s->assoc };
   d->model.ways = calloc((size_t)s->n_sets * s->assoc, sizeof(naive_way));
   assert_non_null(d->model.ways);
   d->line_B = line_size_B;
   d->set_stride_B = (uintptr_t)s->n_sets * line_size_B;
   d->size_B = (uintptr_t)g.size_B;
   d->random = unit_random_from(s->n_sets * 131 + s->assoc * 7 + line_size_B);
   d->n_steps = 0;
}

static void duel_end(duel *d)
{
   assert_true(cs_cache_is_valid(&d->cache));
   cs_cache_fini(&d->cache, &d->memory.alloc);
   assert_int_equal(d->memory.n_live, 0);
   free(d->model.ways);
}

/* One reference to both; true on a miss. */
static bool duel_step(duel *d, uintptr_t addr, uintptr_t size_B)
{
   bool expected = naive_refer(&d->model, addr, size_B);
   bool actual = cs_cache_refer(&d->cache, addr, size_B);
   d->n_steps++;
   if (actual != expected)
      fail_msg("step %u, %#lx+%lu: %s, but %s in the model"
               " (%lu sets, %lu ways, %lu-byte lines)",
               d->n_steps, (unsigned long)addr, (unsigned long)size_B,
               actual ? "miss" : "hit", expected ? "miss" : "hit",
               (unsigned long)d->model.n_sets, (unsigned long)d->model.assoc,
               (unsigned long)d->line_B);
   if (d->n_steps % WALK_EVERY == 0)
      assert_true(cs_cache_is_valid(&d->cache));
   return actual;
}

static uintptr_t duel_below(duel *d, uintptr_t n)
{
   return (uintptr_t)unit_random_below(&d->random, n);
}

/* Runs a trace in every shape with every line size, each from an empty
   cache. */
static void in_all_shapes(void (*trace)(duel *d))
{
   for (int i = 0; i < N_SHAPES; i++)
      for (int j = 0; j < N_LINE_SIZES; j++) {
         duel d;
         duel_begin(&d, &shapes[i], line_sizes_B[j]);
         trace(&d);
         duel_end(&d);
      }
}

/* ---- Random traces --------------------------------------------------- */

static void random_trace(duel *d)
{
   for (int i = 0; i < 3000; i++)
      duel_step(d, 0x10000 + duel_below(d, 2 * d->size_B + d->line_B),
                1 + duel_below(d, d->line_B));
}

static void test_random(void **state)
{
   (void)state;
   in_all_shapes(random_trace);
}

/* Runs of neighbours with jumps between a few places, as programs do: many
   hits, in all ways. */
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

static void test_local(void **state)
{
   (void)state;
   in_all_shapes(local_trace);
}

/* A few lines of one set, drawn at random: every way hits often. */
static void one_set_trace(duel *d)
{
   uintptr_t base = 0x400000 + d->line_B * duel_below(d, d->model.n_sets);
   for (int i = 0; i < 2000; i++)
      duel_step(d, base + d->set_stride_B
                             * duel_below(d, d->model.assoc + 2), 1);
}

static void test_one_set(void **state)
{
   (void)state;
   in_all_shapes(one_set_trace);
}

/* Lines whose addresses differ in one high bit only: none of the bits may
   be lost. */
static void high_bits_trace(duel *d)
{
   uintptr_t base = 0x1040 + duel_below(d, d->size_B);
   enum { FIRST_BIT = 16, N_BITS = sizeof(uintptr_t) * 8 - FIRST_BIT };
   for (int i = 0; i < 2000; i++) {
      uintptr_t bit = duel_below(d, N_BITS + 1);
      uintptr_t addr = base ^ (bit == N_BITS ? 0
                                             : (uintptr_t)1
                                                  << (FIRST_BIT + bit));
      duel_step(d, addr, 1 + duel_below(d, d->line_B));
   }
}

static void test_high_bits(void **state)
{
   (void)state;
   in_all_shapes(high_bits_trace);
}

/* Lines of one set whose hints are equal: only the lines themselves tell them
   apart, among others whose hints differ. */
static void equal_hints_trace(duel *d)
{
   uintptr_t base = 0x3000 + d->line_B * duel_below(d, d->model.n_sets);
   uintptr_t period_B = (uintptr_t)1 << (d->cache.hint_shift + 16);
   for (int i = 0; i < 2000; i++)
      duel_step(d, base + duel_below(d, d->model.assoc) * d->model.n_sets
                             * period_B
                        + duel_below(d, 3) * d->set_stride_B, 1);
}

static void test_equal_hints(void **state)
{
   (void)state;
   in_all_shapes(equal_hints_trace);
}

/* ---- Adversarial traces ---------------------------------------------- */

/* One line more than the ways of a set, round and round: with LRU every
   reference misses; and with as many as there are ways, none does once
   they are in. */
static void cyclic_trace(duel *d)
{
   uintptr_t assoc = d->model.assoc;
   uintptr_t base = 0x30000 + d->line_B * duel_below(d, d->model.n_sets);
   for (uintptr_t i = 0; i < 5 * (assoc + 1); i++)
      assert_true(duel_step(d, base + i % (assoc + 1) * d->set_stride_B, 1));
   base += 1000 * d->set_stride_B;
   for (uintptr_t i = 0; i < 5 * assoc; i++)
      assert_int_equal(duel_step(d, base + i % assoc * d->set_stride_B, 1),
                       i < assoc);
}

static void test_cyclic(void **state)
{
   (void)state;
   in_all_shapes(cyclic_trace);
}

/* There and back again: the hits are those of the most recent ways. */
static void zigzag_trace(duel *d)
{
   uintptr_t n = d->model.assoc + 3, at = 0x90000;
   for (int round = 0; round < 4; round++) {
      for (uintptr_t i = 0; i < n; i++)
         duel_step(d, at + i * d->set_stride_B, 1);
      for (uintptr_t i = n; i-- > 0;)
         duel_step(d, at + i * d->set_stride_B, 1);
   }
}

static void test_zigzag(void **state)
{
   (void)state;
   in_all_shapes(zigzag_trace);
}

static void strides_trace(duel *d)
{
   const uintptr_t stride_B[] = {
      d->line_B,           d->line_B - 1,       d->line_B + 1,
      d->set_stride_B,     d->set_stride_B - d->line_B,
      d->set_stride_B + 1, d->size_B,           d->size_B / 2 + d->line_B,
      4096,
   };
   for (size_t s = 0; s < sizeof stride_B / sizeof stride_B[0]; s++)
      for (int round = 0; round < 2; round++)
         for (uintptr_t i = 0; i < 2 * d->model.assoc + 20; i++)
            duel_step(d, 0x123458 + i * stride_B[s], 8);
}

static void test_strides(void **state)
{
   (void)state;
   in_all_shapes(strides_trace);
}

/* Every offset in a line with sizes that end before, at and after the next
   boundary and the one after it. */
static void straddling_trace(duel *d)
{
   const uintptr_t size_B[] = {
      1, 2, 3, 4, 5, 7, 8, d->line_B / 2, d->line_B - 1, d->line_B,
      d->line_B + 1, 2 * d->line_B - 1, 2 * d->line_B, 2 * d->line_B + 1,
      2 * d->line_B + 2, 3 * d->line_B,
   };
   for (uintptr_t offset = 0; offset < d->line_B; offset++)
      for (size_t s = 0; s < sizeof size_B / sizeof size_B[0]; s++) {
         uintptr_t line = duel_below(d, 2 * (d->size_B / d->line_B) + 1);
         duel_step(d, 0x50000 + line * d->line_B + offset, size_B[s]);
      }
}

static void test_straddling(void **state)
{
   (void)state;
   in_all_shapes(straddling_trace);
}

/* Every size at every offset, where lines are short enough for it. */
static void test_straddling_exhaustively(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++) {
      duel d;
      duel_begin(&d, &shapes[i], 16);
      for (uintptr_t offset = 0; offset < 16; offset++)
         for (uintptr_t size_B = 1; size_B <= 50; size_B++)
            duel_step(&d, 0x8000 + 16 * duel_below(&d, d.size_B / 8) + offset,
                      size_B);
      duel_end(&d);
   }
}

/* Below the last line of the address space, which stands for "empty", all
   addresses are good. */
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

static void test_top_of_address_space(void **state)
{
   (void)state;
   in_all_shapes(top_trace);
}

/* Where the sign bit and the upper half of the word change. */
static void seams_trace(duel *d)
{
   const uintptr_t seam[] = {
      (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1),
      (uintptr_t)1 << (sizeof(uintptr_t) * 4),
   };
   for (int i = 0; i < 1000; i++)
      duel_step(d, seam[i & 1] - d->size_B + duel_below(d, 2 * d->size_B),
                1 + duel_below(d, 2 * d->line_B));
}

static void test_seams_of_address_space(void **state)
{
   (void)state;
   in_all_shapes(seams_trace);
}

/* ---- By hand --------------------------------------------------------- */

/* An empty way is not line 0. */
static void bottom_trace(duel *d)
{
   assert_true(duel_step(d, 0, 1));
   assert_false(duel_step(d, 0, d->line_B));
   assert_false(duel_step(d, d->line_B - 1, 1));
   assert_true(duel_step(d, d->line_B, 1));
}

static void test_empty_cache_holds_nothing(void **state)
{
   (void)state;
   in_all_shapes(bottom_trace);
}

/* Both lines of a straddling reference are touched, whichever of them
   misses, and it is one miss. */
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

/* A reference past the end of the address space faults in the program, but
   first it is simulated: it must end, inside the cache. */
static void test_wrapping_reference_ends(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++) {
      duel d;
      duel_begin(&d, &shapes[i], 64);
      (void)cs_cache_refer(&d.cache, (uintptr_t)-1, 2);
      (void)cs_cache_refer(&d.cache, (uintptr_t)-4, 64);
      assert_false(cs_cache_refer(&d.cache, 0, 64));
      cs_cache_fini(&d.cache, &d.memory.alloc);
      free(d.model.ways);
   }
}

/* ---- The inline guard ------------------------------------------------ */

/* What translated code compares before it calls. */
static bool guard_passes(const cs_cache *cache, uintptr_t addr,
                         uintptr_t line_B, uintptr_t size_B)
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
static bool refer_not_latest(cs_cache *cache, uintptr_t addr,
                             uintptr_t size_B, unsigned *n_second)
{
   if (cs_cache_refer_second(cache, addr, size_B)) {
      ++*n_second;
      return false;
   }
   return cs_cache_refer(cache, addr, size_B);
}

/* Two caches see one trace; one of them only what the guard lets by. */
static void guarded_trace(duel *d)
{
   cs_geometry g = { .size_B = d->size_B, .assoc = d->cache.assoc,
                     .line_size_B = (uint32_t)d->line_B };
   cs_cache guarded;
   unsigned n_skipped = 0, n_called = 0, n_second = 0;
   uintptr_t addr = 0x20000;

   assert_true(cs_cache_init(&guarded, &g, &d->memory.alloc));
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
         assert_int_equal(refer_not_latest(&guarded, addr, size_B, &n_second),
                          miss);
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

static void test_guard_skips_without_trace(void **state)
{
   (void)state;
   in_all_shapes(guarded_trace);
}

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
   const uintptr_t addr[] = { 64, 65, 128, 0x1000, (uintptr_t)-1 / 2,
                              (uintptr_t)0 - 128, (uintptr_t)0 - 65,
                              (uintptr_t)0 - 64, (uintptr_t)0 - 1 };
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

/* Puts a word in place of another one, which must be noticed, and back. */
static void assert_noticed(const cs_cache *cache, uintptr_t *way,
                           uintptr_t damage)
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

   assert_noticed(c, &c->mru[0], *line[1]);     /* not the latest */
   assert_noticed(c, &c->mru[0], none);
   assert_noticed(c, line[1], c->mru[0]);       /* twice */
   assert_noticed(c, line[2], *line[1]);        /* twice */
   assert_noticed(c, line[2], 0x10c0);          /* in a foreign set */
   assert_noticed(c, line[2], 0x1001);          /* not a line */
   assert_noticed(c, line[1], none);            /* a hole */
   assert_noticed(c, &c->mru[1], none + 1);     /* not quite empty */
   assert_noticed(c, &one->lines[one->order >> 8 & 15], 0xc0);

   full->hints[full->order & 15] ^= 0x8000;     /* not its line's */
   assert_false(cs_cache_is_valid(c));
   full->hints[full->order & 15] ^= 0x8000;
   uint64_t order = full->order;
   full->order = (order & ~(uint64_t)0xf0) | (order & 15) << 4; /* a way twice */
   assert_false(cs_cache_is_valid(c));
   full->order = order;
   duel_end(&d);
}

/* ---- Memory ---------------------------------------------------------- */

static void fail_each_allocation(const cs_geometry *g, bool beyond)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   for (size_t n = 1;; n++) {
      cs_cache cache;
      memset(&cache, 0xa5, sizeof cache);
      unit_alloc_fail_at(&memory, n, beyond);
      bool made = cs_cache_init(&cache, g, &memory.alloc);
      if (made) {
         assert_true(memory.n_calls < n);
         assert_true(n > 1);
         cs_cache_fini(&cache, &memory.alloc);
         assert_int_equal(memory.n_live, 0);
         return;
      }
      assert_int_equal(memory.n_live, 0);
      assert_in_range(n, 1, 10);
   }
}

static void test_memory_runs_out(void **state)
{
   (void)state;
   const cs_geometry g[] = { { 32768, 8, 64 }, { 1024, 1, 32 }, { 8, 1, 8 } };
   for (size_t i = 0; i < sizeof g / sizeof g[0]; i++) {
      fail_each_allocation(&g[i], false);
      fail_each_allocation(&g[i], true);
   }
}

/* ---- Two at once, and the small functions ---------------------------- */

static void test_two_instances(void **state)
{
   (void)state;
   const shape s = { 4, 2 }, t = { 3, 1 };
   duel a, b;
   duel_begin(&a, &s, 32);
   duel_begin(&b, &t, 64);
   for (int i = 0; i < 500; i++) {
      duel_step(&a, duel_below(&a, 4096), 4);
      duel_step(&b, duel_below(&b, 4096), 4);
   }
   duel_end(&a);
   duel_end(&b);
}

static void line_and_set_trace(duel *d)
{
   for (int i = 0; i < 200; i++) {
      uintptr_t addr = (uintptr_t)unit_random_u64(&d->random);
      assert_int_equal(cs_cache_line(&d->cache, addr),
                       addr - addr % d->line_B);
      assert_int_equal(cs_cache_set(&d->cache, addr),
                       addr / d->line_B % d->model.n_sets);
   }
   assert_true(cs_cache_line(&d->cache, CS_NO_LINE) != CS_NO_LINE);
}

static void test_line_and_set(void **state)
{
   (void)state;
   in_all_shapes(line_and_set_trace);
}

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
      cmocka_unit_test(test_top_of_address_space),
      cmocka_unit_test(test_seams_of_address_space),
      cmocka_unit_test(test_empty_cache_holds_nothing),
      cmocka_unit_test(test_straddling_by_hand),
      cmocka_unit_test(test_wrapping_reference_ends),
      cmocka_unit_test(test_guard_skips_without_trace),
      cmocka_unit_test(test_guard_is_exact),
      cmocka_unit_test(test_guard_of_empty_cache),
      cmocka_unit_test(test_walker_sees_damage),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_line_and_set),
   };
   return cmocka_run_group_tests_name("cs_cache", tests, NULL, NULL);
}
