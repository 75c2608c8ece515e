/* test_cs_sweep.c -- cs_sweep against what a history of lines says of each cache.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_sweep.h"
#include "models/naive_history.h"

/* ---- The range ------------------------------------------------------- */

static cs_sweep_range range_of(const char *text)
{
   cs_sweep_range range;
   const char *problem = cs_sweep_parse(text, &range);
   if (problem != NULL)
      fail_msg("%s: %s", text, problem);
   return range;
}

static void assert_range(const char *text, cs_sweep_kind kind, uint64_t first,
                         uint64_t last, uint32_t n)
{
   cs_sweep_range range = range_of(text);
   assert_int_equal(range.kind, kind);
   assert_int_equal(range.first, first);
   assert_int_equal(range.last, last);
   assert_int_equal(cs_sweep_count(&range), n);
}

static void test_ranges(void **state)
{
   (void)state;
   assert_range("LL:256K..64M", CS_SWEEP_SIZES, 256 << 10, 64 << 20, 9);
   assert_range("LL:1G..1G", CS_SWEEP_SIZES, 1 << 30, 1 << 30, 1);
   assert_range("LL:512..1024", CS_SWEEP_SIZES, 512, 1024, 2);
   assert_range("LL:1K..32M", CS_SWEEP_SIZES, 1024, 32 << 20, 16);
   assert_range("ways:1..16", CS_SWEEP_WAYS, 1, 16, 16);
   assert_range("ways:3..5", CS_SWEEP_WAYS, 3, 5, 3);
   assert_range("line:32..256", CS_SWEEP_LINES, 32, 256, 4);
   cs_sweep_range none = { CS_SWEEP_NONE, 1, 2 };
   assert_int_equal(cs_sweep_count(&none), 0);
}

static void assert_refused(const char *text, const char *part)
{
   cs_sweep_range range = { CS_SWEEP_WAYS, 1, 2 };
   const char *problem = cs_sweep_parse(text, &range);
   if (problem == NULL || strstr(problem, part) == NULL)
      fail_msg("%s: %s", text, problem == NULL ? "accepted" : problem);
   assert_int_equal(range.last, 2);
}

static void test_bad_ranges(void **state)
{
   (void)state;
   static const char *const unlike[] = {
      "",
      "LL",
      "LL:",
      "LL:1",
      "LL:1K",
      "LL:1K.",
      "LL:1K..",
      "LL:..1K",
      "LL:1K..2K ",
      "D1:1K..2K",
      "ll:1K..2K",
      "256K..64M",
      "LL:1T..2T",
      "LL:1k..2k",
      "LL:-1..2",
      "LL:1K...2K",
      "LL:1KB..2KB",
      "ways:a..b",
      "line:32-64",
      "line: 32..64",
      "LL:1K..1099511627776",
      "LL:1K..1073741824G",
      "LL:1K..99999999999999999999999",
   };
   for (size_t i = 0; i < sizeof unlike / sizeof *unlike; i++)
      assert_refused(unlike[i], "expected LL:<size>..<size>");
   assert_refused("ways:0..4", "begin");
   assert_refused("LL:0..1K", "begin");
   assert_refused("ways:4..3", "begin");
   assert_refused("LL:2M..1M", "begin");
   assert_refused("LL:3K..6K", "powers of two");
   assert_refused("line:24..48", "powers of two");
   assert_refused("LL:64K..100K", "powers of two");
   assert_refused("ways:1..17", "16 steps");
   assert_refused("LL:1K..64M", "16 steps");
}

static const cs_geometry server = { 8 << 20, 16, 64 };

static void assert_error(const char *text, cs_geometry ll, const char *part)
{
   cs_sweep_range range = range_of(text);
   const char *problem = cs_sweep_error(&range, &ll);
   if (part == NULL ? problem != NULL : problem == NULL || !strstr(problem, part))
      fail_msg("%s: %s", text, problem == NULL ? "no error" : problem);
}

static void test_shapes_that_cannot_be(void **state)
{
   (void)state;
   assert_error("LL:256K..64M", server, NULL);
   assert_error("LL:1K..1K", server, NULL);
   assert_error("LL:512..1K", server, "multiple");
   assert_error("line:4..64", server, "line size");
   assert_error("line:64K..128K", server, "line size");
   assert_error("line:8..64K", server, NULL);
   assert_error("ways:100000..100001", server, "67108864 lines");
}

/* Ways that do not divide the sizes. */
static void test_ways_of_other_hosts(void **state)
{
   (void)state;
   const cs_geometry ll = { 12 * 64 * 32768, 12, 64 };
   cs_sweep_range range = range_of("LL:256K..512K");
   cs_geometry shape = cs_sweep_shape(&range, &ll, 1);
   assert_int_equal(shape.size_B, 512 << 10);
   assert_int_equal(shape.assoc, 8);
   assert_error("LL:256K..64M", ll, NULL);
   range = range_of("ways:11..12");
   shape = cs_sweep_shape(&range, &ll, 0);
   assert_int_equal(shape.size_B, 11 * 64 * 32768);
   assert_int_equal(shape.assoc, 11);
}

static void assert_name(const char *text, uint32_t i, const char *expected)
{
   char name[CS_SWEEP_NAME_B];
   cs_sweep_range range = range_of(text);
   cs_sweep_name(&range, i, name);
   assert_string_equal(name, expected);
}

static void test_names(void **state)
{
   (void)state;
   assert_name("LL:256K..64M", 0, "Lm@256K");
   assert_name("LL:256K..64M", 2, "Lm@1M");
   assert_name("LL:256K..64M", 8, "Lm@64M");
   assert_name("LL:512..1K", 0, "Lm@512");
   assert_name("LL:1G..2G", 1, "Lm@2G");
   assert_name("ways:1..16", 15, "Lm@16w");
   assert_name("line:32..256", 2, "Lm@128B");
   assert_name("line:1024..2048", 0, "Lm@1024B");
   assert_name("LL:512G..512G", 0, "Lm@512G");
}

/* ---- Against the history --------------------------------------------- */

enum { BATCH = 100 };

typedef struct {
   unit_alloc memory;
   cs_geometry ll;
   cs_sweep_range range;
   cs_sweep sweep, batched; /* one reference at a time, and many */
   uint32_t n_batch;
   uintptr_t addrs[BATCH];
   uint32_t sizes_B[BATCH], expected[BATCH];
   uint32_t n;
   cs_geometry shapes[CS_SWEEP_MOST];
   naive_history histories[CS_SWEEP_MOST]; /* by length of lines; else only the first */
   unsigned n_steps;
   uint64_t n_missed[CS_SWEEP_MOST];
} contest;

static contest the;

static naive_history *history_of(uint32_t i)
{
   return &the.histories[the.range.kind == CS_SWEEP_LINES ? i : 0];
}

static bool misses(uint32_t i, uintptr_t addr, uintptr_t size_B)
{
   const cs_geometry *shape = &the.shapes[i];
   naive_history *h = history_of(i);
   bool missed = false;
   if (the.range.kind == CS_SWEEP_LINES && size_B > shape->line_size_B)
      size_B = shape->line_size_B;
   bool is_last = the.range.kind == CS_SWEEP_LINES || i == the.n - 1;
   static naive_history saved;
   saved.n = h->n;
   memcpy(saved.blocks, h->blocks, h->n * sizeof *h->blocks);
   for (uint64_t b = addr / h->line_B; b <= (addr + size_B - 1) / h->line_B; b++) {
      missed |= !history_holds(h, b, cs_geometry_sets(shape), shape->assoc);
      history_use(h, b);
   }
   if (!is_last) {
      h->n = saved.n;
      memcpy(h->blocks, saved.blocks, saved.n * sizeof *saved.blocks);
   }
   return missed;
}

/* The references so far, all at once. */
static void settle_batch(void)
{
   uint32_t missed[BATCH];
   cs_sweep_refer_all(&the.batched, the.addrs, the.sizes_B, missed, the.n_batch);
   for (uint32_t i = 0; i < the.n_batch; i++)
      if (missed[i] != the.expected[i])
         fail_msg("%u of a batch before step %u, %#lx+%u: %#x, but the history says %#x",
                  i, the.n_steps, (unsigned long)the.addrs[i], the.sizes_B[i], missed[i],
                  the.expected[i]);
   the.n_batch = 0;
}

static void add_to_batch(uintptr_t addr, uint32_t size_B, uint32_t expected)
{
   the.addrs[the.n_batch] = addr;
   the.sizes_B[the.n_batch] = size_B;
   the.expected[the.n_batch++] = expected;
   if (the.n_batch == BATCH || the.n_steps % 317 == 0)
      settle_batch();
}

static uint32_t step(uintptr_t addr, uint32_t size_B)
{
   uint32_t expected = 0;
   uint32_t actual = cs_sweep_refer(&the.sweep, addr, size_B);
   for (uint32_t i = 0; i < the.n; i++)
      if (misses(i, addr, size_B)) {
         expected |= UINT32_C(1) << i;
         the.n_missed[i]++;
      }
   the.n_steps++;
   if (actual != expected)
      fail_msg("step %u, %#lx+%lu: %#x, but the history says %#x", the.n_steps,
               (unsigned long)addr, (unsigned long)size_B, actual, expected);
   add_to_batch(addr, size_B, expected);
   return actual;
}

static void begin(const char *text, cs_geometry ll)
{
   unit_alloc_init(&the.memory);
   the.ll = ll;
   the.range = range_of(text);
   the.n = cs_sweep_count(&the.range);
   the.n_steps = 0;
   memset(the.n_missed, 0, sizeof the.n_missed);
   assert_null(cs_sweep_error(&the.range, &ll));
   memset(&the.sweep, 0xa5, sizeof the.sweep);
   cs_sweep_init(&the.sweep, &the.range, &ll, &the.memory.alloc);
   cs_sweep_init(&the.batched, &the.range, &ll, &the.memory.alloc);
   the.n_batch = 0;
   for (uint32_t i = 0; i < the.n; i++) {
      the.shapes[i] = cs_sweep_shape(&the.range, &ll, i);
      the.histories[i].line_B = the.shapes[i].line_size_B;
      the.histories[i].n = 1; /* line 0 */
      the.histories[i].blocks[0] = 0;
   }
}

static void end(void)
{
   settle_batch();
   cs_sweep_fini(&the.sweep, &the.memory.alloc);
   cs_sweep_fini(&the.batched, &the.memory.alloc);
   assert_int_equal(the.memory.n_live, 0);
}

static const struct {
   const char *text;
   cs_geometry ll;
} contests[] = {
   { "LL:256..4K", { 1024, 4, 16 } },         /* plain caches */
   { "LL:64..2K", { 1024, 4, 16 } },          /* one set at first */
   { "LL:1K..16K", { 12 * 16 * 8, 12, 16 } }, /* 8 ways instead of 12 */
   { "LL:512K..4M", { 1 << 20, 16, 1024 } },  /* the larger are packed */
   { "LL:1M..8M", { 1 << 20, 2, 4096 } },     /* all are */
   { "LL:32K..256K", { 32768, 1, 64 } },      /* direct-mapped: plain and packed */
   { "ways:1..16", { 1024, 4, 16 } },         { "ways:3..5", { 12 * 16 * 8, 12, 16 } },
   { "ways:4..4", { 960, 4, 16 } }, /* 15 sets */
   { "ways:2..17", { 64, 1, 64 } }, /* one set */
   { "line:8..256", { 2048, 2, 16 } },        { "line:32..128", { 64 << 10, 8, 64 } },
};
enum { N_CONTESTS = sizeof contests / sizeof *contests };

/* Steps of all scales, some of which go back to where it was. */
static uintptr_t next_addr(unit_random *r, uintptr_t at, uint64_t span)
{
   switch (unit_random_below(r, 8)) {
   case 0: return 0x10000 + (uintptr_t)unit_random_below(r, 2 * span);
   case 1: return 0x10000 + (uintptr_t)unit_random_below(r, span / 4);
   case 2: return 0x10000 + (uintptr_t)unit_random_below(r, 40) * (uintptr_t)(span / 8);
   case 3: return at ^ (uintptr_t)(span / 16) << unit_random_below(r, 3);
   case 4:
      return 0x7ffe00000000 % ((uintptr_t)1 << CS_LAST_ADDR_BITS)
             + (uintptr_t)unit_random_below(r, 128);
   default: return at + (uintptr_t)unit_random_below(r, 80);
   }
}

static void random_trace(uint64_t seed, uint64_t span, int n_steps)
{
   unit_random r = unit_random_from(seed);
   uintptr_t at = 0x10000;
   for (int i = 0; i < n_steps; i++) {
      at = next_addr(&r, at, span);
      step(at, 1 + (uint32_t)unit_random_below(&r, i % 50 == 0 ? 90 : 9));
   }
}

static void test_random(void **state)
{
   (void)state;
   for (int c = 0; c < N_CONTESTS; c++)
      for (uint64_t seed = 1; seed <= 6; seed++) {
         begin(contests[c].text, contests[c].ll);
         random_trace(seed, the.shapes[the.n - 1].size_B, 1200);
         end();
      }
}

/* Round and round, over n lines: LRU misses always or never. */
static void test_cyclic(void **state)
{
   (void)state;
   begin("LL:1K..8K", (cs_geometry){ 4096, 4, 16 });
   for (int round = 0; round < 3; round++)
      for (uintptr_t i = 0; i < 2048 / 16; i++) {
         uint32_t missed = step(0x40000 + 16 * i, 4);
         assert_int_equal(missed, round == 0 ? 15 : 1);
      }
   end();
}

/* The last level's own cache is one of them, and has its misses. */
static void test_own(void **state)
{
   (void)state;
   for (int c = 0; c < N_CONTESTS; c++) {
      begin(contests[c].text, contests[c].ll);
      cs_last last;
      cs_last_init(&last, &the.ll, &the.memory.alloc);
      cs_last_refer(&last, 0, 1);
      unit_random r = unit_random_from(7);
      for (int i = 0; i < 500 && the.sweep.own != 0; i++) {
         uintptr_t addr = (uintptr_t)unit_random_below(&r, 2 * the.ll.size_B);
         bool missed = cs_last_refer(&last, addr, 1);
         assert_int_equal((cs_sweep_refer(&the.sweep, addr, 1) & the.sweep.own) != 0,
                          missed);
      }
      cs_last_fini(&last, &the.memory.alloc);
      end();
   }
   begin("LL:1K..8K", (cs_geometry){ 4096, 4, 16 });
   assert_int_equal(the.sweep.own, 4);
   end();
   begin("ways:1..16", (cs_geometry){ 4096, 4, 16 });
   assert_int_equal(the.sweep.own, 8);
   end();
   begin("LL:16K..32K", (cs_geometry){ 4096, 4, 16 });
   assert_int_equal(the.sweep.own, 0);
   end();
}

/* Addresses that no program has: packed caches keep none, others do. */
static void test_high_addresses(void **state)
{
   (void)state;
   const uintptr_t high = (uintptr_t)0xffffffffff600000;
   begin("LL:256K..1M", (cs_geometry){ 1 << 20, 16, 64 });
   assert_int_equal(cs_sweep_refer(&the.sweep, high, 8), 7);
   assert_int_equal(cs_sweep_refer(&the.sweep, high, 8), 6); /* the first is plain */
   assert_int_equal(cs_sweep_refer(&the.sweep, (uintptr_t)-1, 8), 7);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_bad_ranges),
      cmocka_unit_test(test_shapes_that_cannot_be),
      cmocka_unit_test(test_ways_of_other_hosts),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_own),
      cmocka_unit_test(test_high_addresses),
   };
   return cmocka_run_group_tests_name("cs_sweep", tests, NULL, NULL);
}
