/* cs_lru_model.h -- a naive LRU cache, and a cache under test beside it.

   The model keeps the lines of each set in a list, the latest first.  It divides
   where the modules shift and mask, and walks a reference byte by byte.  Every
   reference of every trace must miss in both or in neither.

   The includer has defined CACHE as the type of the cache under test, and defines the
   functions declared below.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_LRU_MODEL_H
#define MODELS_CS_LRU_MODEL_H

#include "machine/cs_geometry.h"
#include "unit_alloc.h"

/* ---- The model ------------------------------------------------------- */

typedef struct {
   uintptr_t line_size_B, n_sets, assoc;
   uintptr_t *n_held; /* [n_sets] */
   uintptr_t *held;   /* [n_sets][assoc], address / line size */
} lru_model;

static bool model_touch(lru_model *m, uintptr_t block)
{
   uintptr_t set = block % m->n_sets;
   uintptr_t *held = &m->held[set * m->assoc];
   uintptr_t at = 0;
   while (at < m->n_held[set] && held[at] != block)
      at++;
   bool miss = at == m->n_held[set];
   if (miss && at < m->assoc)
      m->n_held[set]++;
   else if (miss)
      at--;
   memmove(held + 1, held, at * sizeof *held);
   held[0] = block;
   return miss;
}

static bool model_refer(lru_model *m, uintptr_t addr, uintptr_t size_B)
{
   bool miss = model_touch(m, addr / m->line_size_B);
   for (uintptr_t byte = addr + 1; byte < addr + size_B; byte++)
      if (byte % m->line_size_B == 0 && model_touch(m, byte / m->line_size_B))
         miss = true;
   return miss;
}

/* ---- A cache and its model side by side ------------------------------ */

typedef struct {
   uint32_t n_sets, assoc;
} shape;

static const shape shapes[] = {
   { 1, 1 },                                         /* one line only */
   { 1, 2 },   { 1, 7 },   { 1, 64 },                /* fully associative */
   { 2, 1 },   { 64, 1 },  { 3, 1 },    { 1000, 1 }, /* direct-mapped */
   { 16, 2 },  { 3, 2 },   { 1000, 2 }, { 64, 3 },   { 12, 3 },  { 5, 3 },   { 64, 8 },
   { 64, 12 }, { 48, 12 }, { 40, 11 },  { 640, 11 }, { 32, 16 }, { 12, 16 }, { 96, 16 },
};
static const uint32_t line_sizes_B[] = { 8, 16, 32, 64, 128 };

enum {
   N_SHAPES = sizeof shapes / sizeof shapes[0],
   N_LINE_SIZES = sizeof line_sizes_B / sizeof line_sizes_B[0],
};

typedef struct {
   unit_alloc memory;
   cs_geometry g;
   CACHE cache;
   lru_model model;
   uintptr_t line_B, set_stride_B, size_B;
   unit_random random;
   unsigned n_steps;
} duel;

/* The includer makes `cache` for `g`, gives it back, refers to it (true on a miss), and
   asserts that its state is right.  If `addr` is not NULL, it was just referred to. */
static void cache_init(duel *d);
static void cache_fini(duel *d);
static bool cache_refer(duel *d, uintptr_t addr, uintptr_t size_B);
static void assert_valid(const duel *d, const uintptr_t *addr);

static void duel_begin(duel *d, const shape *s, uint32_t line_size_B)
{
   d->g = (cs_geometry){ .size_B = (uint64_t)s->n_sets * s->assoc * line_size_B,
                         .assoc = s->assoc,
                         .line_size_B = line_size_B };
   assert_null(cs_geometry_error(&d->g));
   d->model =
      (lru_model){ .line_size_B = line_size_B, .n_sets = s->n_sets, .assoc = s->assoc };
   d->model.n_held = calloc(s->n_sets, sizeof(uintptr_t));
   d->model.held = calloc((size_t)s->n_sets * s->assoc, sizeof(uintptr_t));
   assert_non_null(d->model.n_held);
   assert_non_null(d->model.held);
   unit_alloc_init(&d->memory);
   memset(&d->cache, 0xa5, sizeof d->cache);
   cache_init(d);
   assert_valid(d, NULL);
   d->line_B = line_size_B;
   d->set_stride_B = (uintptr_t)s->n_sets * line_size_B;
   d->size_B = (uintptr_t)d->g.size_B;
   d->random = unit_random_from(s->n_sets * 131 + s->assoc * 7 + line_size_B);
   d->n_steps = 0;
}

static void duel_free(duel *d)
{
   cache_fini(d);
   assert_int_equal(d->memory.n_live, 0);
   free(d->model.n_held);
   free(d->model.held);
}

static void duel_end(duel *d)
{
   assert_valid(d, NULL);
   duel_free(d);
}

/* The model sees a reference to which the cache said `actual`; true on a miss. */
static bool duel_compare(duel *d, uintptr_t addr, uintptr_t size_B, bool actual)
{
   bool expected = model_refer(&d->model, addr, size_B);
   d->n_steps++;
   if (actual != expected)
      fail_msg("step %u, %#lx+%lu: %s, but %s in the model"
               " (%lu sets, %lu ways, %lu-byte lines)",
               d->n_steps, (unsigned long)addr, (unsigned long)size_B,
               actual ? "miss" : "hit", expected ? "miss" : "hit",
               (unsigned long)d->model.n_sets, (unsigned long)d->model.assoc,
               (unsigned long)d->line_B);
   if (d->n_steps % WALK_EVERY == 0)
      assert_valid(d, &addr);
   return actual;
}

/* One reference to both; true on a miss. */
static bool duel_step(duel *d, uintptr_t addr, uintptr_t size_B)
{
   return duel_compare(d, addr, size_B, cache_refer(d, addr, size_B));
}

static uintptr_t duel_below(duel *d, uintptr_t n)
{
   return (uintptr_t)unit_random_below(&d->random, n);
}

/* Runs a trace in every shape with every line size, each from an empty cache. */
static inline void in_all_shapes(void (*trace)(duel *d))
{
   for (int i = 0; i < N_SHAPES; i++)
      for (int j = 0; j < N_LINE_SIZES; j++) {
         duel d;
         duel_begin(&d, &shapes[i], line_sizes_B[j]);
         trace(&d);
         duel_end(&d);
      }
}

/* ---- Traces ---------------------------------------------------------- */

/* A few lines of one set, drawn at random: every way hits often. */
static inline void one_set_trace(duel *d)
{
   uintptr_t base = 0x400000 + d->line_B * duel_below(d, d->model.n_sets);
   for (int i = 0; i < 2000; i++)
      duel_step(d, base + d->set_stride_B * duel_below(d, d->model.assoc + 2), 1);
}

/* Lines whose addresses differ in one high bit only: none of the bits may be lost. */
static inline void refer_by_high_bits(duel *d, int n_steps, uintptr_t max_B)
{
   uintptr_t base = 0x1040 + duel_below(d, d->size_B);
   enum { FIRST_BIT = 16, N_BITS = sizeof(uintptr_t) * 8 - FIRST_BIT };
   for (int i = 0; i < n_steps; i++) {
      uintptr_t bit = duel_below(d, N_BITS + 1);
      uintptr_t mask = bit == N_BITS ? 0 : (uintptr_t)1 << (FIRST_BIT + bit);
      duel_step(d, base ^ mask, 1 + duel_below(d, max_B));
   }
}

/* One line more than the ways of a set, round and round: with LRU every reference
   misses.  With as many lines as ways, none does once they are in. */
static void cyclic_trace(duel *d)
{
   uintptr_t assoc = d->model.assoc;
   uintptr_t base = 0x30000 + d->line_B * duel_below(d, d->model.n_sets);
   for (uintptr_t i = 0; i < 5 * (assoc + 1); i++)
      assert_true(duel_step(d, base + i % (assoc + 1) * d->set_stride_B, 1));
   base += 1000 * d->set_stride_B;
   for (uintptr_t i = 0; i < 5 * assoc; i++)
      assert_int_equal(duel_step(d, base + i % assoc * d->set_stride_B, 1), i < assoc);
}

/* There and back again: the hits are those of the most recent ways. */
static inline void zigzag_trace(duel *d)
{
   uintptr_t n = d->model.assoc + 3, base = 0x90000;
   for (int round = 0; round < 4; round++) {
      for (uintptr_t i = 0; i < n; i++)
         duel_step(d, base + i * d->set_stride_B, 1);
      for (uintptr_t i = n; i-- > 0;)
         duel_step(d, base + i * d->set_stride_B, 1);
   }
}

static void strides_trace(duel *d)
{
   const uintptr_t stride_B[] = {
      d->line_B,
      d->line_B - 1,
      d->line_B + 1,
      d->set_stride_B,
      d->set_stride_B - d->line_B,
      d->set_stride_B + 1,
      d->size_B,
      d->size_B / 2 + d->line_B,
      4096,
   };
   for (size_t s = 0; s < sizeof stride_B / sizeof stride_B[0]; s++)
      for (int round = 0; round < 2; round++)
         for (uintptr_t i = 0; i < 2 * d->model.assoc + 20; i++)
            duel_step(d, 0x123458 + i * stride_B[s], 8);
}

/* Each size at every offset in a line. */
static inline void refer_at_all_offsets(duel *d, const uintptr_t *size_B, size_t n_sizes)
{
   for (uintptr_t offset = 0; offset < d->line_B; offset++)
      for (size_t s = 0; s < n_sizes; s++) {
         uintptr_t line = duel_below(d, 2 * (d->size_B / d->line_B) + 1);
         duel_step(d, 0x50000 + line * d->line_B + offset, size_B[s]);
      }
}

/* Where the sign bit and the upper half of the word change. */
static inline void seams_trace(duel *d)
{
   const uintptr_t seam[] = {
      (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1),
      (uintptr_t)1 << (sizeof(uintptr_t) * 4),
   };
   for (int i = 0; i < 1000; i++)
      duel_step(d, seam[i & 1] - d->size_B + duel_below(d, 2 * d->size_B),
                1 + duel_below(d, 2 * d->line_B));
}

/* An empty way is not line 0. */
static inline void bottom_trace(duel *d)
{
   assert_true(duel_step(d, 0, 1));
   assert_false(duel_step(d, 0, d->line_B));
   assert_false(duel_step(d, d->line_B - 1, 1));
   assert_true(duel_step(d, d->line_B, 1));
}

/* Two caches do not share state. */
static inline void refer_to_two(void)
{
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

/* Defines test_NAME, which runs NAME_trace in all shapes. */
#define TEST_TRACE(name) \
   static void test_##name(void **state) \
   { \
      (void)state; \
      in_all_shapes(name##_trace); \
   }

#endif
