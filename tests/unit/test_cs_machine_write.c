/* test_cs_machine_write.c -- machines written as text, and read again.
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

static void test_canonical(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   sheet s;
   assert_string_equal(
      written(&m, &s),
      "I1 size=32K ways=8 line=64 policy=plru writes=back allocate=yes shared=no "
      "latency=4\n"
      "D1 size=32K ways=8 line=64 policy=srrip writes=through allocate=no shared=no "
      "latency=4 refill=10\n"
      "L2 size=1M ways=8 line=64 policy=plru inclusion=inclusive writes=back "
      "allocate=yes shared=no latency=14 gap=2\n"
      "L3 size=32M ways=16 line=64 policy=random seed=7 inclusion=exclusive "
      "writes=back allocate=yes shared=yes latency=50 gap=3\n"
      "prefetch at=D1 kind=stride entries=64 begin=3 degree=2 distance=8 pages=yes\n"
      "prefetch at=I1 kind=next-line degree=1 pages=no\n"
      "prefetch at=L2 kind=adjacent\n"
      "prefetch at=L3 kind=stream entries=16 begin=2 degree=1 distance=20 pages=no\n"
      "page 16K\n"
      "ITLB entries=64 ways=64\n"
      "DTLB entries=72 ways=72\n"
      "ITLB2 entries=512 ways=8 latency=7\n"
      "DTLB2 entries=3072 ways=24 latency=8 gap=3\n"
      "core width=6 window=320 misses=24 walkers=6 mispredict=13 forward=7 renames=yes "
      "stores=2 walk=40 far-walk=0 predictor=tage jump-history=12\n"
      "memory latency=350 gap=8\n"
      "ops simple=1 mul=3 div=14 fadd=3 fmul=3 fdiv=11 fsqrt=15 convert=3 "
      "locked=8 fence=40\n");
}

/* A second TLB of code and data is one line. */
static void test_unified(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES "ITLB entries=48 ways=48\nDTLB entries=48 ways=48\n"
                                "TLB2 entries=1280 ways=5 latency=6\n");
   sheet s;
   assert_non_null(
      strstr(written(&m, &s), "\nTLB2 entries=1280 ways=5 latency=6 gap=0\n"));
   assert_null(strstr(s.text, "DTLB2"));
   assert_null(strstr(s.text, "ITLB2"));
}

/* A size has the largest unit that divides it. */
static void test_sizes(void **state)
{
   (void)state;
   static const struct {
      uint64_t size_B;
      const char *text;
   } sizes[] = { { 1000, "\npage 1000\n" },
                 { 1536, "\npage 1536\n" },
                 { 3 << 10, "\npage 3K\n" },
                 { 1536 << 10, "\npage 1536K\n" },
                 { 5 << 20, "\npage 5M\n" },
                 { UINT64_C(2) << 30, "\npage 2G\n" },
                 { UINT64_C(3) << 40, "\npage 3072G\n" } };
   for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      cs_machine m = parsed(CACHES);
      sheet s;
      m.page_B = sizes[i].size_B;
      assert_non_null(strstr(written(&m, &s), sizes[i].text));
   }
}

/* Each line begins with the prefix. */
static void test_prefix(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES);
   tk_text out;
   sheet s = { 0 };
   tk_text_init(&out, drain, &s);
   cs_machine_write(&out, "#: m ", &m);
   tk_text_flush(&out);
   assert_int_equal(strncmp(s.text, "#: m I1 size=32K", 16), 0);
   assert_non_null(strstr(s.text, "\n#: m D1 size=48K"));
}

static cs_level_shape random_level(uint64_t *r, bool is_first)
{
   cs_level_shape l = { .seed = 1, .latency_cycles = below(r, 100) };
   uint32_t ways = 1u << below(r, 5);
   l.geometry = (cs_geometry){ (uint64_t)ways * 64 << below(r, 12), ways, 64 };
   l.policy = (cs_policy)below(r, 4);
   if (l.policy == CS_RANDOM)
      l.seed = below(r, 1000);
   l.inclusion = is_first ? CS_NEITHER : (cs_inclusion)below(r, 3);
   l.writes_through = below(r, 2);
   l.no_write_allocate = below(r, 2);
   l.is_shared = below(r, 2);
   l.gap_cycles = is_first ? 0 : below(r, 20);
   return l;
}

static cs_prefetcher_shape random_prefetcher(uint64_t *r, uint32_t n_levels)
{
   cs_prefetcher_shape p = { .kind = (cs_prefetcher_kind)below(r, 4),
                             .level = 1 + below(r, n_levels + 1) };
   p.of_code = p.level == 1 && p.kind != CS_STRIDE && below(r, 2);
   if (p.kind == CS_ADJACENT)
      return p;
   p.degree = 1 + below(r, 16);
   p.crosses_pages = below(r, 2);
   if (p.kind == CS_NEXT_LINE)
      return p;
   p.n_entries = 1 + below(r, 4096);
   p.n_to_begin = 1 + below(r, 16);
   p.distance = p.degree + below(r, 200);
   return p;
}

static cs_tlb_shape random_tlb(uint64_t *r, bool is_second)
{
   uint32_t ways = 1 + below(r, 12);
   return (cs_tlb_shape){ ways << below(r, 6), ways, is_second ? below(r, 20) : 0, 0 };
}

static void random_machine(uint64_t *r, cs_machine *m)
{
   memset(m, 0, sizeof *m);
   *m = cs_machine_default;
   snprintf(m->name, sizeof m->name, "random-%u", below(r, 1000));
   m->i1 = random_level(r, true);
   m->d1 = random_level(r, true);
   m->d1.refill_cycles = below(r, 20);
   m->n_levels = 1 + below(r, 3);
   for (uint32_t i = 0; i < m->n_levels; i++)
      m->levels[i] = random_level(r, false);
   m->n_prefetchers = below(r, CS_PREFETCHERS_MAX + 1);
   for (uint32_t i = 0; i < m->n_prefetchers; i++)
      m->prefetchers[i] = random_prefetcher(r, m->n_levels);
   m->page_B = 256u << below(r, 12);
   for (int level = 0; level < 1 + (int)below(r, 2); level++) {
      m->itlb[level] = random_tlb(r, level > 0);
      m->dtlb[level] = random_tlb(r, level > 0);
   }
   if (m->dtlb[1].n_entries > 0)
      m->dtlb[1].gap_cycles = below(r, 5);
   m->has_unified_tlb = m->dtlb[1].n_entries > 0 && below(r, 2);
   if (m->has_unified_tlb)
      m->itlb[1] = m->dtlb[1];
   m->predictor = (cs_predictor_kind)below(r, 2);
   m->jump_history = below(r, 300);
   m->width = 1 + below(r, 10);
   m->memory_cycles = below(r, 1000);
   m->op_cycles[below(r, CS_N_OPS)] = below(r, 50);
   assert_null(cs_machine_error(m));
}

/* What was written is read as the same machine, in every value. */
static void test_round_trip(void **state)
{
   (void)state;
   uint64_t r = 20;
   for (int i = 0; i < 3000; i++) {
      cs_machine m;
      sheet first, second;
      char text[sizeof first.text + 80];
      random_machine(&r, &m);
      snprintf(text, sizeof text, "name %s\n%s", m.name, written(&m, &first));
      cs_machine again = parsed(text);
      assert_string_equal(again.name, m.name);
      assert_string_equal(written(&again, &second), first.text);
      assert_memory_equal(&again.i1, &m.i1, sizeof m.i1);
      assert_int_equal(again.n_levels, m.n_levels);
      assert_memory_equal(again.levels, m.levels, m.n_levels * sizeof m.levels[0]);
      assert_int_equal(again.n_prefetchers, m.n_prefetchers);
      for (uint32_t k = 0; k < m.n_prefetchers; k++)
         assert_prefetcher(&again.prefetchers[k], m.prefetchers[k]);
      assert_memory_equal(again.itlb, m.itlb, sizeof m.itlb);
      assert_memory_equal(again.dtlb, m.dtlb, sizeof m.dtlb);
      assert_int_equal(again.page_B, m.page_B);
      assert_int_equal(again.has_unified_tlb, m.has_unified_tlb);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical),  cmocka_unit_test(test_unified),
      cmocka_unit_test(test_sizes),      cmocka_unit_test(test_prefix),
      cmocka_unit_test(test_round_trip),
   };
   return cmocka_run_group_tests_name("cs_machine_write", tests, NULL, NULL);
}
