/* test_cs_host_machine.c -- cs_host_machine: from CPUID to a whole machine.

   Processors are tables of what CPUID answers, as in test_cs_host.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_host_machine.h"
#include "machine/cs_presets.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct {
   uint32_t leaf, subleaf, eax, ebx, ecx, edx;
} answer;
typedef struct {
   const answer *answers;
   size_t n;
} processor;

static void ask_table(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   const processor *p = context;
   memset(out, 0, 4 * sizeof out[0]);
   for (size_t i = 0; i < p->n; i++)
      if (p->answers[i].leaf == leaf && p->answers[i].subleaf == subleaf)
         memcpy(out, &p->answers[i].eax, 4 * sizeof out[0]);
}

#define INTEL { 0, 0, 0x1b, 0x756e6547, 0x6c65746e, 0x49656e69 }
#define AMD { 0, 0, 0x10, 0x68747541, 0x444d4163, 0x69746e65 }
/* Family and model as leaf 1 has them. */
#define SIGNATURE(family, model) \
   { 1, \
     0, \
     ((family) > 15 ? 15 << 8 | ((family) - 15) << 20 : (family) << 8) \
        | ((model) & 15) << 4 | ((model) >> 4) << 16 | 1, \
     0, \
     0, \
     0 }

static bool detect(const answer *answers, size_t n, cs_machine *m)
{
   processor p = { answers, n };
   memset(m, 0xa5, sizeof *m);
   bool found = cs_host_machine(ask_table, &p, m);
   assert_null(cs_machine_error(m));
   return found;
}

static void assert_level(const cs_level_shape *l, uint64_t size_B, uint32_t ways,
                         cs_policy policy, cs_inclusion inclusion)
{
   assert_int_equal(l->geometry.size_B, size_B);
   assert_int_equal(l->geometry.assoc, ways);
   assert_int_equal(l->geometry.line_size_B, 64);
   assert_int_equal(l->policy, policy);
   assert_int_equal(l->inclusion, inclusion);
}

/* ---- Recorded processors --------------------------------------------- */

/* EPYC 9005 in a virtual machine; its second-level TLBs are made up. */
static void test_zen_5_server(void **state)
{
   (void)state;
   static const answer epyc[] = {
      { 0, 0, 0x1c, 0x68747541, 0x444d4163, 0x69746e65 },
      { 1, 0, 0x00b00f21, 0x01020800, 0xfffa3203, 0x178bfbff },
      { 0x80000000, 0, 0x80000021, 0x68747541, 0x444d4163, 0x69746e65 },
      { 0x80000001, 0, 0x00b00f21, 0x40000000, 0x004003f3, 0x2fd3fbff },
      { 0x80000005, 0, 0xff60ff40, 0xff60ff40, 0x300c0140, 0x20080140 },
      { 0x80000006, 0, 0x40802040, 0x60804040, 0x04008140, 0x0c009140 },
      { 0x8000001d, 0, 0x00000121, 0x02c0003f, 0x0000003f, 0x00000000 },
      { 0x8000001d, 1, 0x00000122, 0x01c0003f, 0x0000003f, 0x00000000 },
      { 0x8000001d, 2, 0x00000143, 0x03c0003f, 0x000003ff, 0x00000002 },
      { 0x8000001d, 3, 0x00004163, 0x03c0003f, 0x00007fff, 0x00000001 },
   };
   cs_machine m, preset;
   assert_true(detect(epyc, COUNT(epyc), &m));
   assert_true(cs_preset_find("zen5-server", &preset));
   assert_string_equal(m.name, "host-zen5-server");
   assert_int_equal(m.n_levels, 2);
   assert_level(&m.i1, 32768, 8, CS_TREE_PLRU, CS_NEITHER);
   assert_level(&m.d1, 49152, 12, CS_LRU, CS_NEITHER);
   assert_level(&m.levels[0], 1 << 20, 16, CS_TREE_PLRU, CS_INCLUSIVE);
   assert_level(&m.levels[1], 32 << 20, 16, CS_SRRIP, CS_EXCLUSIVE);
   assert_int_equal(m.dtlb[0].n_entries, 96);
   assert_int_equal(m.dtlb[0].assoc, 96);
   assert_int_equal(m.itlb[0].n_entries, 64);
   assert_memory_equal(&m.dtlb[1], &preset.dtlb[1], sizeof m.dtlb[1]);
   assert_memory_equal(&m.itlb[1], &preset.itlb[1], sizeof m.itlb[1]);
   assert_int_equal(m.window, preset.window);
   assert_int_equal(m.memory_cycles, preset.memory_cycles);
   assert_int_equal(m.n_prefetchers, preset.n_prefetchers);
}

/* A row of leaf 4. */
#define CACHE(sub, type, level, ways, sets, edx) \
   { 4, sub, (type) | (level) << 5 | 1 << 14, 63 | ((ways) - 1u) << 22, (sets) - 1, edx }
#define TLB(sub, last, type, level, ways, sets) \
   { 0x18, sub, last, 1 | (ways) << 16, sets, (type) | (level) << 5 }

/* Alder Lake, with the TLBs of leaf 18H: code, loads, stores, then one for both. */
static void test_alder_lake(void **state)
{
   (void)state;
   static const answer core[] = {
      INTEL,
      SIGNATURE(6, 0x97),
      CACHE(0, 1, 1, 12, 64, 0),
      CACHE(1, 2, 1, 8, 64, 0),
      CACHE(2, 3, 2, 10, 2048, 0),
      CACHE(3, 3, 3, 10, 40960, 4),
      { 0x18, 0, 7, 0, 0, 0 },
      TLB(1, 0, 2, 1, 8, 32),
      TLB(2, 0, 4, 1, 6, 16),
      TLB(3, 0, 5, 1, 16, 1),
      { 0x18, 4, 0, 0x00040002, 8, 0x22 }, /* of 2 MiB pages */
      TLB(5, 0, 3, 2, 8, 256),
   };
   cs_machine m;
   assert_true(detect(core, COUNT(core), &m));
   assert_string_equal(m.name, "host-alder-lake");
   assert_level(&m.levels[1], 40960ull * 10 * 64, 10, CS_SRRIP, CS_NEITHER);
   assert_int_equal(m.itlb[0].n_entries, 256);
   assert_int_equal(m.dtlb[0].n_entries, 96);
   assert_int_equal(m.dtlb[0].assoc, 6);
   assert_true(m.has_unified_tlb);
   assert_int_equal(m.dtlb[1].n_entries, 2048);
   assert_memory_equal(&m.itlb[1], &m.dtlb[1], sizeof m.dtlb[1]);
}

/* ---- Virtual machines ------------------------------------------------ */

/* Leaf 1 in a virtual machine. */
#define VIRTUAL(model) \
   { 1, 0, 6 << 8 | ((model) & 15) << 4 | ((model) >> 4) << 16, 0, 1u << 31, 0 }

/* A Xeon 6 that says that it is a Rocket Lake: two processors of a large one.  Its model
   is believed where its caches agree, and on a real machine. */
static void test_other_model(void **state)
{
   (void)state;
   answer xeon[] = {
      INTEL,
      VIRTUAL(0xa7),
      CACHE(0, 1, 1, 12, 64, 0),
      CACHE(1, 2, 1, 16, 64, 0),
      CACHE(2, 3, 2, 16, 2048, 0),
      CACHE(3, 3, 3, 16, 491520, 4),
   };
   cs_machine m;
   assert_true(detect(xeon, COUNT(xeon), &m));
   assert_string_equal(m.name, "host-sapphire-rapids");
   assert_int_equal(m.i1.geometry.size_B, 65536);
   xeon[4] = (answer)CACHE(2, 3, 2, 20, 1024, 0);
   assert_true(detect(xeon, COUNT(xeon), &m));
   assert_string_equal(m.name, "host-ice-lake-server");
   xeon[4] = (answer)CACHE(2, 3, 2, 16, 65536, 0); /* no preset has it */
   assert_true(detect(xeon, COUNT(xeon), &m));
   assert_string_equal(m.name, "host-ice-lake-server");
   xeon[4] = (answer)CACHE(2, 3, 2, 16, 2048, 0);
   xeon[1].ecx = 0;
   assert_true(detect(xeon, COUNT(xeon), &m));
   assert_string_equal(m.name, "host-ice-lake-server");
}

/* The last level that is left for `n_sharing` processors of a virtual machine. */
static uint64_t share_of(uint32_t n_sharing, uint32_t sets, bool is_virtual)
{
   answer xeon[] = {
      INTEL,
      VIRTUAL(0x8f),
      CACHE(0, 1, 1, 12, 64, 0),
      CACHE(1, 2, 1, 8, 64, 0),
      CACHE(2, 3, 2, 16, 2048, 0),
      CACHE(3, 3, 3, 15, sets, 4),
   };
   xeon[1].ecx = is_virtual ? xeon[1].ecx : 0;
   xeon[5].eax = 3 | 3 << 5 | (n_sharing - 1) << 14;
   processor p = { xeon, COUNT(xeon) };
   cs_machine m;
   assert_true(detect(xeon, COUNT(xeon), &m));
   assert_int_equal(m.levels[1].geometry.size_B, sets * 15ull * 64);
   cs_host_share(ask_table, &p, &m);
   assert_null(cs_machine_error(&m));
   assert_int_equal(m.levels[1].geometry.assoc, 15);
   assert_int_equal(m.far_walk_cycles, is_virtual ? m.walk_cycles + m.memory_cycles : 0);
   return m.levels[1].geometry.size_B;
}

static void test_share(void **state)
{
   (void)state;
   uint64_t all_B = 114688 * 15ull * 64;
   assert_int_equal(share_of(2, 114688, true), all_B / 16);
   assert_int_equal(share_of(16, 114688, true), all_B / 2);
   assert_int_equal(share_of(64, 114688, true), all_B);
   assert_int_equal(share_of(2, 114688, false), all_B);
   /* An odd number of sets cannot be halved. */
   assert_int_equal(share_of(1, 114687, true), 114687 * 15ull * 64);
}

/* ---- Families and models --------------------------------------------- */

static void assert_preset(const answer *vendor, uint32_t family, uint32_t model,
                          const char *expected)
{
   const answer both[] = { *vendor, SIGNATURE(family, model) };
   processor p = { both, COUNT(both) };
   const char *name = cs_host_preset(ask_table, &p);
   cs_machine m;
   assert_string_equal(name, expected);
   assert_true(cs_preset_find(name, &m));
}

static void test_presets(void **state)
{
   (void)state;
   static const answer intel = INTEL, amd = AMD, none = { 0, 0, 0, 0, 0, 0 };
   assert_preset(&intel, 6, 0x9e, "coffee-lake");
   assert_preset(&intel, 6, 0x3c, "coffee-lake"); /* older */
   assert_preset(&intel, 15, 6, "coffee-lake");
   assert_preset(&intel, 6, 0x55, "cascade-lake");
   assert_preset(&intel, 6, 0x6a, "ice-lake-server");
   assert_preset(&intel, 6, 0x8f, "sapphire-rapids");
   assert_preset(&intel, 6, 0xcf, "sapphire-rapids");
   assert_preset(&intel, 6, 0x97, "alder-lake");
   assert_preset(&intel, 6, 0xb7, "alder-lake");
   assert_preset(&amd, 0x17, 0x31, "zen3-server");
   assert_preset(&amd, 0x17, 0x71, "zen3");
   assert_preset(&amd, 0x19, 0x01, "zen3-server");
   assert_preset(&amd, 0x19, 0x21, "zen3");
   assert_preset(&amd, 0x19, 0x11, "zen4-server");
   assert_preset(&amd, 0x19, 0xa0, "zen4-server");
   assert_preset(&amd, 0x19, 0x61, "zen4");
   assert_preset(&amd, 0x1a, 0x02, "zen5-server");
   assert_preset(&amd, 0x1a, 0x44, "zen5");
   assert_preset(&amd, 0x1c, 0x00, "zen5"); /* newer */
   assert_preset(&none, 0, 0, "coffee-lake");
}

/* ---- Lists of caches ------------------------------------------------- */

/* Nothing is reported, or not all: the caches are the preset's. */
static void test_not_reported(void **state)
{
   (void)state;
   static const answer hidden[] = { INTEL, SIGNATURE(6, 0x55) };
   static const answer no_l2[] = {
      INTEL,
      SIGNATURE(6, 0x55),
      CACHE(0, 1, 1, 8, 64, 0),
      CACHE(1, 2, 1, 8, 64, 0),
      CACHE(2, 3, 3, 11, 57344, 0),
   };
   static const answer no_code[] = {
      INTEL,
      SIGNATURE(6, 0x55),
      CACHE(0, 1, 1, 8, 64, 0),
      CACHE(1, 3, 2, 16, 1024, 0),
   };
   cs_machine m, preset;
   assert_true(cs_preset_find("cascade-lake", &preset));
   assert_false(detect(hidden, COUNT(hidden), &m));
   assert_memory_equal(&m.levels, &preset.levels, 2 * sizeof m.levels[0]);
   assert_false(detect(no_l2, COUNT(no_l2), &m));
   assert_memory_equal(&m.levels, &preset.levels, 2 * sizeof m.levels[0]);
   assert_false(detect(no_code, COUNT(no_code), &m));
   assert_int_equal(m.i1.geometry.size_B, 32768);
}

/* Two levels only: the prefetchers of the third go.  Four: the last is a plain one. */
static void test_other_numbers_of_levels(void **state)
{
   (void)state;
   static const answer two[] = {
      INTEL,
      SIGNATURE(6, 0x55),
      CACHE(0, 1, 1, 8, 64, 0),
      CACHE(1, 2, 1, 8, 64, 0),
      CACHE(2, 3, 2, 16, 1024, 0),
   };
   static const answer four[] = {
      INTEL,
      SIGNATURE(6, 0x9e),
      CACHE(0, 1, 1, 8, 64, 0),
      CACHE(1, 2, 1, 8, 64, 0),
      CACHE(2, 3, 2, 4, 1024, 0),
      CACHE(3, 3, 3, 12, 8192, 2),
      CACHE(4, 3, 4, 16, 131072, 2),
   };
   cs_machine m;
   assert_true(detect(two, COUNT(two), &m));
   assert_int_equal(m.n_levels, 1);
   assert_true(detect(four, COUNT(four), &m));
   assert_int_equal(m.n_levels, 3);
   assert_level(&m.levels[2], 128 << 20, 16, CS_LRU, CS_INCLUSIVE);
   assert_true(m.levels[2].latency_cycles > m.levels[1].latency_cycles);
}

/* Garbage is a machine, too, or the preset. */
static void test_garbage(void **state)
{
   (void)state;
   uint64_t r = 1;
   for (int i = 0; i < 5000; i++) {
      answer answers[12] = { INTEL, VIRTUAL(0x97) };
      for (size_t k = 2; k < COUNT(answers); k++) {
         uint32_t *words = &answers[k].leaf;
         words[0] = k < 8 ? 4 : 0x18;
         words[1] = (uint32_t)(k < 8 ? k - 2 : k - 8);
         for (int w = 2; w < 6; w++) {
            r = r * 6364136223846793005u + 1442695040888963407u;
            words[w] = (uint32_t)(r >> 32) >> (r >> 20 & 31);
         }
      }
      cs_machine m;
      detect(answers, COUNT(answers), &m);
      processor p = { answers, COUNT(answers) };
      cs_host_share(ask_table, &p, &m);
      assert_null(cs_machine_error(&m));
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_zen_5_server),
      cmocka_unit_test(test_alder_lake),
      cmocka_unit_test(test_other_model),
      cmocka_unit_test(test_share),
      cmocka_unit_test(test_presets),
      cmocka_unit_test(test_not_reported),
      cmocka_unit_test(test_other_numbers_of_levels),
      cmocka_unit_test(test_garbage),
   };
   return cmocka_run_group_tests_name("cs_host_machine", tests, NULL, NULL);
}
