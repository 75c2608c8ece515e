/* test_cs_host.c -- cs_host: from CPUID to caches.

   The last test asks the processor it runs on, and the kernel for its description.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE /* sched_getcpu, CPU_SET */

#include <sched.h>
#include <stdio.h>

#include "test_cs_host.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define HAVE_CPUID 1
#else
#define HAVE_CPUID 0
#endif

/* ---- The default ----------------------------------------------------- */

static void test_default(void **state)
{
   (void)state;
   assert_shape(&cs_host_default.i1, 32768, 8, 64);
   assert_shape(&cs_host_default.d1, 32768, 8, 64);
   assert_shape(&cs_host_default.ll, 8388608, 16, 64);
   assert_int_equal(cs_host_default.ll_level, 0);
   assert_null(cs_geometry_error(&cs_host_default.i1));
   assert_null(cs_geometry_error(&cs_host_default.d1));
   assert_null(cs_geometry_error(&cs_host_default.ll));
}

/* ---- AMD and Hygon --------------------------------------------------- */

static void test_zen_5(void **state)
{
   (void)state;
   static const answer zen_5[] = {
      AMD(0x10),
      EXT_MAX(0x80000028),
      TOPOLOGY_EXTENSIONS,
      CACHE(AMD_LIST, 0, DATA, 1, 64, 12, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(AMD_LIST, 2, UNIFIED, 2, 64, 16, 1024),
      CACHE(AMD_LIST, 3, UNIFIED, 3, 64, 16, 32768),
   };
   assert_found(zen_5, .d1 = { 49152, 12, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 33554432, 16, 64 }, .ll_level = 3);
}

static void test_zen_2(void **state)
{
   (void)state;
   static const answer zen_2[] = {
      AMD(0x10),
      EXT_MAX(0x80000020),
      TOPOLOGY_EXTENSIONS,
      { 0x80000005, 0, 0xff40ff40, 0xff40ff40, 0x20080140, 0x20080140 },
      { 0x80000006, 0, 0x48006400, 0x68006400, 0x02006140, 0x00409140 },
      CACHE(AMD_LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(AMD_LIST, 2, UNIFIED, 2, 64, 8, 1024),
      CACHE(AMD_LIST, 3, UNIFIED, 3, 64, 16, 16384),
   };
   assert_found(zen_2, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 16777216, 16, 64 }, .ll_level = 3);
}

static void test_hygon(void **state)
{
   (void)state;
   static const answer dhyana[] = {
      HYGON(0xd),
      EXT_MAX(0x8000001f),
      TOPOLOGY_EXTENSIONS,
      CACHE(AMD_LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 64, 4, 256),
      CACHE(AMD_LIST, 2, UNIFIED, 2, 64, 8, 1024),
      CACHE(AMD_LIST, 3, UNIFIED, 3, 64, 16, 8192),
   };
   assert_found(dhyana, .d1 = { 32768, 8, 64 }, .i1 = { 65536, 4, 64 },
                .ll = { 8388608, 16, 64 }, .ll_level = 3);
}

/* AMD's list must not be read from Intel's leaf, nor the reverse. */
static void test_amd_ignores_leaf_4(void **state)
{
   (void)state;
   static const answer mixed[] = {
      AMD(0x10),
      EXT_MAX(0x80000020),
      TOPOLOGY_EXTENSIONS,
      CACHE(LIST, 0, DATA, 1, 32, 2, 64),
      CACHE(LIST, 1, CODE, 1, 32, 2, 64),
      CACHE(LIST, 2, UNIFIED, 3, 32, 2, 64),
      CACHE(AMD_LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(AMD_LIST, 2, UNIFIED, 2, 64, 8, 1024),
   };
   assert_found(mixed, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 524288, 8, 64 }, .ll_level = 2);
}

/* Opteron of the K8 family: 1 MiB second level, no third. */
static void test_k8(void **state)
{
   (void)state;
   static const answer k8[] = {
      AMD(1),
      EXT_MAX(0x80000018),
      { 0x80000001, 0, 0xf5a, 0, 0, 0xe1d3fbff },
      { 0x80000005, 0, 0xff08ff08, 0xff20ff20, 0x40020140, 0x40020140 },
      { 0x80000006, 0, 0x00000000, 0x42004200, 0x04008140, 0x00000000 },
   };
   assert_found(k8, .d1 = { 65536, 2, 64 }, .i1 = { 65536, 2, 64 },
                .ll = { 1048576, 16, 64 }, .ll_level = 2);
}

/* Phenom II of the K10 family: third level of 6 MiB, 48 ways. */
static void test_k10(void **state)
{
   (void)state;
   static const answer k10[] = {
      AMD(5),
      EXT_MAX(0x8000001b),
      NO_TOPOLOGY_EXTENSIONS,
      { 0x80000005, 0, 0xff30ff10, 0xff30ff20, 0x40020140, 0x40020140 },
      { 0x80000006, 0, 0x20800000, 0x42004200, 0x02008140, 0x0030b140 },
   };
   assert_found(k10, .d1 = { 65536, 2, 64 }, .i1 = { 65536, 2, 64 },
                .ll = { 6291456, 48, 64 }, .ll_level = 3);
}

/* The bit decides, not the highest leaf: without the bit, 0x8000001D contains garbage
   here. */
static void test_amd_list_without_its_bit(void **state)
{
   (void)state;
   static const answer hidden[] = {
      AMD(0xd),
      EXT_MAX(0x8000001e),
      NO_TOPOLOGY_EXTENSIONS,
      { 0x80000005, 0, 0, 0, 0x20080140, 0x40020140 },
      { 0x80000006, 0, 0, 0, 0x08006140, 0x00000000 },
      CACHE(AMD_LIST, 0, DATA, 1, 32, 2, 64),
      CACHE(AMD_LIST, 1, CODE, 1, 32, 2, 64),
      CACHE(AMD_LIST, 2, UNIFIED, 2, 32, 2, 64),
   };
   assert_found(hidden, .d1 = { 32768, 8, 64 }, .i1 = { 65536, 2, 64 },
                .ll = { 2097152, 8, 64 }, .ll_level = 2);
}

/* The bit is there but the list is empty, as some hypervisors have it. */
static void test_amd_list_empty(void **state)
{
   (void)state;
   static const answer emptied[] = {
      AMD(0xd),
      EXT_MAX(0x80000020),
      TOPOLOGY_EXTENSIONS,
      { 0x80000005, 0, 0, 0, 0x20080140, 0x20080140 },
      { 0x80000006, 0, 0, 0, 0x02006140, 0x00808140 },
   };
   assert_found(emptied, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 16777216, 16, 64 }, .ll_level = 3);
}

/* The codes of leaf 0x80000006 (AMD, vol. 3, appendix E), on a 3 MiB L3. */
static void test_amd_associativity_codes(void **state)
{
   (void)state;
   static const uint32_t ways[16] = {
      [1] = 1,   [2] = 2,   [3] = 3,   [4] = 4,   [5] = 6,    [6] = 8,      [8] = 16,
      [10] = 32, [11] = 48, [12] = 64, [13] = 96, [14] = 128, [15] = 49152,
   };
   for (uint32_t code = 0; code < 16; code++) {
      if (ways[code] == 0)
         continue;
      const answer amd[] = {
         AMD(5),
         EXT_MAX(0x80000008),
         { 0x80000005, 0, 0, 0, 0x40020140, 0x40020140 },
         { 0x80000006, 0, 0, 0, 0, 6u << 18 | code << 12 | 0x140 },
      };
      assert_found(amd, .d1 = { 65536, 2, 64 }, .i1 = { 65536, 2, 64 },
                   .ll = { 3145728, ways[code], 64 }, .ll_level = 3);
   }
}

static void test_amd_fully_associative_l1(void **state)
{
   (void)state;
   static const answer amd[] = {
      AMD(5),
      EXT_MAX(0x80000008),
      { 0x80000005, 0, 0, 0, 0x04ff0120, 0x08010120 },
      { 0x80000006, 0, 0, 0, 0x01004120, 0 },
   };
   assert_found(amd, .d1 = { 4096, 128, 32 }, .i1 = { 8192, 1, 32 },
                .ll = { 262144, 4, 32 }, .ll_level = 2);
}

/* Code 9 says: see leaf 0x8000001D, which is hidden here, as it is in many
   virtual machines.  There is a third level and its shape is not reported; the
   second is not the highest. */
static void test_amd_third_level_not_reported(void **state)
{
   (void)state;
   static const answer amd[] = {
      AMD(0xd),
      EXT_MAX(0x80000020),
      NO_TOPOLOGY_EXTENSIONS,
      { 0x80000005, 0, 0, 0, 0x20080140, 0x20080140 },
      { 0x80000006, 0, 0, 0, 0x02006140, 0x00409140 },
   };
   assert_not_found(amd);
}

static void test_amd_too_old(void **state)
{
   (void)state;
   static const answer no_extended_leaves[] = { AMD(1) };
   static const answer few_extended_leaves[] = {
      AMD(1),
      EXT_MAX(0x80000005),
      { 0x80000005, 0, 0, 0, 0x40020140, 0x40020140 },
      { 0x80000006, 0, 0, 0, 0x04008140, 0x00000000 }, /* not promised */
   };
   static const answer no_second_level[] = {
      AMD(1),
      EXT_MAX(0x80000006),
      { 0x80000005, 0, 0, 0, 0x40020140, 0x40020140 },
      { 0x80000006, 0, 0, 0, 0, 0 },
   };
   static const answer no_first_level[] = {
      AMD(1),
      EXT_MAX(0x80000006),
      { 0x80000005, 0, 0, 0, 0, 0 },
      { 0x80000006, 0, 0, 0, 0x04008140, 0 },
   };
   assert_not_found(no_extended_leaves);
   assert_not_found(few_extended_leaves);
   assert_not_found(no_second_level);
   assert_not_found(no_first_level);
}

/* ---- Intel ----------------------------------------------------------- */

/* The list is the last leaf that there is. */
static void test_oldest_with_a_list(void **state)
{
   (void)state;
   static const answer just[] = {
      INTEL(4),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 8, 2048),
   };
   assert_found(just, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 1048576, 8, 64 }, .ll_level = 2);
}

static void test_skylake_client(void **state)
{
   (void)state;
   static const answer skylake[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 4, 1024),
      CACHE(LIST, 3, UNIFIED, 3, 64, 16, 8192),
   };
   assert_found(skylake, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 8388608, 16, 64 }, .ll_level = 3);
}

/* Words as recorded, with all fields as a processor fills them. */
static void test_recorded_words(void **state)
{
   (void)state;
   static const answer recorded[] = {
      INTEL(0x16),
      { 4, 0, 0x1c004121, 0x01c0003f, 0x0000003f, 0x00000000 },
      { 4, 1, 0x1c004122, 0x01c0003f, 0x0000003f, 0x00000000 },
      { 4, 2, 0x1c004143, 0x00c0003f, 0x000003ff, 0x00000000 },
      { 4, 3, 0x1c03c163, 0x02c0003f, 0x00001fff, 0x00000006 },
   };
   assert_found(recorded, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 6291456, 12, 64 }, .ll_level = 3);
}

/* 28160 KiB in 11 ways: 40960 sets, which is no power of two. */
static void test_skylake_server(void **state)
{
   (void)state;
   static const answer server[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 16, 1024),
      CACHE(LIST, 3, UNIFIED, 3, 64, 11, 40960),
   };
   assert_found(server, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 28835840, 11, 64 }, .ll_level = 3);
   const cs_geometry ll = { 28835840, 11, 64 };
   assert_int_equal(cs_geometry_sets(&ll), 40960);
}

/* The order of a list does not matter; the highest unified level counts. */
static void test_order_of_list(void **state)
{
   (void)state;
   static const answer upside_down[] = {
      INTEL(0x16),
      CACHE(LIST, 0, UNIFIED, 3, 64, 12, 4096),
      CACHE(LIST, 1, UNIFIED, 2, 64, 16, 2048),
      CACHE(LIST, 2, CODE, 1, 64, 8, 64),
      CACHE(LIST, 3, DATA, 1, 64, 12, 64),
   };
   assert_found(upside_down, .d1 = { 49152, 12, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 3145728, 12, 64 }, .ll_level = 3);
}

static void test_fourth_level(void **state)
{
   (void)state;
   static const answer with_edram[] = {
      INTEL(0x14),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 8, 512),
      CACHE(LIST, 3, UNIFIED, 3, 64, 12, 8192),
      CACHE(LIST, 4, UNIFIED, 4, 64, 16, 131072),
   };
   assert_found(with_edram, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 134217728, 16, 64 }, .ll_level = 4);
}

/* Two-level processors, such as Core 2 and many virtual machines. */
static void test_second_level_is_last(void **state)
{
   (void)state;
   static const answer core_2[] = {
      INTEL(0xa),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 24, 4096),
   };
   assert_found(core_2, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 6291456, 24, 64 }, .ll_level = 2);
}

/* Type 0 ends the list; what subleaves behind it answer is not a cache. */
static void test_end_of_list(void **state)
{
   (void)state;
   static const answer ended[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      CACHE(LIST, 2, UNIFIED, 2, 64, 8, 512),
      CACHE(LIST, 4, UNIFIED, 3, 64, 16, 8192),
   };
   assert_found(ended, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 262144, 8, 64 }, .ll_level = 2);
}

/* Physical line partitions (ebx, bits 21 to 12) multiply the size. */
static void test_partitions(void **state)
{
   (void)state;
   static const answer partitioned[] = {
      INTEL(0x16),
      CACHE(LIST, 0, DATA, 1, 64, 8, 64),
      CACHE(LIST, 1, CODE, 1, 64, 8, 64),
      { 4, 2, UNIFIED | 2 << 5, 63 | 1 << 12 | 7 << 22, 1023, 0 },
   };
   assert_found(partitioned, .d1 = { 32768, 8, 64 }, .i1 = { 32768, 8, 64 },
                .ll = { 1048576, 8, 64 }, .ll_level = 2);
}

/* ---- This very processor --------------------------------------------- */

#if HAVE_CPUID
static void ask_processor(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   (void)context;
   __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]);
}

/* Processors with cores of two kinds answer by the core: stay on one. */
static int stay_on_this_cpu(void)
{
   int cpu = sched_getcpu();
   if (cpu < 0 || cpu >= CPU_SETSIZE)
      return -1;
   cpu_set_t set;
   CPU_ZERO(&set);
   CPU_SET(cpu, &set);
   return sched_setaffinity(0, sizeof set, &set) == 0 ? cpu : -1;
}

/* Reads one file of the kernel's description of a cache; false if it does not exist. */
static bool read_fact(int cpu, int index, const char *name, char fact[32])
{
   char path[128];
   snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu,
            index, name);
   FILE *file = fopen(path, "r");
   if (file == NULL)
      return false;
   bool good = fgets(fact, 32, file) != NULL;
   fclose(file);
   fact[strcspn(fact, "\n")] = '\0';
   return good;
}

static bool read_number(int cpu, int index, const char *name, unsigned long *number)
{
   char fact[32], unit = '\0';
   if (!read_fact(cpu, index, name, fact) || sscanf(fact, "%lu%c", number, &unit) < 1)
      return false;
   *number *= unit == 'K' ? 1024 : unit == 'M' ? 1024 * 1024 : 1;
   return true;
}

/* The caches that the kernel reports; false unless it reports all three. */
static bool kernel_caches(int cpu, cs_host_caches *c)
{
   *c = (cs_host_caches){ 0 };
   for (int index = 0; index < 16; index++) {
      char type[32];
      unsigned long level, size_B, ways, line_B;
      if (!read_fact(cpu, index, "type", type)
          || !read_number(cpu, index, "level", &level)
          || !read_number(cpu, index, "size", &size_B)
          || !read_number(cpu, index, "ways_of_associativity", &ways)
          || !read_number(cpu, index, "coherency_line_size", &line_B))
         continue;
      cs_geometry g = { size_B, (uint32_t)ways, (uint32_t)line_B };
      if (strcmp(type, "Data") == 0 && level == 1) {
         c->d1 = g;
      } else if (strcmp(type, "Instruction") == 0 && level == 1) {
         c->i1 = g;
      } else if (strcmp(type, "Unified") == 0 && level > c->ll_level) {
         c->ll = g;
         c->ll_level = (uint32_t)level;
      }
   }
   return c->d1.size_B != 0 && c->i1.size_B != 0 && c->ll_level >= 2;
}
#endif

static void skip_because(const char *why)
{
   print_message("# test_this_host has nothing to compare with: %s\n", why);
   skip();
}

static void test_this_host(void **state)
{
   (void)state;
#if HAVE_CPUID
   cs_host_caches reported, caches;
   int cpu = stay_on_this_cpu();
   if (cpu < 0 || !kernel_caches(cpu, &reported))
      skip_because("the kernel does not report the caches here");
   /* The kernel has other sources, too; without leaf 4 we have none. */
   if (!cs_host_detect(ask_processor, NULL, &caches)) {
      assert_caches(&caches, &cs_host_default);
      skip_because("the processor does not report its caches");
   }
   assert_caches(&caches, &reported);
#else
   skip_because("no CPUID");
#endif
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_default),
      cmocka_unit_test(test_zen_5),
      cmocka_unit_test(test_zen_2),
      cmocka_unit_test(test_hygon),
      cmocka_unit_test(test_amd_ignores_leaf_4),
      cmocka_unit_test(test_k8),
      cmocka_unit_test(test_k10),
      cmocka_unit_test(test_amd_list_without_its_bit),
      cmocka_unit_test(test_amd_list_empty),
      cmocka_unit_test(test_amd_associativity_codes),
      cmocka_unit_test(test_amd_fully_associative_l1),
      cmocka_unit_test(test_amd_third_level_not_reported),
      cmocka_unit_test(test_amd_too_old),
      cmocka_unit_test(test_oldest_with_a_list),
      cmocka_unit_test(test_skylake_client),
      cmocka_unit_test(test_recorded_words),
      cmocka_unit_test(test_skylake_server),
      cmocka_unit_test(test_order_of_list),
      cmocka_unit_test(test_fourth_level),
      cmocka_unit_test(test_second_level_is_last),
      cmocka_unit_test(test_end_of_list),
      cmocka_unit_test(test_partitions),
      cmocka_unit_test(test_this_host),
   };
   return cmocka_run_group_tests_name("cs_host", tests, NULL, NULL);
}
