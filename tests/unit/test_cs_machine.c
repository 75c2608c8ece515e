/* test_cs_machine.c -- cs_machine: the rules that a machine must keep, and the part that
   breaks one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_machine.h"

/* Three levels, a prefetcher of each kind, TLBs of two levels. */
static cs_machine good(void)
{
   cs_machine m = cs_machine_default;
   cs_level_shape level = { .geometry = { 32768, 8, 64 },
                            .seed = 1,
                            .latency_cycles = 4 };
   m.i1 = m.d1 = m.levels[0] = m.levels[1] = level;
   m.levels[0].geometry = (cs_geometry){ 1 << 20, 16, 64 };
   m.levels[0].policy = CS_TREE_PLRU;
   m.levels[0].inclusion = CS_INCLUSIVE;
   m.levels[1].geometry = (cs_geometry){ 28835840, 11, 64 };
   m.levels[1].inclusion = CS_EXCLUSIVE;
   m.n_levels = 2;
   m.prefetchers[0] = (cs_prefetcher_shape){ .kind = CS_STRIDE,
                                             .level = 1,
                                             .n_entries = 64,
                                             .n_to_begin = 2,
                                             .degree = 1,
                                             .distance = 8 };
   m.prefetchers[1] = (cs_prefetcher_shape){
      .kind = CS_NEXT_LINE, .level = 1, .of_code = true, .degree = 1
   };
   m.prefetchers[2] = (cs_prefetcher_shape){ .kind = CS_ADJACENT, .level = 2 };
   m.prefetchers[3] = (cs_prefetcher_shape){ .kind = CS_STREAM,
                                             .level = 3,
                                             .n_entries = 32,
                                             .n_to_begin = 3,
                                             .degree = 2,
                                             .distance = 20 };
   m.n_prefetchers = 4;
   m.itlb[0] = m.dtlb[0] = (cs_tlb_shape){ 64, 64, 0, 0 };
   m.itlb[1] = m.dtlb[1] = (cs_tlb_shape){ 1536, 12, 7, 0 };
   return m;
}

static cs_machine plain(void)
{
   cs_machine m = cs_machine_default;
   m.i1 = m.d1 = m.levels[0] = (cs_level_shape){ .geometry = { 32768, 8, 64 },
                                                 .latency_cycles = 4 };
   return m;
}

static void assert_fault(cs_machine m, cs_machine_part expected, const char *reason)
{
   cs_machine_part part = CS_N_PARTS;
   const char *found = cs_machine_faulty_part(&m, &part);
   assert_non_null(found);
   assert_non_null(strstr(found, reason));
   assert_int_equal(part, expected);
   assert_string_equal(cs_machine_error(&m), found);
}

/* After CHANGE of a good machine `m`, PART breaks the rule. */
#define FAULT(change, part, reason) \
   do { \
      cs_machine m = good(); \
      change; \
      assert_fault(m, (cs_machine_part)(part), reason); \
   } while (0)

static void test_good(void **state)
{
   (void)state;
   cs_machine m = good();
   cs_machine_part part = CS_N_PARTS;
   assert_null(cs_machine_error(&m));
   assert_null(cs_machine_faulty_part(&m, &part));
   assert_int_equal(part, CS_N_PARTS); /* unchanged */
   m = plain();
   assert_null(cs_machine_error(&m));
   assert_ptr_equal(cs_machine_last(&m), &m.levels[0]);
}

static void test_name(void **state)
{
   (void)state;
   FAULT(m.name[0] = '\0', CS_PART_NAME, "a name of printable");
   FAULT(strcpy(m.name, "zen 4"), CS_PART_NAME, "a name of printable");
   FAULT(strcpy(m.name, "zen\\x34"), CS_PART_NAME, "a name of printable");
   FAULT(strcpy(m.name, "zen\n4"), CS_PART_NAME, "a name of printable");
   FAULT(strcpy(m.name, "zen\x80"), CS_PART_NAME, "a name of printable");
}

static void test_levels(void **state)
{
   (void)state;
   FAULT(m.n_levels = 0, CS_PART_L2, "needs I1, D1, and L2");
   FAULT(m.n_levels = 4, CS_PART_L2, "needs I1, D1, and L2");
   FAULT(m.i1.geometry.assoc = 0, CS_PART_I1, "associativity");
   FAULT(m.d1.geometry.size_B = 1000, CS_PART_D1, "multiple of");
   FAULT(m.levels[0].geometry.line_size_B = 48, CS_PART_L2, "power of two");
   FAULT(m.levels[1].geometry.size_B = 1, CS_PART_L3, "multiple of");
   FAULT(m.d1.inclusion = CS_INCLUSIVE, CS_PART_D1, "no levels before it");
   FAULT(m.i1.inclusion = CS_EXCLUSIVE, CS_PART_I1, "no levels before it");
   FAULT(m.levels[1].policy = CS_TREE_PLRU, CS_PART_L3, "policy=plru");
   FAULT(m.levels[1].geometry = ((cs_geometry){ 65 * 64, 65, 64 }), CS_PART_L3,
         "at most 64 ways");
   FAULT(m.levels[1].geometry.line_size_B = 128, CS_PART_L3, "lines of the same size");
   FAULT(m.i1.geometry.line_size_B = 32, CS_PART_I1, "lines of the same size");
}

/* cachegrind's model takes any three caches. */
static void test_plain(void **state)
{
   (void)state;
   cs_machine m = plain();
   assert_true(cs_machine_is_plain(&m));
   m.i1.geometry.line_size_B = 32;
   m.levels[0].geometry = (cs_geometry){ 100 * 128, 100, 128 };
   assert_null(cs_machine_error(&m));
   cs_machine not_plain[] = { m, m, m, m, m, m, m };
   not_plain[0].d1.policy = CS_SRRIP;
   not_plain[1].levels[0].inclusion = CS_INCLUSIVE;
   not_plain[2].d1.writes_through = true;
   not_plain[3].levels[0].no_write_allocate = true;
   not_plain[4].dtlb[0] = (cs_tlb_shape){ 64, 64, 0, 0 };
   not_plain[5].n_levels = 2;
   not_plain[5].levels[1] = m.levels[0];
   not_plain[6].prefetchers[0] = (cs_prefetcher_shape){ .kind = CS_ADJACENT, .level = 2 };
   not_plain[6].n_prefetchers = 1;
   for (size_t i = 0; i < sizeof not_plain / sizeof not_plain[0]; i++) {
      assert_false(cs_machine_is_plain(&not_plain[i]));
      assert_non_null(cs_machine_error(&not_plain[i]));
   }
}

static void test_prefetchers(void **state)
{
   (void)state;
   enum { P = CS_PART_PREFETCH };
   FAULT(m.n_prefetchers = 9, P, "at most 8");
   FAULT(m.prefetchers[0].level = 0, P, "no cache of this level");
   FAULT(m.prefetchers[3].level = 4, P + 3, "no cache of this level");
   FAULT(m.prefetchers[1].level = 2, P + 1, "of code or of data");
   FAULT(m.prefetchers[0].of_code = true, P, "cannot be at I1");
   FAULT(m.prefetchers[1].degree = 0, P + 1, "degree must be");
   FAULT(m.prefetchers[1].degree = 65, P + 1, "degree must be");
   FAULT(m.prefetchers[0].n_entries = 0, P, "entries must be");
   FAULT(m.prefetchers[0].n_entries = 4097, P, "entries must be");
   FAULT(m.prefetchers[3].n_to_begin = 0, P + 3, "begin must be");
   FAULT(m.prefetchers[3].n_to_begin = 17, P + 3, "begin must be");
   FAULT(m.prefetchers[3].distance = 1, P + 3, "distance must be");
   FAULT(m.prefetchers[3].distance = 257, P + 3, "distance must be");
}

static void test_pages(void **state)
{
   (void)state;
   FAULT(m.page_B = 0, CS_PART_PAGE, "power of two from 256");
   FAULT(m.page_B = 128, CS_PART_PAGE, "power of two from 256");
   FAULT(m.page_B = 5000, CS_PART_PAGE, "power of two from 256");
   FAULT(m.page_B = 1ull << 31, CS_PART_PAGE, "power of two from 256");
   cs_machine m = plain();
   m.page_B = 256;
   m.i1.geometry = m.d1.geometry = m.levels[0].geometry = (cs_geometry){ 1024, 1, 512 };
   assert_null(cs_machine_error(&m)); /* it has no pages */
   m.dtlb[0] = (cs_tlb_shape){ 64, 64, 0, 0 };
   assert_fault(m, CS_PART_PAGE, "at least a line");
}

static void test_tlbs(void **state)
{
   (void)state;
   FAULT(m.itlb[0].assoc = 0, CS_PART_ITLB, "<ways> times a power of two");
   FAULT(m.dtlb[0].assoc = 60, CS_PART_DTLB, "<ways> times a power of two");
   FAULT(m.itlb[1].assoc = 512, CS_PART_ITLB2, "<ways> times a power of two");
   FAULT(m.dtlb[1].n_entries = 1 << 16, CS_PART_DTLB2, "at most 32768");
   FAULT(m.dtlb[0].n_entries = 0, CS_PART_DTLB2, "needs a first");
}

static void test_core(void **state)
{
   (void)state;
   FAULT(m.width = 0, CS_PART_CORE, "at least 1");
   FAULT(m.window = 0, CS_PART_CORE, "at least 1");
   FAULT(m.n_misses = 0, CS_PART_CORE, "at least 1");
}

#define RULE(change, expected) \
   do { \
      cs_machine m = good(); \
      change; \
      assert_int_equal(cs_machine_fetches(&m), expected); \
   } while (0)

/* The prefetchers of good() reach 1 line of code in I1, and 24 in all. */
static void test_fetches(void **state)
{
   (void)state;
   cs_machine p = plain();
   assert_int_equal(cs_machine_fetches(&p), CS_FETCH_LINES);
   RULE((void)m, CS_FETCH_AFTER_DATA);
   RULE(m.levels[0].inclusion = CS_NEITHER, CS_FETCH_LINES);
   RULE(m.levels[1].inclusion = CS_INCLUSIVE;
        m.levels[0].inclusion = CS_NEITHER, CS_FETCH_AFTER_DATA);
   RULE(m.i1.policy = CS_SRRIP, CS_FETCH_EACH);
   RULE(m.i1.policy = CS_RANDOM, CS_FETCH_AFTER_DATA);
   RULE(m.i1.geometry = ((cs_geometry){ 64, 1, 64 }), CS_FETCH_EACH);
   RULE(m.i1.geometry = ((cs_geometry){ 128, 1, 64 }), CS_FETCH_AFTER_DATA);
   RULE(m.i1.geometry = ((cs_geometry){ 64, 1, 64 });
        m.prefetchers[1].of_code = false, CS_FETCH_AFTER_DATA);
   RULE(m.levels[0].geometry = ((cs_geometry){ 24 * 64, 1, 64 }), CS_FETCH_EACH);
   RULE(m.levels[0].geometry = ((cs_geometry){ 25 * 64, 1, 64 }), CS_FETCH_AFTER_DATA);
   RULE(m.prefetchers[0].level = 2, CS_FETCH_EACH); /* its stride is anything */
   RULE(m.prefetchers[0].level = 2; m.levels[0].inclusion = CS_NEITHER, CS_FETCH_LINES);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),        cmocka_unit_test(test_name),
      cmocka_unit_test(test_levels),      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_prefetchers), cmocka_unit_test(test_pages),
      cmocka_unit_test(test_tlbs),        cmocka_unit_test(test_core),
      cmocka_unit_test(test_fetches),
   };
   return cmocka_run_group_tests_name("cs_machine", tests, NULL, NULL);
}
