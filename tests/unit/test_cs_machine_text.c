/* test_cs_machine_text.c -- cs_machine_text: texts and the machines they describe,
   and exact reasons of problems with their lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "test_cs_machine_text.h"

static void assert_refused(const char *text, uint32_t line, const char *reason)
{
   cs_machine m;
   tk_problem problem = { 0 };
   if (parse(text, strlen(text), &m, &problem))
      fail_msg("accepted: %s", text);
   assert_string_equal(problem.reason, reason);
   assert_int_equal(problem.line, line);
}

/* ---- Good texts ------------------------------------------------------ */

static void assert_level(const cs_level_shape *l, uint64_t size_B, uint32_t ways,
                         cs_policy policy, uint32_t latency)
{
   assert_int_equal(l->geometry.size_B, size_B);
   assert_int_equal(l->geometry.assoc, ways);
   assert_int_equal(l->geometry.line_size_B, 64);
   assert_int_equal(l->policy, policy);
   assert_int_equal(l->latency_cycles, latency);
}

static void test_levels(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   assert_string_equal(m.name, "zen4-like");
   assert_int_equal(m.n_levels, 2);
   assert_level(&m.i1, 32768, 8, CS_TREE_PLRU, 4);
   assert_level(&m.d1, 32768, 8, CS_SRRIP, 4);
   assert_level(&m.levels[0], 1 << 20, 8, CS_TREE_PLRU, 14);
   assert_level(&m.levels[1], 32 << 20, 16, CS_RANDOM, 50);
   assert_true(m.d1.writes_through && m.d1.no_write_allocate && !m.d1.is_shared);
   assert_false(m.i1.writes_through || m.i1.no_write_allocate);
   assert_int_equal(m.levels[0].inclusion, CS_INCLUSIVE);
   assert_int_equal(m.levels[1].inclusion, CS_EXCLUSIVE);
   assert_int_equal(m.levels[1].seed, 7);
   assert_true(m.levels[1].is_shared);
}

static void test_prefetchers(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   assert_int_equal(m.n_prefetchers, 4);
   assert_prefetcher(&m.prefetchers[0],
                     (cs_prefetcher_shape){ CS_STRIDE, 1, false, 64, 3, 2, 8, true });
   assert_prefetcher(&m.prefetchers[1],
                     (cs_prefetcher_shape){ CS_NEXT_LINE, 1, true, 0, 0, 1, 0, false });
   assert_prefetcher(&m.prefetchers[2],
                     (cs_prefetcher_shape){ CS_ADJACENT, 2, false, 0, 0, 0, 0, false });
   assert_prefetcher(&m.prefetchers[3],
                     (cs_prefetcher_shape){ CS_STREAM, 3, false, 16, 2, 1, 20, false });
}

static void test_rest(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   assert_int_equal(m.page_B, 16384);
   assert_tlb(&m.itlb[0], 64, 64, 0);
   assert_tlb(&m.dtlb[0], 72, 72, 0);
   assert_tlb(&m.itlb[1], 512, 8, 7);
   assert_tlb(&m.dtlb[1], 3072, 24, 8);
   assert_false(m.has_unified_tlb);
   assert_int_equal(m.predictor, CS_PREDICTOR_TAGE);
   assert_int_equal(m.width, 6);
   assert_int_equal(m.window, 320);
   assert_int_equal(m.n_misses, 24);
   assert_int_equal(m.mispredict_cycles, 13);
   assert_int_equal(m.forward_cycles, 7);
   assert_true(m.renames_memory);
   assert_int_equal(m.n_stores, 2);
   assert_int_equal(m.walk_cycles, 40);
   assert_int_equal(m.memory_cycles, 350);
   assert_int_equal(m.line_cycles, 8);
   static const uint32_t cycles[CS_N_OPS] = { 1, 3, 14, 3, 3, 11, 15, 3, 8, 40 };
   assert_memory_equal(m.op_cycles, cycles, sizeof cycles);
}

static void test_unified(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES "ITLB entries=48 ways=48\nDTLB entries=48 ways=48\n"
                                "TLB2 entries=1280 ways=5 latency=6\n");
   assert_true(m.has_unified_tlb);
   assert_tlb(&m.itlb[1], 1280, 5, 6);
   assert_tlb(&m.dtlb[1], 1280, 5, 6);
}

/* The defaults. */
static void test_least(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES);
   assert_string_equal(m.name, "test");
   assert_true(cs_machine_is_plain(&m));
   assert_int_equal(m.page_B, cs_machine_default.page_B);
   assert_int_equal(m.memory_cycles, cs_machine_default.memory_cycles);
}

/* ---- Faults ---------------------------------------------------------- */

static void test_keys(void **state)
{
   (void)state;
   assert_refused(
      "name test\nL5 size=1M\n", 2,
      "expected a line that begins with one of name, I1, D1, L2, L3, L4, prefetch, page, "
      "ITLB, DTLB, ITLB2, DTLB2, TLB2, core, memory, ops, found \"L5\"");
   assert_refused("name a\nname b\n", 2, "a second name line");
   assert_refused(CACHES "\n" D1, 6, "a second D1 line");
   assert_refused("name a\n" I1 D1 "L3 size=1M ways=1 latency=1\n", 4,
                  "L3 without L2 before it");
   assert_refused("", 1, "the machine has no line name");
   assert_refused("name a\n" I1 D1 "\n# end\n", 5, "the machine has no line L2");
   assert_refused("name a\n" D1 L2, 3, "the machine has no line I1");
   assert_refused(CACHES
                  "ITLB entries=8 ways=8\nDTLB entries=8 ways=8\n"
                  "TLB2 entries=8 ways=8 latency=1\nITLB2 entries=8 ways=8 latency=1\n",
                  8, "a second ITLB2 line");
   assert_refused(CACHES "ITLB2 entries=8 ways=8 latency=1\n"
                         "TLB2 entries=8 ways=8 latency=1\n",
                  6, "TLB2 is of code and data: it cannot follow ITLB2");
}

static void test_values(void **state)
{
   (void)state;
   assert_refused(
      "I1 32K\n", 1,
      "I1: expected NAME=VALUE, NAME one of size, ways, line, "
      "policy, seed, inclusion, writes, allocate, shared, latency, gap, refill, "
      "found \"32K\"");
   assert_refused("I1 sizes=32K\n", 1,
                  "I1: expected NAME=VALUE, NAME one of size, ways, "
                  "line, policy, seed, inclusion, writes, allocate, shared, latency, "
                  "gap, refill, found \"sizes=32K\"");
   assert_refused("I1 size=32K size=32K\n", 1, "I1: size= twice");
   assert_refused("I1 size=32K\n", 1, "I1: ways= is missing");
   assert_refused("I1 ways=8\n", 1, "I1: size= is missing");
   assert_refused("I1 size=\n", 1,
                  "size: expected a size such as 64, 32K or 1M, found \"\"");
   assert_refused("I1 size=32k\n", 1,
                  "size: expected a size such as 64, 32K or 1M, found \"32k\"");
   assert_refused("I1 size=32KB\n", 1,
                  "size: expected a size such as 64, 32K or 1M, found \"32KB\"");
   assert_refused("I1 size=17179869184G\n", 1,
                  "size: expected a size such as 64, 32K or 1M, found \"17179869184G\"");
   assert_refused("I1 ways=8K\n", 1, "ways: expected a number, found \"8K\"");
   assert_refused("I1 ways=-8\n", 1, "ways: expected a number, found \"-8\"");
   assert_refused("I1 ways=0\n", 1, "ways must be at least 1");
   assert_refused("I1 latency=1000001\n", 1, "latency is too large");
   assert_refused("I1 policy=fifo\n", 1,
                  "policy: expected one of lru, plru, srrip, random, found \"fifo\"");
   assert_refused("I1 policy=\x01\xff\n", 1,
                  "policy: expected one of lru, plru, srrip, random, found \"??\"");
   assert_refused("I1 size=32K ways=8 latency=4 seed=1\n", 1,
                  "I1: seed has no meaning here, without policy=random");
   assert_refused("D1 size=32K ways=8 latency=4 inclusion=inclusive\n", 1,
                  "D1: inclusion has no meaning here");
   assert_refused("I1 size=32K ways=8 latency=4 gap=2\n", 1,
                  "I1: gap has no meaning here");
   assert_refused("I1 size=32K ways=8 latency=4 refill=2\n", 1,
                  "I1: refill has no meaning here");
   assert_refused("name a b\n", 1, "name: unexpected \"b\"");
   assert_refused("page\n", 1, "page: expected a value");
   assert_refused("page 4KiB\n", 1,
                  "expected a size such as 64, 32K or 1M, found \"4KiB\"");
   assert_refused("name\n", 1, "name: expected a value");
   assert_refused("ITLB entries=4 ways=4 latency=3\n", 1,
                  "ITLB: latency has no meaning here");
   assert_refused("DTLB2 entries=4 ways=4\n", 1, "DTLB2: latency= is missing");
   assert_refused("prefetch at=D1 kind=next-line entries=3\n", 1,
                  "prefetch: entries has no meaning here");
   assert_refused("prefetch at=D1 kind=stream\n", 1, "prefetch: entries= is missing");
   assert_refused("prefetch at=D2 kind=stream\n", 1,
                  "at: expected one of I1, D1, L2, L3, L4, found \"D2\"");
#define SIXTEEN "aaaaaaaaaaaaaaaa"
   assert_refused("name " SIXTEEN SIXTEEN SIXTEEN SIXTEEN "\n", 1,
                  "the name is longer than 63 bytes");
}

/* Rules of the whole name the line of the part. */
static void test_rules(void **state)
{
   (void)state;
   assert_refused(
      "name a\n" I1 "D1 size=1000 ways=8 latency=4\n" L2, 3,
      "the size must be a multiple of <assoc> * <line size>, and at least that");
   assert_refused("prefetch at=L4 kind=adjacent\n" CACHES, 1,
                  "the machine has no cache of this level");
   assert_refused(CACHES "prefetch at=L2 kind=adjacent\n"
                         "prefetch at=D1 kind=next-line degree=99\n",
                  6, "degree must be from 1 to 64");
   assert_refused("page 5000\n" CACHES, 1,
                  "the page size must be a power of two from 256 to 1G");
   assert_refused(CACHES "TLB2 entries=48 ways=48 latency=5\n", 5,
                  "a second level needs a first one");
   assert_refused(CACHES "core width=0\n", 5,
                  "width, window, misses, walkers and stores must be at least 1");
   char many[1024] = CACHES;
   for (int i = 0; i < 9; i++)
      strcat(many, "prefetch at=L2 kind=adjacent\n");
   assert_refused(many, 13, "a machine has at most 8 prefetchers");
}

static void test_bytes(void **state)
{
   (void)state;
   cs_machine m;
   tk_problem problem;
   assert_false(parse("name a\nI1\0 size", 14, &m, &problem));
   assert_string_equal(problem.reason, "a NUL byte");
   assert_int_equal(problem.line, 2);
   static char large[CS_MACHINE_TEXT_MAX_B + 1];
   memset(large, '\n', sizeof large);
   assert_false(parse(large, sizeof large, &m, &problem));
   assert_string_equal(problem.reason, "the text is longer than 64 KiB");
   memset(large, ' ', 600);
   assert_false(parse(large, 700, &m, &problem));
   assert_string_equal(problem.reason, "the line is longer than 511 bytes");
   memset(large, '#', 600); /* a long comment is none of its words */
   memcpy(large + 601, CACHES, sizeof CACHES - 1);
   assert_true(parse(large, CS_MACHINE_TEXT_MAX_B, &m, &problem));
}

/* ---- Random machines and texts --------------------------------------- */

/* A text with some bytes changed is a valid machine, or has a reason and a line. */
static void test_damaged(void **state)
{
   (void)state;
   uint64_t r = 4;
   for (int i = 0; i < 20000; i++) {
      char text[sizeof whole];
      memcpy(text, whole, sizeof text);
      size_t length = sizeof text - 1;
      for (int k = 0; k < 1 + (int)below(&r, 4); k++)
         text[below(&r, (uint32_t)length)] = below(&r, 2)
                                                ? whole[below(&r, (uint32_t)length)]
                                                : (char)below(&r, 256);
      length -= below(&r, 8) == 0 ? below(&r, (uint32_t)length) : 0;
      cs_machine m;
      tk_problem problem = { 0 };
      if (parse(text, length, &m, &problem)) {
         assert_null(cs_machine_error(&m));
         continue;
      }
      assert_in_range(strlen(problem.reason), 1, sizeof problem.reason - 1);
      assert_in_range(problem.line, 1, 40);
      for (const char *c = problem.reason; *c != '\0'; c++)
         assert_in_range(*c, ' ', '~');
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels), cmocka_unit_test(test_prefetchers),
      cmocka_unit_test(test_rest),   cmocka_unit_test(test_unified),
      cmocka_unit_test(test_least),  cmocka_unit_test(test_keys),
      cmocka_unit_test(test_values), cmocka_unit_test(test_rules),
      cmocka_unit_test(test_bytes),  cmocka_unit_test(test_damaged),
   };
   return cmocka_run_group_tests_name("cs_machine_text", tests, NULL, NULL);
}
