/* test_cs_patterns.c -- patterns of references: orders that are known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_hash.h"
#include "machine/cs_patterns.h"
#include "unit_alloc.h"

enum { LINE_B = 64, N = 1000, SITE = 0x401000, MEMORY_B = 1 << 16, AT = 0x5000000 };

/* The program's memory, from AT on. */
static uintptr_t memory[MEMORY_B / sizeof(uintptr_t)];

static const uintptr_t *words_at(uintptr_t addr)
{
   uintptr_t piece = addr & ~((uintptr_t)CS_CLOCK_PIECE_B - 1);
   return piece < AT || piece >= AT + MEMORY_B ? NULL
                                               : &memory[(piece - AT) / sizeof *memory];
}

static void put(uintptr_t addr, uintptr_t word)
{
   memory[(addr - AT) / sizeof *memory] = word;
}

static cs_patterns *patterns;

static int setup(void **state)
{
   (void)state;
   memset(memory, 0, sizeof memory);
   patterns = malloc(sizeof *patterns);
   assert_non_null(patterns);
   cs_patterns_init(patterns, LINE_B);
   return 0;
}

static int teardown(void **state)
{
   (void)state;
   free(patterns);
   return 0;
}

static cs_pattern refer(uintptr_t site, uintptr_t addr)
{
   return cs_patterns_refer(patterns, site, CS_ADVANCE_UNKNOWN, addr, words_at);
}

/* Refers n times, at this distance; how often the pattern is this one. */
static int walk(uintptr_t site, uintptr_t from, uintptr_t distance, int n, cs_pattern is)
{
   int found = 0;
   for (int i = 0; i < n; i++)
      found += refer(site, from + (uintptr_t)i * distance) == is;
   return found;
}

static void test_sequences(void **state)
{
   (void)state;
   const uintptr_t distances[] = { 0, 64, 72, 96, 127, (uintptr_t)-64, (uintptr_t)-8 };
   for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
      assert_int_equal(walk(SITE + i, AT + 0x400000, distances[i], N, CS_PATTERN_SEQ),
                       N - 1);
}

static void test_strides(void **state)
{
   (void)state;
   const uintptr_t distances[] = { 128, 200, 4096, (uintptr_t)-4096, 1 << 20 };
   for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
      assert_true(walk(SITE + i, (uintptr_t)AT << 8, distances[i], N, CS_PATTERN_STRIDE)
                  >= N - 1 - CS_PATTERNS_SURE_STRIDES);
}

/* An inner loop that begins again is one exception. */
static void test_columns(void **state)
{
   (void)state;
   int found = 0;
   for (uintptr_t column = 0; column < 20; column++)
      found += walk(SITE, AT + 8 * column, 4096, 50, CS_PATTERN_STRIDE);
   assert_true(found >= 20 * 49 - CS_PATTERNS_SURE_STRIDES);
}

/* Lines that are at hand leave holes. */
static void test_holes(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   uintptr_t addr = AT;
   int found = 0;
   for (int i = 0; i < N; i++) {
      addr += 4000 * (1 + unit_random_below(&random, 9));
      found += refer(SITE, addr) == CS_PATTERN_STRIDE;
   }
   assert_true(found > N * 9 / 10);
}

/* Eight sites of an unrolled loop take turns. */
static void test_unrolled(void **state)
{
   (void)state;
   int found = 0;
   for (uintptr_t i = 0; i < N; i++)
      found += refer(SITE + i % 8, AT + LINE_B * i) == CS_PATTERN_SEQ;
   assert_true(found >= N - 8 * (1 + CS_PATTERNS_SURE_STRIDES));
}

/* As optimized code does: the lines of a turn are not in order, and one is two lines from
   all that came before it. */
static void test_unrolled_out_of_order(void **state)
{
   (void)state;
   static const uintptr_t order[] = { 0, 2, 1, 3 };
   int alone = 0;
   for (uintptr_t n_sites = 4; n_sites <= 32; n_sites *= 8) {
      int found = 0;
      for (uintptr_t i = 0; i < N; i++) {
         uintptr_t at = 4 * (i / 4) + order[i % 4];
         found += refer(SITE + i % n_sites, AT * n_sites + LINE_B * at) == CS_PATTERN_SEQ;
      }
      assert_true(found >= N - (int)n_sites * (1 + CS_PATTERNS_SURE_STRIDES));
   }
   /* One site has no others beside it. */
   for (uintptr_t i = 0; i < N; i++)
      alone += refer(SITE + 32, 2 * AT + LINE_B * 2 * i) == CS_PATTERN_STRIDE;
   assert_true(alone >= N - (1 + CS_PATTERNS_SURE_STRIDES));
}

static void test_no_order(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   int found = 0, hashed = 0, golden = 0;
   for (uint32_t i = 0; i < N; i++) {
      found += refer(SITE, AT + 8 * unit_random_below(&random, 1 << 20))
               == CS_PATTERN_OTHER;
      hashed += refer(SITE + 1, AT + 8 * (uintptr_t)(i * 2654435761u >> 14))
                == CS_PATTERN_OTHER;
      golden += refer(SITE + 2, AT + 8 * (uintptr_t)(i * 2654435761u % (1 << 18)))
                == CS_PATTERN_OTHER;
   }
   assert_true(found > N * 95 / 100);
   assert_true(hashed > N * 95 / 100);
   assert_true(golden > N * 95 / 100);
}

/* Where the i-th of 128 nodes is, in an order that is none. */
static uintptr_t node_at(int i)
{
   return AT + (uintptr_t)(i * 37 % 128) * 512;
}

static void link_nodes(uintptr_t next_B, bool in_order)
{
   for (int i = 0; i < 128; i++) {
      uintptr_t node = in_order ? AT + (uintptr_t)i * 64 : node_at(i);
      put(node + next_B, in_order ? node + 64 : node_at(i + 1));
   }
}

static void test_lists(void **state)
{
   (void)state;
   link_nodes(8, false);
   int found = 0;
   for (int i = 0; i < 128; i++)
      found += refer(SITE, node_at(i) + 16) == CS_PATTERN_CHASE;
   assert_int_equal(found, 127);
   link_nodes(8, true);
   assert_true(walk(SITE + 1, AT + 16, 64, 128, CS_PATTERN_CHASE) >= 127);
}

/* A site that usually chases does so if one pointer was not seen, but not when it
   walks. */
static void test_hidden_pointers(void **state)
{
   (void)state;
   link_nodes(8, false);
   for (int i = 0; i < 20; i++)
      refer(SITE, node_at(i));
   assert_int_equal(refer(SITE, node_at(30)), CS_PATTERN_CHASE);
   assert_int_equal(refer(SITE, node_at(30) + 64), CS_PATTERN_SEQ);
}

/* Of an array of pointers to `node_at`, each line is met once. */
static void test_arrays_of_pointers(void **state)
{
   (void)state;
   int found = 0;
   uintptr_t array = AT + 0x8000;
   for (int i = 0; i < 128; i++) {
      put(array + 8 * (uintptr_t)i, node_at(i) + 0x100);
      if (i % 8 == 0)
         refer(SITE, array + 8 * (uintptr_t)i);
      found += refer(SITE + 1, node_at(i) + 0x100) == CS_PATTERN_OTHER;
   }
   assert_true(found > 100);
}

/* Strings of libstdc++ lead to themselves. */
static void test_short_strings(void **state)
{
   (void)state;
   for (uintptr_t string = AT + 16; string < AT + MEMORY_B; string += 32) {
      put(string, string + 16);
      put(string + 8, 5);
   }
   assert_int_equal(walk(SITE, AT + 24, 64, 500, CS_PATTERN_SEQ), 499);
}

/* What the superblock says decides. */
static void test_flow(void **state)
{
   (void)state;
   link_nodes(8, true);
   for (uintptr_t i = 0; i < 100; i++) {
      cs_pattern counted = cs_patterns_refer(patterns, SITE, CS_ADVANCE_COUNTS,
                                             AT + 64 * i, words_at);
      assert_int_equal(counted, i == 0 ? CS_PATTERN_OTHER : CS_PATTERN_SEQ);
      assert_int_equal(
         cs_patterns_refer(patterns, SITE + 1, CS_ADVANCE_CHAINS, AT + 64 * i, NULL),
         CS_PATTERN_CHASE);
   }
}

/* Memory that cannot be read has no pointers. */
static void test_unreadable(void **state)
{
   (void)state;
   assert_int_equal(refer(SITE, AT + MEMORY_B), CS_PATTERN_OTHER);
   assert_int_equal(refer(SITE, AT + MEMORY_B + 8), CS_PATTERN_SEQ);
   assert_int_equal(refer(SITE, AT - 8), CS_PATTERN_OTHER);
}

/* How many of n sites of one set, which take turns, walk in order to the end. */
static int sites_that_stay(int n)
{
   uintptr_t sites[2 * CS_PATTERNS_WAYS];
   uint32_t n_sets = CS_PATTERNS_SITES / CS_PATTERNS_WAYS;
   int n_found = 0, n_stay = 0;
   for (uintptr_t site = SITE; n_found < n; site++)
      if ((uint32_t)tk_hash_word(site) % n_sets == (uint32_t)tk_hash_word(SITE) % n_sets)
         sites[n_found++] = site;
   for (int i = 0; i < N; i++)
      for (int k = 0; k < n; k++) {
         uintptr_t from = AT + ((uintptr_t)k << 24);
         bool is_seq = refer(sites[k], from + (uintptr_t)i * LINE_B) == CS_PATTERN_SEQ;
         n_stay += is_seq && i == N - 1;
      }
   return n_stay;
}

/* A loop's sites do not take each other's place, unless they are too many. */
static void test_sets(void **state)
{
   (void)state;
   assert_int_equal(sites_that_stay(CS_PATTERNS_WAYS), CS_PATTERNS_WAYS);
   assert_int_equal(sites_that_stay(CS_PATTERNS_WAYS + 1), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_sequences, setup, teardown),
      cmocka_unit_test_setup_teardown(test_strides, setup, teardown),
      cmocka_unit_test_setup_teardown(test_columns, setup, teardown),
      cmocka_unit_test_setup_teardown(test_holes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unrolled, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unrolled_out_of_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_no_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
      cmocka_unit_test_setup_teardown(test_hidden_pointers, setup, teardown),
      cmocka_unit_test_setup_teardown(test_arrays_of_pointers, setup, teardown),
      cmocka_unit_test_setup_teardown(test_short_strings, setup, teardown),
      cmocka_unit_test_setup_teardown(test_flow, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unreadable, setup, teardown),
      cmocka_unit_test_setup_teardown(test_sets, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
