/* test_cs_hierarchy.c -- cs_hierarchy against a naive machine that sees every reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "test_cs_machines.h"
#include "test_cs_random_machine.h"
#include "test_cs_traces.h"

/* ---- At random -------------------------------------------------------- */

enum { N_STEPS = 1500 };

/* Twice as many in the long form: make check-long. */
static unsigned n_machines(void)
{
   return getenv("LONG") != NULL ? 800 : 400;
}

static void test_random_machines(void **state)
{
   (void)state;
   unsigned n_passed = 0, n_called = 0;
   naive_result sum = { .found = 0 };
   for (unsigned seed = 0; seed < n_machines(); seed++) {
      trio t;
      random_machine(&t, unit_random_from(seed));
      t.seed = seed;
      trio_begin(&t);
      random_trace(&t, N_STEPS);
      n_passed += t.n_passed;
      n_called += t.n_called;
      add_up(&sum, &t.sum);
      trio_end(&t);
   }
   /* The traces try everything. */
   assert_in_range(n_passed, (n_passed + n_called) / 10, n_called);
   for (int i = 0; i < CS_LEVELS_MAX; i++) {
      assert_true(sum.prefetched[i] > n_machines() && sum.used[i] > n_machines() / 4);
      assert_true(sum.written[i] > n_machines());
   }
   assert_true(sum.from_memory > sum.to_memory && sum.to_memory > n_machines());
}

/* An I1 whose hits are turns, of code that jumps about in a few lines and pages, beside
   data: lines leave it for others, for prefetched ones and from inclusive levels, and
   pages the TLB. */
static void test_turns(void **state)
{
   (void)state;
   unsigned n_turned = 0, n_called = 0;
   for (unsigned seed = 0; seed < n_machines(); seed++) {
      trio t;
      random_machine(&t, unit_random_from(seed));
      t.seed = seed;
      uint32_t line_B = t.machine.i1.geometry.line_size_B, assoc = 1 + below(&t, 16);
      t.machine.i1 = (cs_level_shape){
         .geometry = { (uint64_t)line_B * assoc << below(&t, 4), assoc, line_B },
         .policy = CS_TREE_PLRU
      };
      trio_begin(&t);
      uint32_t most = 4 * assoc;
      while (t.n_steps < N_STEPS) {
         bool is_code = below(&t, 4) != 0;
         uintptr_t at = (uintptr_t)line_B * below(&t, most) + below(&t, line_B);
         step(&t, &(reference){ .is_code = is_code,
                                .is_write = !is_code && below(&t, 2) == 0,
                                .site = 0x1000,
                                .addr = 0x400000 + at,
                                .size_B = 1 + below(&t, 16) });
      }
      n_turned += t.n_turned;
      n_called += t.n_called;
      trio_end(&t);
   }
   assert_in_range(n_turned, n_called / 8, n_called);
}

/* ---- By hand --------------------------------------------------------- */

enum { LINE_B = 64 };

static cs_level_shape level_of(uint32_t n_sets, uint32_t assoc)
{
   return (cs_level_shape){ .geometry = { .size_B = (uint64_t)n_sets * assoc * LINE_B,
                                          .assoc = assoc,
                                          .line_size_B = LINE_B } };
}

/* D1 of one set of `d1` ways before one level of one set of `l2` ways. */
static void small_machine(trio *t, uint32_t d1, uint32_t l2)
{
   memset(t, 0, sizeof *t);
   t->machine.i1 = level_of(1, 2);
   t->machine.d1 = level_of(1, d1);
   t->machine.levels[0] = level_of(1, l2);
   t->machine.n_levels = 1;
   t->machine.page_B = 4096;
}

static const naive_result *data(trio *t, char line, bool is_write)
{
   const reference r = {
      .is_write = is_write, .site = 0x1000, .addr = (uintptr_t)line * LINE_B, .size_B = 8
   };
   return step(t, &r);
}

/* Reads lines, each named by a letter; returns which of them D1 missed. */
static const char *misses_of(trio *t, const char *lines)
{
   static char missed[64];
   size_t n = 0;
   for (; *lines != '\0'; lines++)
      if (data(t, *lines, false)->missed & 1)
         missed[n++] = *lines;
   missed[n] = '\0';
   return missed;
}

static void test_lru(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdabcd"), "abcd");
   assert_string_equal(misses_of(&t, "aecdab"), "eb");
   trio_end(&t);
}

/* The tree forgets who was the oldest: after a, b, c, d, a it points to c, not to b. */
static void test_tree_plru(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.d1.policy = CS_TREE_PLRU;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdae"), "abcde");
   assert_string_equal(misses_of(&t, "bade"), "");
   assert_string_equal(misses_of(&t, "c"), "c");
   trio_end(&t);
}

/* What was used again stays while others come and go. */
static void test_srrip(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.d1.policy = CS_SRRIP;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdaefghij"), "abcdefghij");
   assert_string_equal(misses_of(&t, "ka"), "ka"); /* it aged by one in each round */
   trio_end(&t);
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcdaefghijaka"), "abcdefghijk");
   trio_end(&t);
}

/* Each way is chosen, about as often as the others. */
static void test_random_policy(void **state)
{
   (void)state;
   const cs_level_shape shape = { .geometry = { 12 * LINE_B, 12, LINE_B },
                                  .policy = CS_RANDOM,
                                  .seed = 1 };
   unit_alloc memory;
   cs_level level;
   unsigned n[12] = { 0 };
   unit_alloc_init(&memory);
   cs_level_init(&level, &shape, &memory.alloc);
   for (uintptr_t i = 0; i < 12 + 12000; i++) {
      cs_level_left left;
      cs_level_place p = cs_level_at(&level, i * LINE_B);
      uint32_t way = cs_level_fill(&level, &p, &left);
      assert_int_equal(left.line == CS_NO_LINE, i < 12);
      n[way] += i >= 12;
   }
   for (int way = 0; way < 12; way++)
      assert_in_range(n[way], 800, 1200);
   cs_level_fini(&level, &memory.alloc);
}

/* L2 does not know how much D1 uses a line, and takes it away. */
static void test_inclusive(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.levels[0].inclusion = CS_INCLUSIVE;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abac"), "abc");
   assert_string_equal(misses_of(&t, "a"), "a");
   data(&t, 'a', true);
   const naive_result *r = data(&t, 'd', false); /* takes c from L2 */
   assert_int_equal(r->written[0], 0);
   r = data(&t, 'e', false); /* takes a from both; it was dirty in D1 only */
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->written[1], 1);
   assert_int_equal(r->to_memory, 1);
   trio_end(&t);
}

/* A line is in D1 or in L2, so both hold as many as they have ways. */
static void test_exclusive(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.levels[0].inclusion = CS_EXCLUSIVE;
   trio_begin(&t);
   assert_string_equal(misses_of(&t, "abcd"), "abcd");
   assert_int_equal(data(&t, 'a', true)->found, 1);
   assert_int_equal(data(&t, 'b', false)->found, 1);
   assert_int_equal(data(&t, 'c', false)->found, 1); /* a moved down, dirty */
   assert_int_equal(data(&t, 'a', false)->found, 1); /* and up */
   const naive_result *r = data(&t, 'd', false);     /* c moved down */
   assert_int_equal(r->found, 1);
   r = data(&t, 'e', false);
   assert_int_equal(r->written[0], 1); /* a, down */
   assert_int_equal(r->to_memory, 0);
   data(&t, 'f', false);
   r = data(&t, 'g', false);
   assert_int_equal(r->written[1] + data(&t, 'h', false)->written[1], 1); /* a, out */
   trio_end(&t);
}

static void test_write_back(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 1, 2);
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', true);
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->from_memory, 1);
   assert_int_equal(r->to_memory, 0);
   r = data(&t, 'b', false);
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->to_memory, 0); /* L2 has a */
   r = data(&t, 'c', false);
   assert_int_equal(r->written[0], 0);
   assert_int_equal(r->written[1], 1);
   assert_int_equal(r->to_memory, 1);
   trio_end(&t);
}

static void test_write_through(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1.writes_through = true;
   t.machine.d1.no_write_allocate = true;
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', true); /* L2 allocates */
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->written[0], 0);
   assert_int_equal(r->from_memory, 1);
   assert_int_equal(data(&t, 'a', false)->found, 1); /* D1 did not */
   r = data(&t, 'a', true);
   assert_int_equal(r->missed, 0);
   assert_int_equal(r->written[0], 1);
   assert_int_equal(r->to_memory, 0);
   trio_end(&t);
}

/* Lines come before they are needed: of a run, the first misses. */
static void test_next_line(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 4, 16);
   t.machine.prefetchers[0] = (cs_prefetcher_shape){
      .kind = CS_NEXT_LINE, .level = 1, .degree = 1, .distance = 1
   };
   t.machine.n_prefetchers = 1;
   trio_begin(&t);
   const naive_result *r = data(&t, 'a', false);
   assert_int_equal(r->missed, 3);
   assert_int_equal(r->prefetched[0], 1);
   assert_int_equal(r->from_memory, 2);
   for (char line = 'b'; line < 'h'; line++) {
      r = data(&t, line, false);
      assert_int_equal(r->missed, 0);
      assert_int_equal(r->used[0], 1);
      assert_int_equal(r->prefetched[0], 1);
   }
   assert_true(is_empty(data(&t, 'g', false)));
   trio_end(&t);
}

/* ---- The filter by hand ---------------------------------------------- */

static bool filter_has(const trio *t, char line, bool is_write)
{
   const reference r = { .addr = (uintptr_t)line * LINE_B + 5,
                         .size_B = 8,
                         .is_write = is_write };
   return passes(&t->filtered, &r);
}

static void test_filter_of_writes(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   trio_begin(&t);
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   assert_false(filter_has(&t, 'a', true)); /* it would be dirty then */
   data(&t, 'a', true);
   assert_true(filter_has(&t, 'a', true));
   assert_true(filter_has(&t, 'a', false));
   data(&t, 'b', false);
   assert_false(filter_has(&t, 'a', false));
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', true)); /* it is dirty already */
   trio_end(&t);
   t.machine.d1.writes_through = true;
   trio_begin(&t);
   data(&t, 'a', true);
   assert_true(filter_has(&t, 'a', false));
   assert_false(filter_has(&t, 'a', true));
   trio_end(&t);
}

static void test_filter_of_srrip(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1.policy = CS_SRRIP;
   trio_begin(&t);
   data(&t, 'a', false);
   assert_false(filter_has(&t, 'a', false));
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   trio_end(&t);
}

/* A line that L2 takes away, and lines of pages that the TLB forgets. */
static void test_filter_forgets(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 2);
   t.machine.d1 = level_of(2, 2);
   t.machine.levels[0].inclusion = CS_INCLUSIVE;
   trio_begin(&t);
   data(&t, 'a', false);
   data(&t, 'b', false);
   assert_true(filter_has(&t, 'a', false));
   data(&t, 'd', false); /* of the set of b; L2 takes a */
   assert_false(filter_has(&t, 'a', false));
   trio_end(&t);

   small_machine(&t, 2, 64);
   t.machine.d1 = level_of(64, 2);
   t.machine.dtlb[0] = (cs_tlb_shape){ .n_entries = 2, .assoc = 2 };
   t.machine.page_B = LINE_B;
   trio_begin(&t);
   data(&t, 'a', false);
   assert_true(filter_has(&t, 'a', false));
   assert_int_equal(data(&t, 'b', false)->tlb, CS_TLB_WALK); /* forgets a's use */
   assert_false(filter_has(&t, 'a', false));
   assert_true(filter_has(&t, 'b', false));
   assert_true(is_empty(data(&t, 'a', false)));
   trio_end(&t);
}

/* No line of a program passes an empty filter, not even line 0. */
static void test_empty_filter(void **state)
{
   (void)state;
   trio t;
   small_machine(&t, 2, 4);
   t.machine.d1 = level_of(4, 2);
   trio_begin(&t);
   const cs_filter *f = &t.filtered.data.filter;
   for (uintptr_t addr = 0; addr < 1000; addr++)
      for (uintptr_t size_B = 1; size_B <= 16; size_B *= 2) {
         assert_false(cs_filter_passes(f, f->latest, addr, size_B));
         assert_false(cs_filter_passes(f, f->written, addr, size_B));
         assert_false(cs_filter_passes(f, f->latest, NAIVE_END + addr, size_B));
      }
   trio_end(&t);
}

/* ---- Real programs --------------------------------------------------- */

static void see(void *context, const trace_reference *r)
{
   trio *t = context;
   const reference code = { .is_code = true, .addr = r->site_addr, .size_B = 5 };
   const reference datum = {
      .is_write = r->is_write, .site = r->site_addr, .addr = r->addr, .size_B = r->size_B
   };
   if (t->n_steps > 60000)
      return;
   step(t, &code);
   step(t, &datum);
}

static void test_real_traces(void **state)
{
   (void)state;
   for (int kernel = 0; kernel < N_TRACE_KERNELS; kernel++)
      for (int m = kernel % 2; m < N_TEST_MACHINES; m += 2) {
         trio t = { .machine = test_machines[m], .seed = (unsigned)(100 * m + kernel) };
         trio_begin(&t);
         trace_run(kernel, see, &t);
         assert_in_range(t.n_passed, t.n_called / 6, t.n_steps);
         trio_end(&t);
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lru),
      cmocka_unit_test(test_tree_plru),
      cmocka_unit_test(test_srrip),
      cmocka_unit_test(test_random_policy),
      cmocka_unit_test(test_inclusive),
      cmocka_unit_test(test_exclusive),
      cmocka_unit_test(test_write_back),
      cmocka_unit_test(test_write_through),
      cmocka_unit_test(test_next_line),
      cmocka_unit_test(test_filter_of_writes),
      cmocka_unit_test(test_filter_of_srrip),
      cmocka_unit_test(test_filter_forgets),
      cmocka_unit_test(test_empty_filter),
      cmocka_unit_test(test_real_traces),
      cmocka_unit_test(test_random_machines),
      cmocka_unit_test(test_turns),
   };
   return cmocka_run_group_tests_name("cs_hierarchy", tests, NULL, NULL);
}
