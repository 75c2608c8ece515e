/* test_cs_machine_text.c -- cs_machine_text: texts and the machines they describe,
   exact reasons of faults with their lines, and random machines written and read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_machine_text.h"

/* ---- Helpers --------------------------------------------------------- */

typedef struct { size_t used_B; char text[8192]; } sheet;

static bool drain(void *context, const char *bytes, size_t length_B)
{
   sheet *s = context;
   assert_true(s->used_B + length_B < sizeof s->text);
   memcpy(s->text + s->used_B, bytes, length_B);
   s->used_B += length_B;
   s->text[s->used_B] = '\0';
   return true;
}

/* The canonical text, without its name. */
static const char *written(const cs_machine *m, sheet *s)
{
   tk_text out;
   *s = (sheet){ 0 };
   tk_text_init(&out, drain, s);
   cs_machine_write(&out, "", m);
   assert_true(tk_text_flush(&out));
   return s->text;
}

/* Parses a copy that ends where its memory does, to find reads beyond. */
static bool parse(const char *text, size_t length_B, cs_machine *m, cs_machine_fault *f)
{
   char *copy = malloc(length_B == 0 ? 1 : length_B);
   memcpy(copy, text, length_B);
   memset(m, 0xa5, sizeof *m);
   bool ok = cs_machine_parse(copy, length_B, m, f);
   free(copy);
   return ok;
}

static cs_machine parsed(const char *text)
{
   cs_machine m;
   cs_machine_fault fault = { 0 };
   if (!parse(text, strlen(text), &m, &fault))
      fail_msg("%u: %s", fault.line, fault.reason);
   assert_null(cs_machine_error(&m));
   return m;
}

static void assert_refused(const char *text, uint32_t line, const char *reason)
{
   cs_machine m;
   cs_machine_fault fault = { 0 };
   if (parse(text, strlen(text), &m, &fault))
      fail_msg("accepted: %s", text);
   assert_string_equal(fault.reason, reason);
   assert_int_equal(fault.line, line);
}

#define I1 "I1 size=32K ways=8 latency=4\n"
#define D1 "D1 size=48K ways=12 latency=5\n"
#define L2 "L2 size=1M ways=16 latency=14\n"
#define CACHES "name test\n" I1 D1 L2

/* ---- Good texts ------------------------------------------------------ */

/* Everything that a text can say, and what it becomes. */
static const char whole[] =
   "# Comment\n"
   "name   zen4-like# and another\n"
   "\n"
   "I1 size=32K ways=8 line=64 policy=plru latency=4\r\n"
   "D1 ways=8 size=32768 policy=srrip\tlatency=4 writes=through allocate=no\n"
   "L2 size=1M ways=8 policy=plru inclusion=inclusive latency=14\n"
   "L3 size=32M ways=16 policy=random seed=7 inclusion=exclusive shared=yes latency=50\n"
   "prefetch at=D1 kind=stride entries=64 begin=3 degree=2 distance=8 pages=yes\n"
   "prefetch at=I1 kind=next-line\n"
   "prefetch at=L2 kind=adjacent\n"
   "prefetch at=L3 kind=stream entries=16 distance=20\n"
   "page 16K\n"
   "ITLB entries=64 ways=64\n"
   "DTLB entries=72 ways=72\n"
   "ITLB2 entries=512 ways=8 latency=7\n"
   "DTLB2 entries=3072 ways=24 latency=8\n"
   "core width=6 window=320 misses=24 mispredict=13 walk=40 predictor=tage\n"
   "memory latency=350 gap=8\n"
   "ops simple=1 mul=3 div=14 fadd=3 fmul=3 fdiv=11 fsqrt=15 convert=3"; /* no LF */

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

static void assert_prefetcher(const cs_prefetcher_shape *p, cs_prefetcher_shape e)
{
   assert_int_equal(p->kind, e.kind);
   assert_int_equal(p->level, e.level);
   assert_int_equal(p->of_code, e.of_code);
   assert_int_equal(p->n_entries, e.n_entries);
   assert_int_equal(p->n_to_begin, e.n_to_begin);
   assert_int_equal(p->degree, e.degree);
   assert_int_equal(p->distance, e.distance);
   assert_int_equal(p->crosses_pages, e.crosses_pages);
}

static void test_prefetchers(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   assert_int_equal(m.n_prefetchers, 4);
   assert_prefetcher(&m.prefetchers[0], (cs_prefetcher_shape){
      CS_STRIDE, 1, false, 64, 3, 2, 8, true });
   assert_prefetcher(&m.prefetchers[1], (cs_prefetcher_shape){
      CS_NEXT_LINE, 1, true, 0, 0, 1, 0, false });
   assert_prefetcher(&m.prefetchers[2], (cs_prefetcher_shape){
      CS_ADJACENT, 2, false, 0, 0, 0, 0, false });
   assert_prefetcher(&m.prefetchers[3], (cs_prefetcher_shape){
      CS_STREAM, 3, false, 16, 2, 1, 20, false });
}

static void assert_tlb(const cs_tlb_shape *t, uint32_t n, uint32_t ways, uint32_t cycles)
{
   assert_int_equal(t->n_entries, n);
   assert_int_equal(t->assoc, ways);
   assert_int_equal(t->latency_cycles, cycles);
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
   assert_int_equal(m.walk_cycles, 40);
   assert_int_equal(m.memory_cycles, 350);
   assert_int_equal(m.line_cycles, 8);
   static const uint32_t cycles[CS_N_OPS] = { 1, 3, 14, 3, 3, 11, 15, 3 };
   assert_memory_equal(m.op_cycles, cycles, sizeof cycles);
}

static void test_canonical(void **state)
{
   (void)state;
   cs_machine m = parsed(whole);
   sheet s;
   assert_string_equal(written(&m, &s),
      "I1 size=32K ways=8 line=64 policy=plru writes=back allocate=yes shared=no "
      "latency=4\n"
      "D1 size=32K ways=8 line=64 policy=srrip writes=through allocate=no shared=no "
      "latency=4\n"
      "L2 size=1M ways=8 line=64 policy=plru inclusion=inclusive writes=back "
      "allocate=yes shared=no latency=14\n"
      "L3 size=32M ways=16 line=64 policy=random seed=7 inclusion=exclusive "
      "writes=back allocate=yes shared=yes latency=50\n"
      "prefetch at=D1 kind=stride entries=64 begin=3 degree=2 distance=8 pages=yes\n"
      "prefetch at=I1 kind=next-line degree=1 pages=no\n"
      "prefetch at=L2 kind=adjacent\n"
      "prefetch at=L3 kind=stream entries=16 begin=2 degree=1 distance=20 pages=no\n"
      "page 16K\n"
      "ITLB entries=64 ways=64\n"
      "DTLB entries=72 ways=72\n"
      "ITLB2 entries=512 ways=8 latency=7\n"
      "DTLB2 entries=3072 ways=24 latency=8\n"
      "core width=6 window=320 misses=24 mispredict=13 walk=40 "
      "far-walk=0 predictor=tage\n"
      "memory latency=350 gap=8\n"
      "ops simple=1 mul=3 div=14 fadd=3 fmul=3 fdiv=11 fsqrt=15 convert=3\n");
}

static void test_unified(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES "ITLB entries=48 ways=48\nDTLB entries=48 ways=48\n"
                         "TLB2 entries=1280 ways=5 latency=6\n");
   assert_true(m.has_unified_tlb);
   assert_tlb(&m.itlb[1], 1280, 5, 6);
   assert_tlb(&m.dtlb[1], 1280, 5, 6);
   sheet s;
   assert_non_null(strstr(written(&m, &s), "\nTLB2 entries=1280 ways=5 latency=6\n"));
   assert_null(strstr(s.text, "DTLB2"));
   assert_null(strstr(s.text, "ITLB2"));
}

/* The defaults, and a prefix. */
static void test_least(void **state)
{
   (void)state;
   cs_machine m = parsed(CACHES);
   assert_string_equal(m.name, "test");
   assert_true(cs_machine_is_plain(&m));
   assert_int_equal(m.page_B, cs_machine_default.page_B);
   assert_int_equal(m.memory_cycles, cs_machine_default.memory_cycles);
   tk_text out;
   sheet s = { 0 };
   tk_text_init(&out, drain, &s);
   cs_machine_write(&out, "#: m ", &m);
   tk_text_flush(&out);
   assert_int_equal(strncmp(s.text, "#: m I1 size=32K", 16), 0);
   assert_non_null(strstr(s.text, "\n#: m D1 size=48K"));
}

/* ---- Faults ---------------------------------------------------------- */

static void test_keys(void **state)
{
   (void)state;
   assert_refused("name test\nL5 size=1M\n", 2,
      "expected a line that begins with one of name, I1, D1, L2, L3, L4, prefetch, page, "
      "ITLB, DTLB, ITLB2, DTLB2, TLB2, core, memory, ops, found \"L5\"");
   assert_refused("name a\nname b\n", 2, "a second name line");
   assert_refused(CACHES "\n" D1, 6, "a second D1 line");
   assert_refused("name a\n" I1 D1 "L3 size=1M ways=1 latency=1\n", 4,
                  "L3 without L2 before it");
   assert_refused("", 1, "the machine has no line name");
   assert_refused("name a\n" I1 D1 "\n# end\n", 5, "the machine has no line L2");
   assert_refused("name a\n" D1 L2, 3, "the machine has no line I1");
   assert_refused(CACHES "ITLB entries=8 ways=8\nDTLB entries=8 ways=8\n"
                  "TLB2 entries=8 ways=8 latency=1\nITLB2 entries=8 ways=8 latency=1\n",
                  8, "a second ITLB2 line");
   assert_refused(CACHES "ITLB2 entries=8 ways=8 latency=1\n"
                  "TLB2 entries=8 ways=8 latency=1\n",
                  6, "TLB2 is of code and data: it cannot follow ITLB2");
}

static void test_values(void **state)
{
   (void)state;
   assert_refused("I1 32K\n", 1, "I1: expected NAME=VALUE, NAME one of size, ways, line, "
      "policy, seed, inclusion, writes, allocate, shared, latency, found \"32K\"");
   assert_refused("I1 sizes=32K\n", 1, "I1: expected NAME=VALUE, NAME one of size, ways, "
      "line, policy, seed, inclusion, writes, allocate, shared, latency, "
      "found \"sizes=32K\"");
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
   assert_refused("name a\n" I1 "D1 size=1000 ways=8 latency=4\n" L2, 3,
      "the size must be a multiple of <assoc> * <line size>, and at least that");
   assert_refused("prefetch at=L4 kind=adjacent\n" CACHES, 1,
                  "the machine has no cache of this level");
   assert_refused(CACHES "prefetch at=L2 kind=adjacent\n"
                  "prefetch at=D1 kind=next-line degree=99\n", 6,
                  "degree must be from 1 to 64");
   assert_refused("page 5000\n" CACHES, 1,
                  "the page size must be a power of two from 256 to 1G");
   assert_refused(CACHES "TLB2 entries=48 ways=48 latency=5\n", 5,
                  "a second level needs a first one");
   assert_refused(CACHES "core width=0\n", 5,
                  "width, window and misses must be at least 1");
   char many[1024] = CACHES;
   for (int i = 0; i < 9; i++)
      strcat(many, "prefetch at=L2 kind=adjacent\n");
   assert_refused(many, 13, "a machine has at most 8 prefetchers");
}

static void test_bytes(void **state)
{
   (void)state;
   cs_machine m;
   cs_machine_fault fault;
   assert_false(parse("name a\nI1\0 size", 14, &m, &fault));
   assert_string_equal(fault.reason, "a NUL byte");
   assert_int_equal(fault.line, 2);
   static char large[CS_MACHINE_TEXT_MAX_B + 1];
   memset(large, '\n', sizeof large);
   assert_false(parse(large, sizeof large, &m, &fault));
   assert_string_equal(fault.reason, "the text is longer than 64 KiB");
   memset(large, ' ', 600);
   assert_false(parse(large, 700, &m, &fault));
   assert_string_equal(fault.reason, "the line is longer than 511 bytes");
   memset(large, '#', 600); /* a long comment is none of its words */
   memcpy(large + 601, CACHES, sizeof CACHES - 1);
   assert_true(parse(large, CS_MACHINE_TEXT_MAX_B, &m, &fault));
}

/* ---- Random machines and texts --------------------------------------- */

static uint32_t below(uint64_t *state, uint32_t n)
{
   *state = *state * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)(*state >> 33) % n;
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
   return (cs_tlb_shape){ ways << below(r, 6), ways, is_second ? below(r, 20) : 0 };
}

static void random_machine(uint64_t *r, cs_machine *m)
{
   memset(m, 0, sizeof *m);
   *m = cs_machine_default;
   snprintf(m->name, sizeof m->name, "random-%u", below(r, 1000));
   m->i1 = random_level(r, true);
   m->d1 = random_level(r, true);
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
   m->has_unified_tlb = m->dtlb[1].n_entries > 0 && below(r, 2);
   if (m->has_unified_tlb)
      m->itlb[1] = m->dtlb[1];
   m->predictor = (cs_predictor_kind)below(r, 2);
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
            ? whole[below(&r, (uint32_t)length)] : (char)below(&r, 256);
      length -= below(&r, 8) == 0 ? below(&r, (uint32_t)length) : 0;
      cs_machine m;
      cs_machine_fault fault = { 0 };
      if (parse(text, length, &m, &fault)) {
         assert_null(cs_machine_error(&m));
         continue;
      }
      assert_in_range(strlen(fault.reason), 1, sizeof fault.reason - 1);
      assert_in_range(fault.line, 1, 40);
      for (const char *c = fault.reason; *c != '\0'; c++)
         assert_in_range(*c, ' ', '~');
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_prefetchers),
      cmocka_unit_test(test_rest),
      cmocka_unit_test(test_canonical),
      cmocka_unit_test(test_unified),
      cmocka_unit_test(test_least),
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_damaged),
   };
   return cmocka_run_group_tests_name("cs_machine_text", tests, NULL, NULL);
}
