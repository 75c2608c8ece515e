/* test_cs_reasons.c -- cs_reasons against what a history of lines says.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_reasons.h"
#include "models/naive_history.h"

static struct {
   unit_alloc memory;
   cs_reasons reasons;
   naive_history history;
   uint64_t most;
   unsigned n_steps;
   uint64_t n[CS_N_REASONS];
} the;

static void begin(uint64_t n_lines, uint32_t line_B)
{
   unit_alloc_init(&the.memory);
   cs_geometry g = { n_lines * line_B, 1, line_B };
   memset(&the.reasons, 0xa5, sizeof the.reasons);
   cs_reasons_init(&the.reasons, &g, &the.memory.alloc);
   the.history.line_B = line_B;
   the.history.n = 1; /* line 0 */
   the.history.blocks[0] = 0;
   the.most = n_lines;
   the.n_steps = 0;
   memset(the.n, 0, sizeof the.n);
}

static void end(void)
{
   cs_reasons_fini(&the.reasons);
   assert_int_equal(the.memory.n_live, 0);
}

static cs_reason expected_of(uintptr_t addr, uintptr_t size_B)
{
   bool was_cold = false, was_lost = false;
   naive_history *h = &the.history;
   for (uint64_t b = addr / h->line_B; b <= (addr + size_B - 1) / h->line_B; b++) {
      was_cold |= !history_has(h, b);
      was_lost |= !history_holds(h, b, 1, the.most);
      history_use(h, b);
   }
   return was_cold ? CS_COLD : was_lost ? CS_CAPACITY : CS_CONFLICT;
}

static cs_reason step(uintptr_t addr, uintptr_t size_B)
{
   cs_reasons_expect(&the.reasons, addr);
   cs_reason expected = expected_of(addr, size_B);
   cs_reason actual = cs_reasons_refer(&the.reasons, addr, size_B);
   the.n_steps++;
   the.n[expected]++;
   if (actual != expected)
      fail_msg("step %u, %#lx+%lu: reason %d, but the history says %d", the.n_steps,
               (unsigned long)addr, (unsigned long)size_B, (int)actual, (int)expected);
   return actual;
}

/* ---- By hand --------------------------------------------------------- */

static void test_cold_once(void **state)
{
   (void)state;
   begin(4, 64);
   assert_int_equal(step(0, 1), CS_CONFLICT); /* line 0 is there */
   for (uintptr_t i = 1; i < 100; i++)
      assert_int_equal(step(i * 64, 8), CS_COLD);
   for (uintptr_t i = 1; i < 96; i++)
      assert_int_equal(step(i * 64, 8), CS_CAPACITY);
   end();
}

static void test_held(void **state)
{
   (void)state;
   begin(4, 64);
   for (int round = 0; round < 5000; round++)
      for (uintptr_t i = 1; i <= 4; i++)
         assert_int_equal(step(i * 4096, 8), round == 0 ? CS_COLD : CS_CONFLICT);
   end();
}

/* One line more than it holds, round and round, past all times. */
static void test_one_too_many(void **state)
{
   (void)state;
   begin(4, 64);
   for (int round = 0; round < 5000; round++)
      for (uintptr_t i = 1; i <= 5; i++)
         assert_int_equal(step(i * 4096, 8), round == 0 ? CS_COLD : CS_CAPACITY);
   end();
}

/* An access to several lines has the first reason in the order of cs_reason. */
static void test_several_lines(void **state)
{
   (void)state;
   begin(2, 64);
   assert_int_equal(step(0x1000, 1), CS_COLD);
   assert_int_equal(step(0x103e, 4), CS_COLD);     /* the second line is new */
   assert_int_equal(step(0x103e, 4), CS_CONFLICT); /* both are held */
   assert_int_equal(step(0x2000, 1), CS_COLD);     /* 0x1000 leaves */
   assert_int_equal(step(0x103e, 4), CS_CAPACITY);
   assert_int_equal(step(0x10be, 130), CS_COLD);
   assert_int_equal(cs_reasons_refer(&the.reasons, (uintptr_t)-4, 8), CS_COLD);
   assert_int_equal(cs_reasons_refer(&the.reasons, 0, 1), CS_CONFLICT);
   end();
}

/* ---- Random ---------------------------------------------------------- */

static uintptr_t next_addr(unit_random *r, uintptr_t at, uint64_t span)
{
   switch (unit_random_below(r, 6)) {
   case 0: return 0x10000 + (uintptr_t)unit_random_below(r, 3 * span);
   case 1: return 0x10000 + (uintptr_t)unit_random_below(r, span / 2);
   case 2: return at;
   case 3: return (uintptr_t)unit_random_below(r, 7) << (sizeof(uintptr_t) * 8 - 3);
   default: return at + (uintptr_t)unit_random_below(r, 80);
   }
}

static void random_trace(uint64_t seed, uint64_t n_lines, uint32_t line_B, int n_steps)
{
   unit_random r = unit_random_from(seed);
   uintptr_t at = 0x10000;
   begin(n_lines, line_B);
   for (int i = 0; i < n_steps; i++) {
      at = next_addr(&r, at, n_lines * line_B);
      step(at, 1 + (uintptr_t)unit_random_below(&r, i % 40 == 0 ? 90 : 9));
   }
   end();
}

static void test_random(void **state)
{
   (void)state;
   const struct {
      uint64_t n_lines;
      uint32_t line_B;
   } shapes[] = {
      { 1, 64 },  { 2, 16 }, { 3, 64 },   { 16, 64 },  { 63, 32 },
      { 64, 64 }, { 65, 8 }, { 256, 64 }, { 512, 64 }, { 1000, 128 },
   };
   for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
      for (uint64_t seed = 1; seed <= 3; seed++) {
         random_trace(seed, shapes[i].n_lines, shapes[i].line_B, 5000);
         assert_true(the.n[CS_COLD] > 0 && the.n[CS_CAPACITY] > 0
                     && the.n[CS_CONFLICT] > 0);
      }
}

/* More memory than times at first: the times become more. */
static void test_growing_footprint(void **state)
{
   (void)state;
   begin(8, 64);
   for (uintptr_t i = 0; i < 6000; i++) {
      step(0x100000 + i * 64, 8);
      step(0x100000 + i / 2 * 64, 8);
   }
   assert_true(the.reasons.end >= 8192);
   for (uintptr_t i = 0; i < 6000; i++)
      step(0x100000 + i * 64, 8);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cold_once),    cmocka_unit_test(test_held),
      cmocka_unit_test(test_one_too_many), cmocka_unit_test(test_several_lines),
      cmocka_unit_test(test_random),       cmocka_unit_test(test_growing_footprint),
   };
   return cmocka_run_group_tests_name("cs_reasons", tests, NULL, NULL);
}
