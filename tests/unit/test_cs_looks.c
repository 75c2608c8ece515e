/* test_cs_looks.c -- looks, as cs_line_use takes them, against a model that works them
   out afterwards (tests/models/cs_looks_model.h); of the classic machine, and of another
   one, whose references are noted when they have been made.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "data/cs_line_use.h"
#include "models/cs_looks_model.h"
#include "unit_alloc.h"

enum { AREA_B = 4096, SPAN_B = MODEL_DATA * AREA_B, BASE_B = 1 << 16 };

/* The bytes of a block or variable of each datum, one behind the other in its area; the
   last has no extent. */
static const uint32_t sizes_B[MODEL_DATA] = { 24, 100, 3000, 0 };

static unit_alloc memory;
static cs_data data[MODEL_DATA];
static looks_model model;

static size_t datum_at(uintptr_t addr)
{
   return (addr - BASE_B) / AREA_B;
}

static cs_data_at find(uintptr_t addr)
{
   size_t i = datum_at(addr);
   uintptr_t in_area = (addr - BASE_B) % AREA_B;
   uint32_t size_B = sizes_B[i];
   if (size_B != 0 && in_area / size_B * size_B + size_B > AREA_B)
      size_B = 0; /* no block has room */
   return (cs_data_at){ .data = &data[i],
                        .offset = size_B == 0 ? 0 : in_area % size_B,
                        .size_B = size_B };
}

static uint64_t heap_bytes(const cs_data *of, uintptr_t line, uint32_t line_B)
{
   (void)of;
   (void)line;
   return cs_line_use_bytes(line_B, 0, line_B);
}

/* ---- A cache -------------------------------------------------------------- */

/* The classic machine's, or one beside it, whose ways the test notes. */
typedef struct {
   cs_geometry g;
   bool is_classic;
   cs_cache d1;
   cs_filter filter;
   uintptr_t *ways;  /* of another machine: lines */
   uint64_t *stamps; /* when each was used */
   uint64_t now;
   cs_line_use use;
} cache;

static void start(cache *c, const cs_geometry *g, bool is_classic)
{
   *c = (cache){ .g = *g, .is_classic = is_classic };
   size_t n = cs_geometry_sets(g) * g->assoc;
   memset(data, 0, sizeof data);
   for (size_t i = 0; i < MODEL_DATA; i++)
      data[i].key.kind = i < 2 ? CS_DATA_HEAP : i == 2 ? CS_DATA_STATIC : CS_DATA_STACK;
   cs_cache_init(&c->d1, g, &memory.alloc);
   cs_cache_touch(&c->d1, 0);
   c->ways = calloc(n, sizeof *c->ways);
   c->stamps = calloc(n, sizeof *c->stamps);
   memset(c->ways, 0xff, n * sizeof *c->ways);
   c->filter = (cs_filter){ .latest = c->d1.mru,
                            .written = c->d1.mru,
                            .n_sets = c->d1.n_sets,
                            .set_mask = c->d1.set_mask,
                            .line_bits = c->d1.line_bits };
   const cs_line_use_setup setup = { .alloc = &memory.alloc,
                                     .near_alloc = &memory.alloc,
                                     .data = &c->filter,
                                     .assoc = g->assoc,
                                     .d1 = is_classic ? &c->d1 : NULL,
                                     .of_heap = heap_bytes };
   cs_line_use_init(&c->use, &setup);
}

static void finish(cache *c)
{
   cs_line_use_fini(&c->use);
   cs_cache_fini(&c->d1, &memory.alloc);
   free(c->ways);
   free(c->stamps);
   assert_int_equal(memory.n_live, 0);
}

/* The line that a touch pushes out, CS_NO_LINE if none; the way that it is in then.
   True: it was missing.  Kept for both machines, as it says what the model has to
   know. */
static bool touch(cache *c, uintptr_t line, uint32_t *way, uintptr_t *left)
{
   uint32_t assoc = c->g.assoc, oldest = 0;
   size_t first = cs_filter_set(&c->filter, line) * assoc;
   *left = CS_NO_LINE;
   for (*way = 0; *way < assoc && c->ways[first + *way] != line; ++*way)
      if (c->stamps[first + *way] < c->stamps[first + oldest])
         oldest = *way;
   bool misses = *way == assoc;
   if (misses) {
      *way = oldest;
      *left = c->ways[first + oldest];
      c->ways[first + oldest] = line;
   }
   c->stamps[first + *way] = ++c->now;
   return misses;
}

static size_t n_lines_of(const cs_geometry *g)
{
   return (size_t)(g->size_B / g->line_size_B);
}

/* ---- References ------------------------------------------------------------ */

static uintptr_t line_of(const cache *c, uintptr_t addr)
{
   return addr & ~(uintptr_t)(c->g.line_size_B - 1);
}

/* What the model has to know of a line that was fetched; the event that did is the last
   one so far. */
static model_miss miss_at(uintptr_t addr, uintptr_t line)
{
   cs_data_at at = find(addr);
   uintptr_t start = addr - at.offset, end = at.size_B == 0 ? 0 : start + at.size_B;
   return (model_miss){ .line = line,
                        .start = start,
                        .end = line < end ? end : 0,
                        .touched = model.n_events - 1 };
}

/* One line of a reference; true on a miss. */
static bool refer_line(cache *c, uintptr_t addr, uintptr_t from, uintptr_t end,
                       model_miss *miss)
{
   uint32_t way;
   uintptr_t line = line_of(c, from), left;
   bool misses = touch(c, line, &way, &left);
   model_touched(&model, from, end, misses, left);
   *miss = miss_at(addr, line);
   if (c->is_classic)
      return misses;
   cs_line_use_turn(&c->use, cs_filter_set(&c->filter, line), way,
                    cs_line_use_bytes(c->g.line_size_B, from - line, end - from));
   if (misses)
      cs_line_use_begin(&c->use, cs_filter_set(&c->filter, line), way, line);
   return misses;
}

static void refer_classic(cache *c, uintptr_t addr, uint32_t size_B)
{
   if (cs_cache_is_latest(&c->d1, addr, size_B))
      cs_line_use_latest(&c->use, addr, size_B);
   else if (!cs_line_use_refer_second(&c->use, &c->d1, addr, size_B))
      cs_line_use_refer(&c->use, &c->d1, addr, size_B);
}

static void refer(cache *c, uintptr_t addr, uint32_t size_B, bool is_counted)
{
   model_miss misses[2];
   size_t n = 0;
   uintptr_t end = addr + size_B, next = line_of(c, addr) + c->g.line_size_B;
   c->use.n_fetched = 0;
   n += refer_line(c, addr, addr, end < next ? end : next, &misses[n]);
   if (end > next)
      n += refer_line(c, addr, next, end, &misses[n]);
   if (c->is_classic)
      refer_classic(c, addr, size_B);
   if (!is_counted)
      return;
   cs_data_at at = find(addr);
   cs_line_use_fetched(&c->use, &at, addr);
   for (size_t i = 0; i < n; i++) {
      misses[i].at = model.n_events - 1;
      model_fetched(&model, datum_at(addr), &misses[i]);
   }
}

/* A block, or several at once, ends and makes place for another one. */
static void end_block(cache *c, uintptr_t addr, uint32_t n)
{
   cs_data_at at = find(addr);
   if (at.size_B == 0)
      return;
   uintptr_t start = addr - at.offset;
   cs_line_use_block_ends(&c->use, start, at.size_B * n);
   cs_line_use_block_begins(&c->use, start, at.size_B * n);
   model_block_ended(&model, start, start + at.size_B * n);
}

/* ---- Comparing -------------------------------------------------------------- */

static const cs_look *find_look(const cs_looks *looks, size_t datum, uint64_t key)
{
   const cs_look *all[CS_LOOKS_OF_DATUM];
   uint32_t i = 0, n = cs_looks_list(looks, &data[datum], all);
   while (i < n && all[i]->key != key)
      i++;
   return i == n ? NULL : all[i];
}

static void check_look(const cache *c, size_t datum, size_t number)
{
   const model_miss *miss = &model.misses[datum][number];
   const cs_look *look = find_look(&c->use.looks, datum, tk_hash_word(number));
   uintptr_t first = 0;
   uint64_t used[CS_LOOKS_WINDOW];
   assert_non_null(look);
   assert_int_equal(look->window.n_lines, model_look(&model, miss, &first, used));
   assert_true(look->window.first == first && look->window.start == miss->start);
   for (uint32_t i = 0; i < look->window.n_lines; i++)
      if (look->used[i] != used[i])
         fail_msg("datum %zu, line %zu, at line %u of its window: %jx, expected %jx",
                  datum, number, i, (uintmax_t)look->used[i], (uintmax_t)used[i]);
}

/* All that the model chooses are looked at, and no others. */
static void check(const cache *c)
{
   for (size_t i = 0; i < MODEL_DATA; i++) {
      uint32_t n = 0;
      uint64_t largest = model_largest_key(&model, i);
      for (size_t k = 1; k <= model.n_misses[i]; k++)
         if (model.misses[i][k].end != 0 && tk_hash_word(k) <= largest) {
            check_look(c, i, k);
            n++;
         }
      assert_int_equal(data[i].looks.n, n);
   }
}

enum { WITH_ENDS = 1, WITH_RARE = 2 };

/* References nearby and far; with blocks that end; with a datum that is rarely used. */
static void make_references(cache *c, int n, uint64_t seed, int with)
{
   unit_random r = unit_random_from(seed);
   uintptr_t addr = 0;
   for (int i = 0; i < n; i++) {
      uint32_t most_B = unit_random_below(&r, 4) == 0 ? c->g.line_size_B : 8;
      uint32_t size_B = 1 + (uint32_t)unit_random_below(&r, most_B);
      addr += unit_random_below(&r, 4) == 0 ? unit_random_below(&r, SPAN_B)
                                            : unit_random_below(&r, 96);
      addr %= SPAN_B - CS_LINE_USE_MOST_B;
      if ((with & WITH_RARE) != 0 && datum_at(BASE_B + addr) == 1
          && unit_random_below(&r, 32) != 0)
         addr += AREA_B;
      refer(c, BASE_B + addr, size_B, unit_random_below(&r, 16) != 0);
      if ((with & WITH_ENDS) != 0 && unit_random_below(&r, 8) == 0) {
         end_block(c, BASE_B + addr, 1 + (uint32_t)unit_random_below(&r, 2) * 20);
         addr += SPAN_B - unit_random_below(&r, 128); /* the memory is used again */
      }
      if (i == n / 3)
         cs_line_use_flush(&c->use); /* changes nothing */
   }
   cs_line_use_flush(&c->use);
}

static void run(const cs_geometry *g, bool is_classic, int n, uint64_t seed, int with)
{
   cache c;
   start(&c, g, is_classic);
   model_init(&model, g->line_size_B, n_lines_of(g), 3 * (size_t)n);
   make_references(&c, n, seed, with);
   check(&c);
   model_fini(&model);
   finish(&c);
}

/* ---- Tests ------------------------------------------------------------------- */

static const cs_geometry shapes[] = {
   { 512, 1, 64 }, { 1024, 2, 64 },  { 2048, 8, 64 }, { 1024, 4, 32 },
   { 512, 8, 64 }, { 1280, 20, 64 }, { 768, 4, 64 },  { 128, 2, 16 },
};
enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static void equals_the_model(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_SHAPES; i++)
      for (uint64_t seed = 1; seed <= 4; seed++) {
         run(&shapes[i], true, 2000, seed, seed & WITH_ENDS);
         run(&shapes[i], false, 2000, seed, seed & WITH_ENDS);
      }
}

/* So many lines that the bound halves twice. */
static void halves_as_the_model(void **state)
{
   (void)state;
   run(&shapes[0], true, 160000, 2, WITH_ENDS | WITH_RARE);
   assert_true(model.n_all > 2 * CS_LOOKS_OF_ALL);
   assert_in_range(model.n_misses[1], CS_LOOKS_OF_DATUM, 3 * CS_LOOKS_OF_DATUM);
   assert_in_range(data[1].looks.n, 1, CS_LOOKS_OF_DATUM - 1);
}

/* Looks are spread over all that happened. */
static void each_line_has_the_same_chance(void **state)
{
   (void)state;
   enum { N = 100000, PARTS = 4 };
   uint32_t n[PARTS] = { 0 };
   cache c;
   start(&c, &shapes[0], true);
   model_init(&model, shapes[0].line_size_B, n_lines_of(&shapes[0]), 3 * N);
   make_references(&c, N, 3, 0);
   for (size_t k = 1; k <= model.n_misses[0]; k++)
      n[(k - 1) * PARTS / model.n_misses[0]] +=
         find_look(&c.use.looks, 0, tk_hash_word(k)) != NULL;
   for (int i = 0; i < PARTS; i++)
      assert_in_range(n[i], CS_LOOKS_OF_DATUM / PARTS - 18,
                      CS_LOOKS_OF_DATUM / PARTS + 18);
   model_fini(&model);
   finish(&c);
}

/* A pair of fields at 8 and 104 of a block of 128 bytes; another at 40 alone. */
static void a_pair_is_seen_from_both_sides(void **state)
{
   (void)state;
   cache c;
   const cs_geometry g = { 512, 1, 64 };
   start(&c, &g, true);
   model_init(&model, 64, n_lines_of(&g), 100);
   const cs_data_at at = { .data = &data[2], .offset = 0, .size_B = 128 };
   const uintptr_t block = BASE_B + 2 * AREA_B, other = block + 8 * 512;
   const uintptr_t refs[] = { block + 8, block + 104, other, other + 64, block + 40 };
   for (size_t i = 0; i < sizeof refs / sizeof refs[0]; i++) {
      cs_data_at of = at;
      of.offset = refs[i] - block;
      of.size_B = refs[i] < other ? 128 : 0;
      c.use.n_fetched = 0;
      refer_classic(&c, refs[i], 8);
      cs_line_use_fetched(&c.use, &of, refs[i]);
   }
   cs_line_use_flush(&c.use);
   /* From 8: its line left when `other` came, 104 had been used.  From 104: 8 had been
      used before it.  Then 40, alone: the other line is not there. */
   const uint64_t first = UINT64_C(0xff) << 8, second = UINT64_C(0xff) << 40;
   static const uint64_t lone = UINT64_C(0xff) << 40;
   const uint64_t expected[3][2] = { { first, second }, { first, second }, { lone, 0 } };
   const uint64_t numbers[] = { 1, 2, 5 };
   assert_int_equal(data[2].looks.n, 3);
   for (int i = 0; i < 3; i++) {
      const cs_look *look = find_look(&c.use.looks, 2, tk_hash_word(numbers[i]));
      assert_non_null(look);
      assert_int_equal(look->window.n_lines, 2);
      assert_true(look->used[0] == expected[i][0] && look->used[1] == expected[i][1]);
   }
   model_fini(&model);
   finish(&c);
}

/* Only the looks of the block that ends: neither those of its neighbours, nor of a block
   that begins where it ends.  It has more lines than there are looks, or fewer. */
static void only_its_looks_end(void **state)
{
   (void)state;
   for (uint32_t size_B = 32; size_B <= 640; size_B += 608) {
      cache c;
      const cs_geometry g = { 4096, 4, 64 };
      start(&c, &g, true);
      const uintptr_t block = BASE_B + 640;
      const uintptr_t starts[] = { block - 640, block, block + size_B };
      for (size_t i = 0; i < 3; i++) {
         const cs_data_at at = { .data = &data[i], .size_B = i == 1 ? size_B : 640 };
         c.use.n_fetched = 0;
         refer_classic(&c, starts[i] + 64 * (i == 2), 8);
         cs_data_at of = at;
         of.offset = 64 * (i == 2);
         cs_line_use_fetched(&c.use, &of, starts[i] + of.offset);
      }
      assert_int_equal(c.use.looks.n_active, 3);
      cs_line_use_block_ends(&c.use, block, size_B);
      cs_line_use_block_begins(&c.use, block, size_B);
      for (size_t i = 0; i < 3; i++)
         assert_true((cs_looks_nth(&c.use.looks, data[i].looks.first)->active == 0)
                     == (i == 1));
      cs_line_use_flush(&c.use);
      for (size_t i = 0; i < 3; i++)
         assert_int_equal(data[i].use.used_B,
                          8); /* was counted before it was forgotten */
      finish(&c);
   }
}

static void zero_forgets_all(void **state)
{
   (void)state;
   cache c;
   start(&c, &shapes[1], true);
   model_init(&model, shapes[1].line_size_B, n_lines_of(&shapes[1]), 3000);
   make_references(&c, 500, 1, 0);
   cs_data *all[MODEL_DATA];
   for (size_t i = 0; i < MODEL_DATA; i++)
      all[i] = &data[i];
   cs_line_use_zero(&c.use, all, MODEL_DATA);
   for (size_t i = 0; i < MODEL_DATA; i++)
      assert_int_equal(data[i].looks.n, 0);
   assert_int_equal(c.use.looks.n_active, 0);
   model.n_all = 0;
   memset(model.n_misses, 0, sizeof model.n_misses);
   make_references(&c, 500, 2, 0);
   check(&c);
   model_fini(&model);
   finish(&c);
}

int main(void)
{
   unit_alloc_init(&memory);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(equals_the_model),
      cmocka_unit_test(halves_as_the_model),
      cmocka_unit_test(each_line_has_the_same_chance),
      cmocka_unit_test(a_pair_is_seen_from_both_sides),
      cmocka_unit_test(only_its_looks_end),
      cmocka_unit_test(zero_forgets_all),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
