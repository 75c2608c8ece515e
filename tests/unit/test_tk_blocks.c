/* test_tk_blocks.c -- blocks are found by their addresses, whatever those
   are.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "watch/tk_blocks.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_blocks blocks;

static const uint64_t ADDRESS_END = (uint64_t)1 << 47;

static void begin(void)
{
   unit_alloc_init(&memory);
   memset(&blocks, 0xa5, sizeof blocks);
   tk_blocks_init(&blocks, &memory.alloc);
}

static void end(void)
{
   tk_blocks_fini(&blocks);
   assert_int_equal(memory.n_live, 0);
}

/* ---- Many blocks ----------------------------------------------------- */

/* The addresses first, first + step, ...; as many as are asked for. */
typedef struct {
   const char *name;
   uint64_t first, step;
   uint32_t n;
} row;

static uint64_t address_of(const row *r, uint32_t i)
{
   return r->first + i * r->step;
}

static const row rows[] = {
   { "neighbours", 0x55500010, 16, 2000000 },
   { "bytes", 0x10000, 1, 300000 },
   { "from address 0", 0, 1, 40 },
   { "unaligned", 0x7f0000000003, 24, 500000 },
   { "odd step", 0x4000001, 4099, 20000 },
   { "same place in pages", 0x7ff7f0000ff0, 4096, 30000 },
   { "same place in regions", 0x400010, 2 << 20, 2000 },
   { "same place in upper tables", 0x7fff8, (uint64_t)1 << 34, 500 },
   { "downwards from the top", 0x7fffffffffff, -(uint64_t)16, 100000 },
   { "32 bits", 0xfffff000, 8, 600 }, /* and across their end */
};

static const uint64_t steps_aside[] = { 1, 8, 16, 4096, 2 << 20 };

static bool is_in(const row *r, uint64_t address)
{
   uint64_t distance = address - r->first, step = r->step;
   if (step >> 63 != 0)
      distance = 0 - distance, step = 0 - step;
   return distance % step == 0 && distance / step < r->n;
}

static void find_each(const row *r, const uint32_t *indices)
{
   for (uint32_t i = 0; i < r->n; i++) {
      uint64_t address = address_of(r, i);
      if (tk_blocks_find(&blocks, address, TK_LAYER_HEAP) != indices[i]
          || tk_blocks_at(&blocks, indices[i])->address != address
          || tk_blocks_at(&blocks, indices[i])->site != i
          || tk_blocks_find(&blocks, address, TK_LAYER_CUSTOM) != 0)
         fail_msg("%s: %u", r->name, i);
      uint64_t aside = address + steps_aside[i % 5];
      if (!is_in(r, aside) && tk_blocks_find(&blocks, aside, TK_LAYER_HEAP) != 0)
         fail_msg("%s: beside %u", r->name, i);
   }
}

/* All are added, found, and taken in an order of its own. */
static void fill_and_empty(const row *r, uint32_t *indices)
{
   for (uint32_t i = 0; i < r->n; i++) {
      indices[i] = tk_blocks_add(&blocks, address_of(r, i), TK_LAYER_HEAP);
      if (indices[i] == 0)
         fail_msg("%s: %u", r->name, i);
      tk_blocks_at(&blocks, indices[i])->site = i;
   }
   find_each(r, indices);
   for (uint32_t k = 0; k < r->n; k++) {
      uint32_t i = (uint32_t)((uint64_t)k * 7919 % r->n); /* 7919 is prime */
      uint64_t address = address_of(r, i);
      if (tk_blocks_take(&blocks, address, TK_LAYER_HEAP) != indices[i]
          || tk_blocks_find(&blocks, address, TK_LAYER_HEAP) != 0)
         fail_msg("%s: %u", r->name, i);
      tk_blocks_drop(&blocks, indices[i]);
   }
}

static void test_many_addresses(void **state)
{
   (void)state;
   uint32_t *indices = malloc(2000000 * sizeof *indices);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      begin();
      fill_and_empty(&rows[i], indices);
      uint32_t n_used = blocks.n_used;
      assert_int_equal(n_used, rows[i].n);
      fill_and_empty(&rows[i], indices); /* the records are used again */
      assert_int_equal(blocks.n_used, n_used);
      end();
   }
   free(indices);
}

static void test_address_beyond(void **state)
{
   (void)state;
   static const uint64_t beyond[] = {
      (uint64_t)1 << 47, ((uint64_t)1 << 47) + 4096, (uint64_t)1 << 63, UINT64_MAX - 15,
      UINT64_MAX,
   };
   begin();
   uint32_t index = tk_blocks_add(&blocks, ADDRESS_END - 1, TK_LAYER_HEAP);
   assert_int_not_equal(index, 0);
   for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
      assert_int_equal(tk_blocks_add(&blocks, beyond[i], TK_LAYER_HEAP), 0);
      assert_int_equal(tk_blocks_find(&blocks, beyond[i], TK_LAYER_HEAP), 0);
      assert_int_equal(tk_blocks_take(&blocks, beyond[i], TK_LAYER_HEAP), 0);
      assert_false(tk_blocks_place(&blocks, index, beyond[i]));
   }
   assert_int_equal(blocks.n_used, 2); /* the second was not lost each time */
   assert_int_equal(tk_blocks_find(&blocks, ADDRESS_END - 1, TK_LAYER_HEAP), index);
   end();
}

/* ---- The naive model ------------------------------------------------- */

enum { MAX_LIVE = 400, N_OUT = 4 };

typedef struct {
   uint64_t address;
   tk_layer layer;
   uint32_t index;
} entry;

static entry live[MAX_LIVE]; /* in the order they were added */
static size_t n_live;
static entry out[N_OUT]; /* taken, and not yet placed or dropped */
static size_t n_out;

static size_t model_find(uint64_t address, tk_layer layer)
{
   for (size_t i = n_live; i > 0; i--)
      if (live[i - 1].address == address && live[i - 1].layer == layer)
         return i - 1;
   return MAX_LIVE;
}

static uint32_t model_index(uint64_t address, tk_layer layer)
{
   size_t i = model_find(address, layer);
   return i == MAX_LIVE ? 0 : live[i].index;
}

static void model_take(uint64_t address, tk_layer layer)
{
   size_t i = model_find(address, layer);
   if (i == MAX_LIVE)
      return;
   out[n_out++] = live[i];
   memmove(&live[i], &live[i + 1], (--n_live - i) * sizeof live[0]);
}

/* Few addresses, near and far, so that they are met again. */
static uint64_t random_address(unit_random *random)
{
   static const uint64_t places[] = {
      0, 0x1000, 0x1ffff0, 0x200000, 0x7ffffffff000, 0x7fffffffff00,
   };
   return places[unit_random_below(random, 6)] + unit_random_below(random, 40);
}

static void add(uint64_t address, tk_layer layer)
{
   uint32_t index = tk_blocks_add(&blocks, address, layer);
   assert_int_not_equal(index, 0);
   for (size_t i = 0; i < n_live; i++)
      assert_int_not_equal(live[i].index, index);
   for (size_t i = 0; i < n_out; i++)
      assert_int_not_equal(out[i].index, index);
   tk_block *block = tk_blocks_at(&blocks, index);
   assert_int_equal(block->address, address);
   assert_int_equal(block->layer, layer);
   live[n_live++] = (entry){ address, layer, index };
}

static void settle_out(unit_random *random)
{
   entry e = out[--n_out];
   if (unit_random_below(random, 2) == 0 || n_live == MAX_LIVE) {
      tk_blocks_drop(&blocks, e.index);
      return;
   }
   e.address = random_address(random);
   assert_true(tk_blocks_place(&blocks, e.index, e.address));
   live[n_live++] = e;
}

static void test_random_operations(void **state)
{
   (void)state;
   unit_random random = unit_random_from(17);
   begin();
   n_live = n_out = 0;
   for (int i = 0; i < 200000; i++) {
      uint64_t address = random_address(&random);
      tk_layer layer = unit_random_below(&random, 2);
      uint32_t expected = model_index(address, layer);
      assert_int_equal(tk_blocks_find(&blocks, address, layer), expected);
      uint64_t what = unit_random_below(&random, 4);
      if (what == 0 && n_out > 0) {
         settle_out(&random);
      } else if (what == 1 && n_out < N_OUT) {
         assert_int_equal(tk_blocks_take(&blocks, address, layer), expected);
         model_take(address, layer);
      } else if (what >= 2 && n_live < MAX_LIVE) {
         add(address, layer);
      }
   }
   end();
}

/* A block that was taken out contains no address, and keeps its own. */
static void test_taken_out(void **state)
{
   (void)state;
   begin();
   uint32_t index = tk_blocks_add(&blocks, 0x1000, TK_LAYER_HEAP);
   tk_block *block = tk_blocks_at(&blocks, index);
   block->size_B = ((uint64_t)1 << 48) - 1;
   assert_true(tk_block_contains(block, 0x1000));
   tk_blocks_take(&blocks, 0x1000, TK_LAYER_HEAP);
   assert_false(tk_block_contains(block, 0x1000));
   assert_false(tk_block_contains(block, ADDRESS_END - 1));
   assert_false(tk_block_contains(block, 0));
   assert_int_equal(tk_block_address(block), 0x1000);
   assert_true(tk_blocks_place(&blocks, index, tk_block_address(block)));
   assert_true(tk_block_contains(block, 0x1000));
   end();
}

/* ---- By any address ---------------------------------------------------- */

enum { N_WIDE = 300 };

typedef struct {
   uint64_t address, size_B;
   uint32_t index; /* 0: not in its place */
} wide;

static wide wides[N_WIDE];
static uint32_t seed;

static uint64_t chance(uint64_t n)
{
   seed = seed * 1103515245 + 12345;
   uint64_t high = seed >> 8;
   seed = seed * 1103515245 + 12345;
   return (high << 24 ^ seed >> 8) % n;
}

static uint32_t wide_around(uint64_t address)
{
   for (uint32_t i = 0; i < N_WIDE; i++)
      if (wides[i].index != 0 && address - wides[i].address < wides[i].size_B)
         return wides[i].index;
   return 0;
}

static bool is_apart(uint64_t address, uint64_t size_B)
{
   for (uint32_t i = 0; i < N_WIDE; i++)
      if (wides[i].index != 0 && wides[i].address < address + size_B
          && address < wides[i].address + wides[i].size_B)
         return false;
   return true;
}

/* From bytes to more than the second level of the tree has. */
static void place_wide(wide *w)
{
   w->size_B = 1 + chance((uint64_t)1 << (3 + chance(32)));
   w->address = 0x7f0000000000 + chance(chance(2) ? 1ull << 33 : 1ull << 38);
   if (chance(2))
      w->address &= -(uint64_t)4096 << 9 * chance(3);
   if (!is_apart(w->address, w->size_B))
      return;
   w->index = tk_blocks_add(&blocks, w->address, TK_LAYER_HEAP);
   assert_int_not_equal(w->index, 0);
   tk_blocks_at(&blocks, w->index)->size_B = w->size_B;
   tk_blocks_cover(&blocks, w->index);
}

static void take_wide(wide *w)
{
   tk_blocks_uncover(&blocks, w->index);
   assert_int_equal(tk_blocks_take(&blocks, w->address, TK_LAYER_HEAP), w->index);
   tk_blocks_drop(&blocks, w->index);
   w->index = 0;
}

static void check_void(uint64_t address)
{
   uint64_t start, end;
   if (!tk_blocks_void(&blocks, address, &start, &end))
      return;
   assert_true(start <= address && address < end);
   assert_true(end - start <= 2 << 20);
   for (uint32_t i = 0; i < N_WIDE; i++)
      assert_true(wides[i].index == 0 || wides[i].address >= end
                  || wides[i].address + wides[i].size_B <= start);
}

/* From each place to the end of its line of 64 bytes. */
static void check_next(uint64_t address)
{
   uint64_t end = (address | 63) + 1, next = end;
   for (uint32_t i = 0; i < N_WIDE; i++) {
      const wide *w = &wides[i];
      if (w->index != 0 && w->address > address && w->address < next)
         next = w->address;
   }
   assert_int_equal(tk_blocks_next(&blocks, address, end), next);
}

static void check_wide(void)
{
   for (uint32_t i = 0; i < N_WIDE; i++) {
      const wide *w = &wides[i];
      uint64_t places[] = {
         w->address - 1,
         w->address,
         w->address + chance(w->size_B + 1),
         w->address + w->size_B - 1,
         w->address + w->size_B,
         w->address + w->size_B + 4096,
         w->address + chance(1ull << 34),
      };
      for (uint32_t k = 0; w->size_B > 0 && k < 7; k++) {
         assert_int_equal(tk_blocks_around(&blocks, places[k], TK_LAYER_CUSTOM),
                          wide_around(places[k]));
         check_void(places[k]);
         check_next(places[k]);
         check_next(places[k] - chance(64));
      }
   }
}

static void count_one(void *context, uint32_t index)
{
   uint32_t *n = context;
   assert_int_not_equal(index, 0);
   (*n)++;
}

static void test_around(void **state)
{
   (void)state;
   for (seed = 1; seed < 6;) {
      uint32_t this_seed = seed, n_placed = 0, n_found = 0;
      begin();
      memset(wides, 0, sizeof wides);
      for (int step = 0; step < 3000; step++) {
         wide *w = &wides[chance(N_WIDE)];
         if (w->index != 0)
            take_wide(w);
         else
            place_wide(w);
         if (step % 300 == 0)
            check_wide();
      }
      check_wide();
      for (uint32_t i = 0; i < N_WIDE; i++)
         n_placed += wides[i].index != 0;
      tk_blocks_each(&blocks, count_one, &n_found);
      assert_int_equal(n_found, n_placed);
      for (uint32_t i = 0; i < N_WIDE; i++)
         if (wides[i].index != 0)
            take_wide(&wides[i]);
      check_wide();
      end();
      seed = this_seed + 1;
   }
}

/* A huge block takes no memory in proportion. */
static void test_huge_is_cheap(void **state)
{
   (void)state;
   begin();
   uint32_t index = tk_blocks_add(&blocks, 0x100000010, TK_LAYER_HEAP);
   tk_blocks_at(&blocks, index)->size_B = (uint64_t)1 << 46;
   size_t n_before = memory.n_live;
   tk_blocks_cover(&blocks, index);
   assert_in_range(memory.n_live - n_before, 0, 4);
   assert_int_equal(tk_blocks_around(&blocks, (uint64_t)1 << 45, TK_LAYER_HEAP), index);
   tk_blocks_uncover(&blocks, index);
   assert_int_equal(tk_blocks_around(&blocks, (uint64_t)1 << 45, TK_LAYER_HEAP), 0);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_many_addresses),
      cmocka_unit_test(test_address_beyond),
      cmocka_unit_test(test_random_operations),
      cmocka_unit_test(test_taken_out),
      cmocka_unit_test(test_around),
      cmocka_unit_test(test_huge_is_cheap),
   };
   return cmocka_run_group_tests_name("tk_blocks", tests, NULL, NULL);
}
