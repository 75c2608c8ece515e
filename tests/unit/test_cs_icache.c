/* test_cs_icache.c -- cs_icache against a naive model of an LRU cache.

   The module stamps ways with the time of use and seeks the oldest; the model
   knows no time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_cache.h"
#include "machine/cs_icache.h"

enum {
   WALK_EVERY = 97,  /* steps between two walks of cs_icache_is_valid */
   INSTR_MAX_B = 15, /* three lines of 8 bytes */
};
#define CACHE cs_icache
#include "models/cs_lru_model.h"

static void cache_init(duel *d)
{
   cs_icache_init(&d->cache, &d->g, &d->memory.alloc);
}

static void cache_fini(duel *d)
{
   cs_icache_fini(&d->cache);
}

static void assert_valid(const duel *d, const uintptr_t *addr)
{
   (void)addr;
   assert_true(cs_icache_is_valid(&d->cache));
}

static cs_icache_line *at(duel *d, uintptr_t addr, uintptr_t size_B)
{
   cs_icache_line *line = cs_icache_at(&d->cache, addr, (uint32_t)size_B);
   assert_non_null(line);
   assert_int_equal(line->addr, addr - addr % d->line_B);
   return line;
}

/* The number of lines of an instruction. */
static uint32_t span(const duel *d, uintptr_t addr, uintptr_t size_B)
{
   uint32_t n = 1;
   for (uintptr_t byte = addr + 1; byte != addr + size_B; byte++)
      n += byte % d->line_B == 0;
   assert_int_equal(cs_icache_span(&d->cache, addr, (uint32_t)size_B), n);
   return n;
}

/* An instruction whose record is at hand is fetched by both; true on a miss. */
static bool duel_refer(duel *d, cs_icache_line *line, uintptr_t addr, uintptr_t size_B)
{
   uint32_t n_lines = span(d, addr, size_B);
   return duel_compare(d, addr, size_B, cs_icache_refer(&d->cache, line, n_lines));
}

/* One that is translated just before it runs. */
static bool cache_refer(duel *d, uintptr_t addr, uintptr_t size_B)
{
   return cs_icache_refer(&d->cache, at(d, addr, size_B), span(d, addr, size_B));
}

/* ---- Random traces --------------------------------------------------- */

static void random_trace(duel *d)
{
   for (int i = 0; i < 2000; i++)
      duel_step(d, 0x400000 + duel_below(d, 2 * d->size_B + d->line_B),
                1 + duel_below(d, INSTR_MAX_B));
}

TEST_TRACE(random)

/* A program: its instructions are placed once and then run in loops, with
   calls between them. */
static void program_trace(duel *d)
{
   enum { N_INSTRS = 600 };
   struct {
      uintptr_t addr, size_B;
      cs_icache_line *line;
   } p[N_INSTRS];
   uintptr_t addr = 0x400000;
   for (int i = 0; i < N_INSTRS; i++) {
      p[i].addr = addr;
      p[i].size_B = 1 + duel_below(d, INSTR_MAX_B);
      p[i].line = at(d, addr, p[i].size_B);
      addr += p[i].size_B;
      if (duel_below(d, 40) == 0)
         addr += duel_below(d, d->size_B); /* another function */
   }
   for (int loop = 0; loop < 60; loop++) {
      uintptr_t from = duel_below(d, N_INSTRS - 20);
      uintptr_t n = 1 + duel_below(d, 20);
      for (int round = 0; round < 3; round++)
         for (uintptr_t i = from; i < from + n; i++)
            duel_refer(d, p[i].line, p[i].addr, p[i].size_B);
   }
}

TEST_TRACE(program)

static void high_bits_trace(duel *d)
{
   refer_by_high_bits(d, 1000, INSTR_MAX_B);
}

TEST_TRACE(one_set)
TEST_TRACE(high_bits)

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
      7,
      8,
      9,
      INSTR_MAX_B,
      d->line_B - 1,
      d->line_B,
      d->line_B + 1,
      2 * d->line_B,
      2 * d->line_B + 1,
      2 * d->line_B + 2,
   };
   refer_at_all_offsets(d, size_B, sizeof size_B / sizeof size_B[0]);
}

TEST_TRACE(straddling)
TEST_TRACE(seams)
TEST_TRACE(bottom)

/* ---- By hand --------------------------------------------------------- */

/* All lines of a straddling instruction are touched, and it is one miss if any of them
   misses. */
static void test_straddling_by_hand(void **state)
{
   (void)state;
   const shape s = { 4, 2 };
   duel d;
   duel_begin(&d, &s, 8);
   assert_true(duel_step(&d, 0x1000, 4));  /* the first line is in */
   assert_true(duel_step(&d, 0x1006, 4));  /* the second is not */
   assert_false(duel_step(&d, 0x1008, 4)); /* now it is */
   assert_true(duel_step(&d, 0x1036, 4));  /* neither of two */
   assert_false(duel_step(&d, 0x1030, 1));
   assert_false(duel_step(&d, 0x1038, 1));
   assert_true(duel_step(&d, 0x100f, 10)); /* 3 lines, the first is in */
   assert_false(duel_step(&d, 0x1010, 8));
   assert_false(duel_step(&d, 0x1018, 8));
   duel_end(&d);
}

/* In one line, the lines of an instruction push each other out. */
static void test_one_line_only(void **state)
{
   (void)state;
   duel d;
   duel_begin(&d, &shapes[0], 16);
   assert_true(duel_step(&d, 0x1000, 15));
   assert_false(duel_step(&d, 0x100f, 1));
   assert_true(duel_step(&d, 0x100f, 2));
   assert_true(duel_step(&d, 0x100f, 2));
   assert_false(duel_step(&d, 0x1010, 1));
   assert_true(duel_step(&d, 0x1000, 1));
   duel_end(&d);
}

/* An instruction across the end of the address space cannot run, but placing it must
   terminate. */
static void test_wrapping_instruction_ends(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++) {
      duel d;
      duel_begin(&d, &shapes[i], 64);
      cs_icache_line *line = at(&d, (uintptr_t)-4, 8);
      assert_ptr_equal(line->next, at(&d, 0, 1));
      (void)cs_icache_refer(&d.cache, line, span(&d, (uintptr_t)-4, 8));
      assert_false(cs_icache_refer(&d.cache, line->next, 1));
      duel_end(&d);
   }
}

/* ---- The inline guard ------------------------------------------------ */

/* Both caches have the same lines in the same ways, in the same order of use.  Times can
   differ. */
static void assert_same_state(const cs_icache *a, const cs_icache *b)
{
   assert_int_equal(a->n_sets, b->n_sets);
   assert_int_equal(a->assoc, b->assoc);
   assert_memory_equal(a->mru, b->mru, a->n_sets * sizeof *a->mru);
   for (uintptr_t set = 0; set < a->n_sets; set++) {
      const cs_icache_way *p = &a->ways[set * a->assoc];
      const cs_icache_way *q = &b->ways[set * b->assoc];
      for (uint32_t i = 0; i < a->assoc; i++) {
         assert_int_equal(p[i].line == NULL, q[i].line == NULL);
         if (p[i].line != NULL)
            assert_int_equal(p[i].line->addr, q[i].line->addr);
         for (uint32_t j = 0; j < i; j++)
            assert_int_equal(p[i].last_use < p[j].last_use,
                             q[i].last_use < q[j].last_use);
      }
   }
}

/* Two caches see one trace; one of them only the references that fail the guard. */
static void guarded_trace(duel *d)
{
   cs_icache guarded;
   unsigned n_skipped = 0, n_called = 0;
   uintptr_t addr = 0x20000;

   cs_icache_init(&guarded, &d->g, &d->memory.alloc);
   for (int i = 0; i < 2000; i++) {
      uintptr_t size_B = 1 + duel_below(d, d->line_B);
      if (duel_below(d, 5) == 0)
         addr = 0x20000 + duel_below(d, 2 * d->size_B + 1);
      cs_icache_line *line = cs_icache_at(&guarded, addr, (uint32_t)size_B);
      uint32_t n_lines = span(d, addr, size_B);
      bool skip_it = cs_icache_are_latest(line, n_lines);
      bool miss = duel_step(d, addr, size_B);
      if (skip_it) {
         n_skipped++;
         assert_false(miss);
      } else {
         n_called++;
         assert_int_equal(cs_icache_refer(&guarded, line, n_lines), miss);
      }
      if (i % 64 == 0)
         assert_same_state(&d->cache, &guarded);
      if (i % WALK_EVERY == 0)
         assert_true(cs_icache_is_valid(&guarded));
   }
   assert_same_state(&d->cache, &guarded);
   assert_in_range(n_skipped, 100, 1900); /* the trace tries both */
   assert_in_range(n_called, 100, 1900);
   cs_icache_fini(&guarded);
}

TEST_TRACE(guarded)

/* No line passes the guard of a set that is empty. */
static void test_guard_of_empty_cache(void **state)
{
   (void)state;
   const shape s = { 3, 2 };
   duel d;
   duel_begin(&d, &s, 64);
   const uintptr_t addr[] = {
      0, 1, 63, 64, 0x1000, (uintptr_t)-1 / 2, (uintptr_t)0 - 65, (uintptr_t)0 - 128
   };
   for (size_t i = 0; i < sizeof addr / sizeof addr[0]; i++)
      assert_false(cs_icache_are_latest(at(&d, addr[i], 1), 1));
   duel_end(&d);
}

/* All lines of the instruction count, and no other. */
static void test_guard_by_hand(void **state)
{
   (void)state;
   const shape s = { 4, 2 };
   duel d;
   duel_begin(&d, &s, 8);
   cs_icache_line *line = at(&d, 0x1007, 10);
   duel_step(&d, 0x1007, 10); /* sets 0, 1 and 2 */
   assert_true(cs_icache_are_latest(line, 3));
   const bool expected[3][3] = {
      /* [set disturbed][lines - 1] */
      { false, false, false },
      { true, false, false },
      { true, true, false },
   };
   for (uintptr_t set = 0; set < 3; set++) {
      duel_step(&d, 0x2000 + set * 8, 1);
      for (uint32_t n = 1; n <= 3; n++)
         assert_int_equal(cs_icache_are_latest(line, n), expected[set][n - 1]);
      duel_step(&d, 0x1000 + set * 8, 1);
   }
   duel_step(&d, 0x1018, 1);
   assert_true(cs_icache_are_latest(line, 3));
   duel_end(&d);
}

/* ---- The records ----------------------------------------------------- */

enum { MANY_LINES = 100000 };

/* The address of the ith line: runs of four neighbours, far apart, with bits set in the
   whole word. */
static uintptr_t scattered(uintptr_t i)
{
   uintptr_t run = i / 4;
   return (run * 0x1001 + (run & 7) * ((uintptr_t)-1 / 16 + 1)) * 256 + i % 4 * 64;
}

static void test_records_are_stable_and_unique(void **state)
{
   (void)state;
   const shape s = { 64, 8 };
   duel d;
   duel_begin(&d, &s, 64);
   cs_icache_line **line = calloc(MANY_LINES, sizeof *line);
   assert_non_null(line);
   for (uintptr_t i = 0; i < MANY_LINES; i++) {
      line[i] = at(&d, scattered(i), 1);
      assert_int_equal(d.cache.n_lines, i + 1);
      assert_true(d.cache.n_lines <= d.cache.n_buckets); /* chains are short */
      duel_refer(&d, line[i], scattered(i), 1);
      uintptr_t j = duel_below(&d, i + 1); /* while the table grows */
      assert_ptr_equal(at(&d, scattered(j) + 63, 1), line[j]);
      duel_refer(&d, line[j], scattered(j), 64);
   }
   assert_int_equal(d.cache.n_buckets & (d.cache.n_buckets - 1), 0);
   for (uintptr_t i = 0; i < MANY_LINES; i++) {
      assert_ptr_equal(at(&d, scattered(i) + i % 64, 1), line[i]);
      assert_ptr_equal(line[i]->mru, &d.cache.mru[scattered(i) / 64 % 64]);
   }
   assert_int_equal(d.cache.n_lines, MANY_LINES);
   free(line);
   duel_end(&d);
}

/* A line has one record, whether it is reached by `next` or by its own address. */
static void test_records_of_straddling_instructions(void **state)
{
   (void)state;
   const shape s = { 3, 2 };
   duel d;
   duel_begin(&d, &s, 8);
   cs_icache_line *third = at(&d, 0x1010, 1);
   cs_icache_line *first = at(&d, 0x1007, 10);
   assert_int_equal(d.cache.n_lines, 3);
   assert_ptr_equal(first, at(&d, 0x1000, 1));
   assert_ptr_equal(first->next, at(&d, 0x1008, 8));
   assert_ptr_equal(first->next->next, third);
   assert_null(third->next);
   assert_ptr_equal(third->mru, &d.cache.mru[0x1010 / 8 % 3]);
   assert_ptr_equal(at(&d, 0x1017, 2), third);
   assert_non_null(third->next);
   assert_int_equal(d.cache.n_lines, 4);
   assert_int_equal(d.cache.clock, 0); /* placing is not fetching */
   duel_end(&d);
}

/* ---- Sweeping -------------------------------------------------------- */

/* The record of a line in the cache, or held by an instruction, stays; but its links to
   freed neighbours go. */
static void test_sweeping_leaves_what_is_used(void **state)
{
   (void)state;
   const shape s = { 4, 1 };
   duel d;
   duel_begin(&d, &s, 8);
   cs_icache_line *cached = at(&d, 0x1007, 2); /* its second line is not used */
   duel_refer(&d, cached, 0x1000, 4);
   cs_icache_line *held = at(&d, 0x2007, 2);
   at(&d, 0x200f, 2);
   at(&d, 0x3000, 1);
   assert_int_equal(d.cache.n_lines, 6);
   cs_icache_keep(held, 2);
   cs_icache_sweep(&d.cache);
   assert_int_equal(d.cache.n_lines, 3);
   assert_ptr_equal(at(&d, 0x1000, 1), cached);
   assert_null(cached->next);
   assert_ptr_equal(at(&d, 0x2007, 2), held);
   assert_null(held->next->next);
   cs_icache_sweep(&d.cache); /* no instruction holds it now */
   assert_int_equal(d.cache.n_lines, 1);
   assert_false(duel_step(&d, 0x1000, 1));
   assert_true(duel_step(&d, 0x2007, 2));
   duel_end(&d);
}

/* Ever new lines, of which few are held at a time, take no more memory. */
static void test_sweeping_bounds_memory(void **state)
{
   (void)state;
   const shape s = { 64, 8 };
   duel d;
   duel_begin(&d, &s, 64);
   size_t n_calls = 0, enough = d.cache.enough_lines;
   uintptr_t n_sweeps = 0;
   for (uintptr_t i = 0; n_sweeps < 20; i++) {
      duel_step(&d, 64 * i, 1);
      assert_in_range(d.cache.n_lines, 0, enough + 1);
      if (!cs_icache_has_enough(&d.cache))
         continue;
      cs_icache_sweep(&d.cache);
      assert_int_equal(d.cache.n_lines, 64 * 8);
      n_sweeps++;
      if (n_sweeps == 1)
         n_calls = d.memory.n_calls;
   }
   assert_int_equal(d.memory.n_calls, n_calls);
   duel_end(&d);
}

/* If a program needs many lines at one time, all stay, and the next sweep comes only
   when there are twice as many. */
static void test_sweeping_is_rare(void **state)
{
   (void)state;
   const shape s = { 64, 8 };
   duel d;
   duel_begin(&d, &s, 64);
   uintptr_t n_sweeps = 0;
   for (uintptr_t i = 0; i < MANY_LINES; i++) {
      at(&d, scattered(i), 1);
      if (!cs_icache_has_enough(&d.cache))
         continue;
      n_sweeps++;
      for (uintptr_t j = 0; j <= i; j++)
         cs_icache_keep(at(&d, scattered(j), 1), 1);
      cs_icache_sweep(&d.cache);
      assert_int_equal(d.cache.n_lines, i + 1);
   }
   assert_in_range(n_sweeps, 1, 3);
   duel_end(&d);
}

/* Sweeping changes the result of no reference. */
static void sweeping_trace(duel *d)
{
   for (int i = 0; i < 2000; i++) {
      duel_step(d, 0x400000 + duel_below(d, 2 * d->size_B + d->line_B),
                1 + duel_below(d, INSTR_MAX_B));
      if (duel_below(d, 20) > 0)
         continue;
      uintptr_t addr = 0x400000 + duel_below(d, 2 * d->size_B + d->line_B);
      cs_icache_keep(at(d, addr, 15), span(d, addr, 15));
      cs_icache_sweep(&d->cache);
      assert_true(cs_icache_is_valid(&d->cache));
   }
}

TEST_TRACE(sweeping)

/* ---- The walker itself ----------------------------------------------- */

#define ASSERT_NOTICED(field, damage) \
   do { \
      __typeof__(field) kept = (field); \
      assert_true(cs_icache_is_valid(c)); \
      (field) = (damage); \
      assert_false(cs_icache_is_valid(c)); \
      (field) = kept; \
   } while (0)

static void test_walker_sees_damage(void **state)
{
   (void)state;
   const shape s = { 4, 3 };
   duel d;
   duel_begin(&d, &s, 64);
   duel_step(&d, 0x0000, 1); /* set 0: three lines; set 1: one */
   duel_step(&d, 0x0100, 1);
   duel_step(&d, 0x0200, 1);
   duel_step(&d, 0x0040, 1);
   cs_icache *c = &d.cache;
   cs_icache_way *w = c->ways;              /* of set 0; those of set 1 follow */
   cs_icache_line *out = at(&d, 0x0080, 1); /* known, but not in the cache */

   ASSERT_NOTICED(w[1].line, w[0].line);       /* twice */
   ASSERT_NOTICED(w[1].line, w[3].line);       /* in another set */
   ASSERT_NOTICED(w[1].line, NULL);            /* lost, but stamped */
   ASSERT_NOTICED(w[4].line, out);             /* not stamped */
   ASSERT_NOTICED(w[4].last_use, 9);           /* empty, but stamped */
   ASSERT_NOTICED(w[0].last_use, 0);           /* full, but not */
   ASSERT_NOTICED(w[0].last_use, 9);           /* later than mru */
   ASSERT_NOTICED(out->way, &w[4]);            /* in an empty way */
   ASSERT_NOTICED(out->way, &w[0]);            /* in another's */
   ASSERT_NOTICED(w[0].line->way, NULL);       /* does not know its way */
   ASSERT_NOTICED(w[0].line->way, &w[1]);      /* does not know its way */
   ASSERT_NOTICED(w[0].line->mru, &c->mru[1]); /* of another set */
   ASSERT_NOTICED(w[0].line->addr, 0x0040);    /* of another set */
   ASSERT_NOTICED(c->mru[0], 0x0100);          /* not the latest */
   ASSERT_NOTICED(c->mru[2], 0x0080);          /* of an empty set */
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
      assert_int_equal(cs_icache_line_of(&d->cache, addr), addr - addr % d->line_B);
      assert_int_equal(cs_icache_set(&d->cache, addr),
                       addr / d->line_B % d->model.n_sets);
   }
   for (uintptr_t set = 0; set < d->model.n_sets; set++)
      assert_int_equal(d->cache.mru[set], CS_NO_LINE);
}

TEST_TRACE(line_and_set)

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_program),
      cmocka_unit_test(test_one_set),
      cmocka_unit_test(test_high_bits),
      cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_zigzag),
      cmocka_unit_test(test_strides),
      cmocka_unit_test(test_straddling),
      cmocka_unit_test(test_seams),
      cmocka_unit_test(test_bottom),
      cmocka_unit_test(test_straddling_by_hand),
      cmocka_unit_test(test_one_line_only),
      cmocka_unit_test(test_wrapping_instruction_ends),
      cmocka_unit_test(test_guarded),
      cmocka_unit_test(test_guard_of_empty_cache),
      cmocka_unit_test(test_guard_by_hand),
      cmocka_unit_test(test_records_are_stable_and_unique),
      cmocka_unit_test(test_records_of_straddling_instructions),
      cmocka_unit_test(test_sweeping_leaves_what_is_used),
      cmocka_unit_test(test_sweeping_bounds_memory),
      cmocka_unit_test(test_sweeping_is_rare),
      cmocka_unit_test(test_sweeping),
      cmocka_unit_test(test_walker_sees_damage),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_line_and_set),
   };
   return cmocka_run_group_tests_name("cs_icache", tests, NULL, NULL);
}
