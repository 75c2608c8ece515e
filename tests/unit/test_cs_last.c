/* test_cs_last.c -- cs_last against a naive model of an LRU cache, and against
   cs_cache.

   Where the module packs a set, it must hold the model's lines in the same order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_last.h"

enum { WALK_EVERY = 31 }; /* steps between two looks at a set */
#define CACHE cs_last
#include "models/cs_lru_model.h"

#define ADDR_END ((uintptr_t)1 << CS_LAST_ADDR_BITS)

static void cache_init(duel *d)
{
   cs_last_init(&d->cache, &d->g, &d->memory.alloc);
}

static void cache_fini(duel *d)
{
   cs_last_fini(&d->cache, &d->memory.alloc);
}

static bool cache_refer(duel *d, uintptr_t addr, uintptr_t size_B)
{
   cs_last_expect(&d->cache, addr);
   return cs_last_refer(&d->cache, addr, size_B);
}

/* A set that is packed holds the tags of the model's lines plus 1, the latest first, and
   then nothing. */
static void assert_same_set(const duel *d, uintptr_t set)
{
   const uint32_t *tags = &d->cache.tags[set * CS_LAST_WAYS];
   const uintptr_t *held = &d->model.held[set * d->model.assoc];
   for (uintptr_t i = 0; i < CS_LAST_WAYS; i++)
      assert_int_equal(tags[i],
                       i < d->model.n_held[set] ? held[i] / d->model.n_sets + 1 : 0);
}

static void assert_valid(const duel *d, const uintptr_t *addr)
{
   if (d->cache.tags == NULL && addr == NULL)
      assert_true(cs_cache_is_valid(&d->cache.plain));
   else if (d->cache.tags != NULL && addr != NULL)
      assert_same_set(d, *addr / d->line_B % d->model.n_sets);
   else if (d->cache.tags != NULL)
      for (uintptr_t set = 0; set < d->model.n_sets; set++)
         assert_same_set(d, set);
}

/* ---- The shapes ------------------------------------------------------ */

typedef struct {
   uint32_t n_sets, line_size_B, assoc;
} last_shape;

static cs_geometry geometry(const last_shape *s)
{
   return (cs_geometry){ .size_B = (uint64_t)s->n_sets * s->assoc * s->line_size_B,
                         .assoc = s->assoc,
                         .line_size_B = s->line_size_B };
}

static void begin(duel *d, const last_shape *s)
{
   duel_begin(d, &(shape){ s->n_sets, s->assoc }, s->line_size_B);
}

/* With 1 to 16 ways these are packed; the first four leave 31 bits to a
   tag. */
static const struct {
   uint32_t n_sets, line_size_B;
} packed[] = {
   { 512, 64 },  { 8, 4096 },  { 1, 32768 }, { 4096, 8 },  { 1024, 64 }, { 16, 4096 },
   { 1, 65536 }, { 512, 256 }, { 8192, 8 },  { 2048, 32 }, { 2, 65536 }, { 4096, 64 },
};

static const last_shape plain[] = {
   { 1024, 64, 17 }, { 256, 256, 64 },  { 1, 65536, 24 }, /* many ways */
   { 1000, 64, 16 }, { 1536, 128, 12 }, { 3, 65536, 2 },  /* sets not 2^n */
   { 256, 64, 16 },  { 4, 4096, 4 },    { 1, 16384, 16 }, /* tags of 32 bits */
   { 1, 8, 1 },      { 1, 64, 16 },     { 64, 64, 8 },    { 12, 16, 3 },
};

enum {
   N_PACKED = sizeof packed / sizeof packed[0],
   N_PLAIN = sizeof plain / sizeof plain[0],
};

static void in_shape(const last_shape *s, void (*trace)(duel *d))
{
   duel d;
   begin(&d, s);
   trace(&d);
   duel_end(&d);
}

/* Runs the trace as in_all_shapes does, in shapes of a last level. */
static void in_last_shapes(void (*trace)(duel *d))
{
   for (int i = 0; i < N_PACKED; i++)
      for (uint32_t assoc = 1; assoc <= CS_LAST_WAYS; assoc++) {
         last_shape s = { packed[i].n_sets, packed[i].line_size_B, assoc };
         in_shape(&s, trace);
      }
   for (int i = 0; i < N_PLAIN; i++)
      in_shape(&plain[i], trace);
}

static void is_packed(duel *d)
{
   assert_non_null(d->cache.tags);
}
static void is_plain(duel *d)
{
   assert_null(d->cache.tags);
}

static void test_which_are_packed(void **state)
{
   (void)state;
   for (int i = 0; i < N_PACKED; i++)
      for (uint32_t assoc = 1; assoc <= CS_LAST_WAYS; assoc++) {
         last_shape s = { packed[i].n_sets, packed[i].line_size_B, assoc };
         in_shape(&s, is_packed);
      }
   for (int i = 0; i < N_PLAIN; i++)
      in_shape(&plain[i], is_plain);
}

/* ---- Random traces --------------------------------------------------- */

static void random_trace(duel *d)
{
   for (int i = 0; i < 1000; i++)
      duel_step(d, 0x10000 + duel_below(d, 2 * d->size_B + d->line_B),
                1 + duel_below(d, 64));
}

static void test_random(void **state)
{
   (void)state;
   in_last_shapes(random_trace);
}

/* A few lines of a few sets, drawn at random: every way hits often. */
static void few_sets_trace(duel *d)
{
   uintptr_t base = 0x3f0000000000 + d->line_B * duel_below(d, 4096);
   for (int i = 0; i < 1500; i++)
      duel_step(d,
                base + d->line_B * duel_below(d, 3)
                   + d->set_stride_B * duel_below(d, d->model.assoc + 2),
                1 + duel_below(d, d->line_B < 64 ? d->line_B : 64));
}

static void test_few_sets(void **state)
{
   (void)state;
   in_last_shapes(few_sets_trace);
}

/* All addresses that a program can have, and lines that differ in one bit
   only. */
static void all_bits_trace(duel *d)
{
   uintptr_t base = 0;
   for (int i = 0; i < 1000; i++) {
      if (i % 50 == 0)
         base = duel_below(d, ADDR_END);
      uintptr_t addr = base ^ (uintptr_t)1 << duel_below(d, CS_LAST_ADDR_BITS);
      uintptr_t size_B = 1 + duel_below(d, 64);
      duel_step(d, addr > ADDR_END - size_B ? addr - size_B : addr, size_B);
   }
}

static void test_all_bits(void **state)
{
   (void)state;
   in_last_shapes(all_bits_trace);
}

/* ---- Adversarial traces ---------------------------------------------- */

static void test_cyclic(void **state)
{
   (void)state;
   in_last_shapes(cyclic_trace);
}

/* Each way in turn is found, and moved to the front. */
static void every_way_trace(duel *d)
{
   uintptr_t assoc = d->model.assoc, base = 0x5500000000;
   for (uintptr_t way = 0; way < assoc; way++) {
      for (uintptr_t i = 0; i < assoc; i++) /* assoc - 1 is in way 0 */
         duel_step(d, base + i * d->set_stride_B, 1);
      assert_false(duel_step(d, base + (assoc - 1 - way) * d->set_stride_B, 1));
      if (d->cache.tags != NULL)
         assert_same_set(d, base / d->line_B % d->model.n_sets);
      assert_true(duel_step(d, base + (assoc + way) * d->set_stride_B, 1));
      base += 100 * d->set_stride_B;
   }
}

static void test_every_way(void **state)
{
   (void)state;
   in_last_shapes(every_way_trace);
}

static void test_strides(void **state)
{
   (void)state;
   in_last_shapes(strides_trace);
}

/* Sizes that end before, at and after the next boundaries, from places
   around one. */
static void straddling_trace(duel *d)
{
   const uintptr_t size_B[] = {
      1,
      2,
      3,
      8,
      63,
      64,
      d->line_B - 1,
      d->line_B,
      d->line_B + 1,
      2 * d->line_B,
      2 * d->line_B + 1,
      2 * d->line_B + 2,
   };
   enum { N_SIZES = sizeof size_B / sizeof size_B[0] };
   uintptr_t n_steps = d->line_B > 1024 ? 4 : 20; /* the model walks bytes */
   for (size_t s = 0; s < N_SIZES; s++)
      for (uintptr_t i = 0; i < n_steps; i++) {
         uintptr_t line = duel_below(d, 3 * d->model.assoc) * d->model.n_sets
                          + duel_below(d, 3);
         uintptr_t offset = d->line_B - 1 - duel_below(d, 8);
         duel_step(d, 0x50000 + line * d->line_B + offset, size_B[s]);
      }
}

static void test_straddling(void **state)
{
   (void)state;
   in_last_shapes(straddling_trace);
}

/* ---- By hand --------------------------------------------------------- */

/* An empty way is neither line 0 nor the last line. */
static void ends_trace(duel *d)
{
   assert_true(duel_step(d, 0, 1));
   assert_false(duel_step(d, 0, d->line_B));
   assert_false(duel_step(d, d->line_B - 1, 1));
   assert_true(duel_step(d, d->line_B, 1));
   assert_true(duel_step(d, ADDR_END - 1, 1));
   assert_false(duel_step(d, ADDR_END - d->line_B, d->line_B));
   assert_true(duel_step(d, ADDR_END - d->line_B - 1, 2));
   assert_false(duel_step(d, ADDR_END - 1, 1));
}

static void test_ends_of_address_space(void **state)
{
   (void)state;
   in_last_shapes(ends_trace);
}

/* Both lines of a straddling reference are touched, and it is one miss if any of them
   misses. */
static void test_straddling_by_hand(void **state)
{
   (void)state;
   const last_shape s = { 1024, 64, 2 };
   duel d;
   begin(&d, &s);
   assert_true(duel_step(&d, 0x1000, 4));  /* the first line is in */
   assert_true(duel_step(&d, 0x103e, 4));  /* the second is not */
   assert_false(duel_step(&d, 0x1040, 4)); /* now it is */
   assert_true(duel_step(&d, 0x10fe, 8));  /* neither of two */
   assert_false(duel_step(&d, 0x10c0, 1));
   assert_false(duel_step(&d, 0x1100, 1));
   assert_true(duel_step(&d, 0x107f, 66)); /* 3 lines, the first is in */
   assert_false(duel_step(&d, 0x1080, 64));
   assert_false(duel_step(&d, 0x10c0, 64));
   duel_end(&d);
}

/* Two tags that differ in their highest bit only, and the greatest one. */
static void test_widest_tags(void **state)
{
   (void)state;
   const last_shape s = { 512, 64, 2 };
   duel d;
   begin(&d, &s);
   assert_true(duel_step(&d, 0, 1));
   assert_true(duel_step(&d, ADDR_END / 2, 1));
   assert_false(duel_step(&d, 0, 1));
   assert_int_equal(d.cache.tags[0], 1);
   assert_int_equal(d.cache.tags[1], 0x40000001);
   assert_true(duel_step(&d, ADDR_END - d.set_stride_B, 1));
   assert_int_equal(d.cache.tags[0], 0x80000000);
   assert_int_equal(d.cache.tags[2], 0); /* no third way */
   duel_end(&d);
}

/* Memory at this distance from the start of a line of the host. */
static void *get_off_line(void *context, const char *label, size_t size_B)
{
   void *block;
   (void)label;
   if (posix_memalign(&block, 64, *(size_t *)context + size_B) != 0)
      abort();
   return (char *)block + *(size_t *)context;
}

static void put_off_line(void *context, void *block)
{
   if (block != NULL)
      free((char *)block - *(size_t *)context);
}

static void test_sets_lie_in_lines_of_the_host(void **state)
{
   (void)state;
   const cs_geometry g = { 65536, 1, 64 };
   for (size_t off_B = 0; off_B < 64; off_B += 16) { /* aligned for any object */
      const tk_alloc alloc = { .get = get_off_line,
                               .put = put_off_line,
                               .context = &off_B };
      cs_last cache;
      cs_last_init(&cache, &g, &alloc);
      assert_int_equal((uintptr_t)cache.tags % 64, 0);
      for (uintptr_t set = 0; set < 1024; set++)
         assert_true(cs_last_refer(&cache, set * 64, 1));
      cs_last_fini(&cache, &alloc);
   }
}

/* ---- Above what a program can have ----------------------------------- */

static const uintptr_t high[] = {
   ADDR_END,           ADDR_END + 0x1000,  2 * ADDR_END,       2 * ADDR_END - 1,
   ADDR_END | 0x10000, (uintptr_t)1 << 63, 0xffffffffff600000, (uintptr_t)-1,
   (uintptr_t)-64,     (uintptr_t)-4,
};
enum { N_HIGH = sizeof high / sizeof high[0] };

/* Where sets are packed, each is a miss, and nothing changes. */
static void test_high_addresses_leave_no_trace(void **state)
{
   (void)state;
   for (int i = 0; i < N_PACKED; i++)
      for (uint32_t assoc = 1; assoc <= CS_LAST_WAYS; assoc += 5) {
         last_shape s = { packed[i].n_sets, packed[i].line_size_B, assoc };
         duel d;
         begin(&d, &s);
         few_sets_trace(&d);
         duel_step(&d, 0x10000, 1); /* the low bits of a high one */
         for (int round = 0; round < 2; round++)
            for (int j = 0; j < N_HIGH; j++) {
               cs_last_expect(&d.cache, high[j]);
               assert_true(cs_last_refer(&d.cache, high[j], 1));
               assert_true(cs_last_refer(&d.cache, high[j], 64));
            }
         duel_end(&d);
      }
}

/* Where they are not packed, all addresses work. */
static void test_high_addresses_in_plain(void **state)
{
   (void)state;
   for (int i = 0; i < N_PLAIN; i++) {
      duel d;
      begin(&d, &plain[i]);
      for (int j = 0; j < 7; j++) { /* the last line stands for "empty" */
         duel_step(&d, high[j], 1);
         assert_false(duel_step(&d, high[j], 1));
      }
      duel_end(&d);
   }
}

/* A reference that begins below the end and faults behind it: it terminates, it is a
   miss, and valid addresses are still found. */
static void test_straddling_the_end(void **state)
{
   (void)state;
   for (int i = 0; i < N_PACKED; i++) {
      last_shape s = { packed[i].n_sets, packed[i].line_size_B, 4 };
      duel d;
      begin(&d, &s);
      assert_true(cs_last_refer(&d.cache, ADDR_END - 1, 2));
      assert_false(cs_last_refer(&d.cache, ADDR_END - 1, 1));
      assert_true(cs_last_refer(&d.cache, 0, 1));
      assert_true(cs_last_refer(&d.cache, ADDR_END / 2, 1));
      assert_false(cs_last_refer(&d.cache, 0, 1));
      duel_free(&d);
   }
}

/* ---- Against cs_cache ------------------------------------------------ */

enum { N_LONG = 1000000 };

/* At all scales: near the last address, in a fixed region, anywhere. */
static uintptr_t next_addr(unit_random *r, uintptr_t last, uintptr_t size_B)
{
   switch (unit_random_below(r, 8)) {
   case 0: return (uintptr_t)unit_random_below(r, ADDR_END - 64);
   case 1: return 0x400000 + (uintptr_t)unit_random_below(r, size_B * 2);
   case 2: return 0x7ffe00000000 + (uintptr_t)unit_random_below(r, size_B / 2);
   case 3: return last ^ (size_B / 16) << unit_random_below(r, 4);
   default: return last + (uintptr_t)unit_random_below(r, 128);
   }
}

static void compare_with_cs_cache(const last_shape *s)
{
   const cs_geometry g = geometry(s);
   unit_alloc memory;
   cs_last last;
   cs_cache cache;
   unit_random r = unit_random_from(s->assoc);
   uintptr_t addr = 0x400000;
   unsigned long n_misses = 0;

   unit_alloc_init(&memory);
   cs_last_init(&last, &g, &memory.alloc);
   cs_cache_init(&cache, &g, &memory.alloc);
   assert_non_null(last.tags);
   for (unsigned i = 0; i < N_LONG; i++) {
      addr = next_addr(&r, addr, (uintptr_t)g.size_B) % (ADDR_END - 64);
      uintptr_t size_B = (uintptr_t)1 << (i & 3);
      bool miss = cs_cache_refer(&cache, addr, size_B);
      if (cs_last_refer(&last, addr, size_B) != miss)
         fail_msg("reference %u, %#lx+%lu: not as in cs_cache", i, (unsigned long)addr,
                  (unsigned long)size_B);
      n_misses += miss;
   }
   assert_in_range(n_misses, N_LONG / 10, N_LONG - N_LONG / 10);
   cs_last_fini(&last, &memory.alloc);
   cs_cache_fini(&cache, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
}

static void test_like_cs_cache(void **state)
{
   (void)state;
   const last_shape s[] = {
      { 8192, 64, 16 }, { 1024, 64, 12 }, { 4096, 64, 8 }, { 16384, 64, 1 }
   };
   for (size_t i = 0; i < sizeof s / sizeof s[0]; i++)
      compare_with_cs_cache(&s[i]);
}

/* ---- Memory ---------------------------------------------------------- */

static void test_two_instances(void **state)
{
   (void)state;
   const last_shape s = { 1024, 64, 4 }, t = { 16, 4096, 3 }, u = { 5, 64, 3 };
   duel d[3];
   begin(&d[0], &s);
   begin(&d[1], &t);
   begin(&d[2], &u);
   for (int i = 0; i < 3000; i++)
      duel_step(&d[i % 3], duel_below(&d[0], 1 << 20), 4);
   for (int i = 0; i < 3; i++) {
      duel_end(&d[i]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_which_are_packed),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_few_sets),
      cmocka_unit_test(test_all_bits),
      cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_every_way),
      cmocka_unit_test(test_strides),
      cmocka_unit_test(test_straddling),
      cmocka_unit_test(test_ends_of_address_space),
      cmocka_unit_test(test_straddling_by_hand),
      cmocka_unit_test(test_widest_tags),
      cmocka_unit_test(test_sets_lie_in_lines_of_the_host),
      cmocka_unit_test(test_high_addresses_leave_no_trace),
      cmocka_unit_test(test_high_addresses_in_plain),
      cmocka_unit_test(test_straddling_the_end),
      cmocka_unit_test(test_like_cs_cache),
      cmocka_unit_test(test_two_instances),
   };
   return cmocka_run_group_tests_name("cs_last", tests, NULL, NULL);
}
