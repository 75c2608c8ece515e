/* test_cs_host_faults.c -- processors that report too little, or nonsense.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_cs_host.h"

static void test_leaf_4_hidden(void **state)
{
   (void)state;
   static const answer old[] = {
      INTEL(2),
      /* The answer of a leaf beyond the highest is undefined. */
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 4, 1024),
   };
   static const answer oldest[] = {
      INTEL(3),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 4, 1024),
   };
   assert_not_found(old);
   assert_not_found(oldest);
}

static void test_no_answers_at_all(void **state)
{
   (void)state;
   static const answer intel[] = { INTEL(0x16) };
   static const answer none[] = { { 0, 0, 0, 0, 0, 0 } };
   static const answer amd[] = { AMD(0x10), EXT_MAX(0x80000020), TOPOLOGY_EXTENSIONS };
   assert_not_found(intel);
   assert_not_found(none);
   assert_not_found(amd);
}

static void test_first_level_only(void **state)
{
   (void)state;
   static const answer intel[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
   };
   static const answer amd[] = {
      AMD(0x10),
      EXT_MAX(0x80000020),
      TOPOLOGY_EXTENSIONS,
      CACHE(AMD_LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 64, 8, 64),
   };
   static const answer unified_first_level[] = {
      INTEL(0x16),
      CACHE(LIST, 0, UNIFIED, 1, 64, 8, 64),
   };
   static const answer nothing_behind[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 1, 64, 8, 64),
   };
   assert_not_found(intel);
   assert_not_found(amd);
   assert_not_found(unified_first_level);
   assert_not_found(nothing_behind);
}

static void test_one_is_missing(void **state)
{
   (void)state;
   static const answer all[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 4, 1024),
   };
   assert_found(all, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 262144, 4, 64 }, .ll_level = 2);
   for (int missing = 1; missing <= 3; missing++) {
      /* In its place a data cache of level 2, which cannot be used. */
      answer some[COUNT(all)];
      memcpy(some, all, sizeof all);
      some[missing].eax = DATA | 2 << 5;
      assert_not_found(some);
   }
}

/* A shape that cannot be simulated as it is, in each of the three. */
static void test_garbage_line_size(void **state)
{
   (void)state;
   static const answer good[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 4, 1024),
      CACHE(LIST, 3, UNIFIED, 3, 64, 16, 8192),
   };
   static const int checked[] = { 1, 2, 4 };
   for (size_t i = 0; i < COUNT(checked); i++) {
      answer bad[COUNT(good)];
      memcpy(bad, good, sizeof good);
      bad[checked[i]].ebx = (7u << 22) | (48 - 1); /* 48 bytes */
      assert_not_found(bad);
      bad[checked[i]].ebx = (7u << 22) | (4 - 1); /* too short */
      assert_not_found(bad);
      bad[checked[i]].ebx = (7u << 22) | 63;
      bad[checked[i]].ecx = 0xffffffff; /* too many lines */
      assert_not_found(bad);
      bad[checked[i]].ebx = 0xffffffff; /* 2^64 bytes */
      assert_not_found(bad);
   }
}

static void test_garbage_of_amd(void **state)
{
   (void)state;
   static const uint32_t ecx_edx[][3] = {
      /* d1, i1, l2 */
      { 0x40020130, 0x40020140, 0x04008140 }, { 0x40020140, 0x40020100, 0x04008140 },
      { 0x40020140, 0x40000140, 0x04008140 }, { 0x40ff0100, 0x40020140, 0x04008140 },
      { 0x40020140, 0x40020140, 0x04008100 }, { 0x40020140, 0x40020140, 0x0400f100 },
      { 0x40020140, 0x40020140, 0x04000140 }, { 0x40020140, 0x40020140, 0x04007140 },
      { 0x40020140, 0x40020140, 0x04008130 },
   };
   for (size_t i = 0; i < COUNT(ecx_edx); i++) {
      const uint32_t *r = ecx_edx[i];
      const answer amd[] = {
         AMD(5),
         EXT_MAX(0x80000008),
         { 0x80000005, 0, 0, 0, r[0], r[1] },
         { 0x80000006, 0, 0, 0, r[2], 0 },
      };
      assert_not_found(amd);
   }
}

/* A list whose type is never 0 must end; it repeats a data cache, with and
   without the others before it. */
static void ask_endlessly(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   static const answer start[] = {
      INTEL(0x16),
      CACHE(LIST, 0, CODE, 1, 64, 8, 64),
      CACHE(LIST, 1, UNIFIED, 2, 64, 16, 1024),
   };
   processor table = { start, COUNT(start), 0 };
   unsigned *n_asked = context;
   assert_true(++*n_asked < 100000);
   ask_table(&table, leaf, subleaf, out);
   if (leaf == LIST && subleaf >= 2) {
      static const answer more = CACHE(LIST, 2, DATA, 1, 64, 8, 64);
      out[0] = more.eax;
      out[1] = more.ebx;
      out[2] = more.ecx;
      out[3] = more.edx;
   }
}

static void test_endless_list(void **state)
{
   (void)state;
   static const cs_host_caches expected = { .i1 = { 32768, 8, 64 },
                                            .d1 = { 32768, 8, 64 },
                                            .ll = { 1048576, 16, 64 },
                                            .ll_level = 2 };
   cs_host_caches caches;
   unsigned n_asked = 0;
   if (cs_host_detect(ask_endlessly, &n_asked, &caches))
      assert_caches(&caches, &expected);
   else
      assert_caches(&caches, &cs_host_default);
}

static void ask_ones(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   unsigned *n_asked = context;
   (void)leaf;
   (void)subleaf;
   assert_true(++*n_asked < 100000);
   memset(out, 0xff, 4 * sizeof out[0]);
}

static void test_all_ones(void **state)
{
   (void)state;
   cs_host_caches caches;
   unsigned n_asked = 0;
   assert_false(cs_host_detect(ask_ones, &n_asked, &caches));
   assert_caches(&caches, &cs_host_default);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaf_4_hidden),     cmocka_unit_test(test_no_answers_at_all),
      cmocka_unit_test(test_first_level_only),  cmocka_unit_test(test_one_is_missing),
      cmocka_unit_test(test_garbage_line_size), cmocka_unit_test(test_garbage_of_amd),
      cmocka_unit_test(test_endless_list),      cmocka_unit_test(test_all_ones),
   };
   return cmocka_run_group_tests_name("cs_host_faults", tests, NULL, NULL);
}
