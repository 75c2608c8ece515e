/* test_cs_cells.c -- cells of random misses against a list of them all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/cs_cells.h"
#include "unit_alloc.h"

enum {
   N_LINES = 5,
   N_INSTRS = 4,
   N_DATA = 6,
   DATUM_B = 1 << 16,
   N_MISSES = 3000,
   LIMIT_B = 64,
   ALL_CELLS = 1 << 20
};

/* The kind of each datum, and the size of its blocks. */
static const struct {
   cs_data_kind kind;
   uint64_t size_B;
} shapes[N_DATA] = {
   { CS_DATA_HEAP, 24 }, { CS_DATA_HEAP, 65 }, { CS_DATA_STATIC, 64 },
   { CS_DATA_TLS, 0 },   { CS_DATA_STACK, 0 }, { CS_DATA_UNKNOWN, 0 },
};

typedef struct {
   int line, instr;
   uintptr_t addr;
   bool is_write, is_last;
} miss;

static unit_alloc memory;
static cs_data_table *table;
static cs_data *data[N_DATA];
static struct {
   tk_line line;
   uint64_t counts[1];
} lines[N_LINES];
static const cs_filter d1 = { .n_sets = 4, .set_mask = 3, .line_bits = 6 };
static cs_cells cells;
static miss misses[N_MISSES];

/* ---- What is where ------------------------------------------------------ */

static uint64_t offset_of(uintptr_t addr)
{
   uint64_t size_B = shapes[addr / DATUM_B].size_B;
   return size_B == 0 ? addr % DATUM_B : addr % DATUM_B % size_B;
}

/* Blocks of a datum follow each other.  A variable of unknown size has offsets, too. */
static void find(uintptr_t addr, cs_data_at *at)
{
   size_t i = addr / DATUM_B;
   *at = (cs_data_at){ .data = data[i],
                       .offset = offset_of(addr),
                       .size_B = shapes[i].size_B };
}

static bool has_offsets(size_t i)
{
   return shapes[i].size_B != 0 && shapes[i].size_B <= LIMIT_B;
}

static bool has_place(size_t i)
{
   return shapes[i].kind <= CS_DATA_TLS;
}

/* ---- A run -------------------------------------------------------------- */

static void start(size_t most)
{
   unit_alloc_init(&memory);
   table = cs_data_table_new(&memory.alloc);
   for (uint32_t i = 0; i < N_DATA; i++) {
      cs_data_key key = { .kind = shapes[i].kind, .site = i };
      data[i] = i == N_DATA - 1 ? cs_data_unknown(table) : cs_data_of(table, &key);
   }
   for (uint32_t i = 0; i < N_LINES; i++)
      lines[i].line.at = (tk_place){ .number = i };
   const cs_cells_setup setup = {
      .alloc = &memory.alloc, .find = find, .d1 = &d1, .limit_B = LIMIT_B, .most = most
   };
   cs_cells_init(&cells, &setup);
}

static void finish(void)
{
   cs_cells_fini(&cells);
   cs_data_table_free(table);
   assert_int_equal(memory.n_live, 0);
}

/* Instructions often miss on an array of records, at one member. */
static miss random_miss(unit_random *r)
{
   static const uintptr_t strides[] = { 1, 8, 24, 48, 512 };
   int line = (int)unit_random_below(r, N_LINES);
   int instr = (int)unit_random_below(r, N_INSTRS);
   uintptr_t stride = strides[(line + instr) % 5], base = (uintptr_t)(line * 8 % 24);
   uintptr_t at = base + stride * unit_random_below(r, (DATUM_B - base) / stride);
   return (miss){ .line = line,
                  .instr = instr,
                  .addr = unit_random_below(r, N_DATA) * DATUM_B + at,
                  .is_write = unit_random_below(r, 3) == 0,
                  .is_last = unit_random_below(r, 2) == 0 };
}

/* Far from each other: all of a line and datum use one slot of `recent`. */
static uintptr_t instr_addr(const miss *m)
{
   return 0x1000 + ((uintptr_t)(m->line * N_INSTRS + m->instr) << 20);
}

static void make(const miss *m)
{
   uint64_t *last = cs_cells_miss(&cells, &lines[m->line].line, instr_addr(m), m->addr,
                                  m->is_write);
   *last += m->is_last;
}

static void run(uint64_t seed, int n)
{
   unit_random r = unit_random_from(seed);
   for (int i = 0; i < n; i++) {
      misses[i] = random_miss(&r);
      make(&misses[i]);
   }
}

/* ---- The list ----------------------------------------------------------- */

/* Is this miss one of the cell's? */
static bool is_of(const miss *m, const cs_cell *cell)
{
   size_t i = m->addr / DATUM_B;
   if (cell->line != &lines[m->line].line || cell->data != data[i])
      return false;
   switch (cell->place) {
   case CS_PLACE_AT: return has_offsets(i) && offset_of(m->addr) == cell->key;
   case CS_PLACE_CLASS:
      return has_place(i) && !has_offsets(i) && instr_addr(m) == cell->key;
   default: return !has_place(i);
   }
}

/* The greatest number that divides all differences from the first offset; 0: all are
   equal. */
static uint64_t stride_of(const cs_cell *cell, int n)
{
   uint64_t largest = 0;
   for (int i = 0; i < n; i++)
      if (is_of(&misses[i], cell)) {
         uint64_t d = offset_of(misses[i].addr) > cell->offset
                         ? offset_of(misses[i].addr) - cell->offset
                         : cell->offset - offset_of(misses[i].addr);
         largest = d > largest ? d : largest;
      }
   for (uint64_t stride = largest; stride > 0; stride--) {
      bool divides = largest % stride == 0;
      for (int i = 0; divides && i < n; i++)
         divides = !is_of(&misses[i], cell)
                   || (offset_of(misses[i].addr) + stride * DATUM_B - cell->offset)
                            % stride
                         == 0;
      if (divides)
         return stride;
   }
   return 0;
}

static void assert_cell(const cs_cell *cell, int n)
{
   uint64_t counts[CS_CELL_COUNTS] = { 0 };
   for (int i = 0; i < n; i++) {
      const miss *m = &misses[i];
      if (!is_of(m, cell))
         continue;
      counts[m->is_write ? CS_CELL_WRITE : CS_CELL_READ]++;
      counts[m->is_write ? CS_CELL_WRITE_LAST : CS_CELL_READ_LAST] += m->is_last;
   }
   assert_memory_equal(cell->counts, counts, sizeof counts);
   if (cell->place == CS_PLACE_CLASS)
      assert_int_equal(cell->stride, stride_of(cell, n));
}

/* The sum of all cells that the lines lead to. */
static uint64_t sum_of_lines(int k)
{
   uint64_t sum = 0;
   for (int i = 0; i < N_LINES; i++)
      for (const cs_cell *c = cs_cells_of(&cells, &lines[i].line); c != NULL;
           c = c->next) {
         assert_ptr_equal(c->line, &lines[i].line);
         sum += c->counts[k];
      }
   return sum;
}

static uint64_t sum_of_misses(int k, int n)
{
   uint64_t sum = 0;
   for (int i = 0; i < n; i++)
      if (misses[i].is_write == (k >= CS_CELL_WRITE))
         sum += k == CS_CELL_READ || k == CS_CELL_WRITE || misses[i].is_last;
   return sum;
}

static void assert_sums(int n)
{
   for (int k = 0; k < CS_CELL_COUNTS; k++)
      assert_int_equal(sum_of_lines(k), sum_of_misses(k, n));
}

static void assert_sets(int n)
{
   for (size_t i = 0; i < N_DATA; i++)
      for (uintptr_t set = 0; set < d1.n_sets; set++) {
         uint64_t of_set = 0;
         for (int k = 0; k < n; k++)
            of_set += misses[k].addr / DATUM_B == i
                      && misses[k].addr / 64 % d1.n_sets == set;
         assert_int_equal(data[i]->by_set == NULL ? 0 : data[i]->by_set[set], of_set);
      }
}

/* ---- Tests -------------------------------------------------------------- */

static void test_random_misses(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 6; seed++) {
      start(ALL_CELLS);
      run(seed, N_MISSES);
      assert_sums(N_MISSES);
      assert_sets(N_MISSES);
      for (size_t i = 0; i < cells.n; i++)
         assert_cell(cells.list[i], N_MISSES);
      finish();
   }
}

static void test_every_cell_is_one(void **state)
{
   (void)state;
   start(ALL_CELLS);
   run(7, N_MISSES);
   for (int i = 0; i < N_MISSES; i++) {
      int n = 0;
      for (size_t k = 0; k < cells.n; k++)
         n += is_of(&misses[i], cells.list[k]);
      assert_int_equal(n, 1);
   }
   finish();
}

/* Above the most, sums stay exact, and cells have no place. */
static void test_most(void **state)
{
   (void)state;
   for (size_t most = 0; most < 40; most += 13) {
      start(most);
      run(8, N_MISSES);
      assert_sums(N_MISSES);
      assert_sets(N_MISSES);
      assert_int_equal(cells.n_placed, most);
      assert_in_range(cells.n, 0, most + N_LINES * N_DATA);
      finish();
   }
}

static void test_zero(void **state)
{
   (void)state;
   start(ALL_CELLS);
   run(9, N_MISSES);
   cs_cells_zero(&cells, data, N_DATA);
   assert_int_equal(sum_of_lines(CS_CELL_READ), 0);
   assert_sets(0);
   run(10, 500); /* residue classes begin again */
   assert_sums(500);
   assert_sets(500);
   for (size_t i = 0; i < cells.n; i++)
      assert_cell(cells.list[i], 500);
   finish();
}

/* Reasons and what a sweep counts, for which fetches have cells, too. */
static void test_others(void **state)
{
   (void)state;
   start(ALL_CELLS);
   cs_columns columns = cs_columns_of(true, false);
   cs_columns_add(&columns, CS_LCONF, 1);
   cs_columns_add(&columns, CS_SWEEP + 2, 1);
   cs_cells_setup setup = cells.setup;
   setup.columns = &columns;
   setup.find_code = find;
   cs_cells_fini(&cells);
   cs_cells_init(&cells, &setup);
   assert_int_equal(cells.columns.n, CS_CELL_COUNTS + 2);
   const uint32_t reason = cells.columns.of[CS_LCONF];
   const uint32_t sweep = cells.columns.of[CS_SWEEP + 2];
   cs_cells_miss(&cells, &lines[0].line, 0x1000, 8, false);
   cells.counts[reason] = 5;
   uint64_t *counts = cells.counts;
   uint64_t *last = cs_cells_fetch(&cells, &lines[0].line, 8);
   assert_ptr_not_equal(cells.counts, counts);
   ++*last;
   cells.counts[sweep] = 7;
   cs_cells_miss(&cells, &lines[0].line, 0x1000, 8, true);
   assert_ptr_equal(cells.counts, counts);
   assert_int_equal(cells.n, 2);
   assert_int_equal(cells.list[0]->counts[CS_CELL_READ], 1);
   assert_int_equal(cells.list[0]->counts[CS_CELL_WRITE], 1);
   assert_int_equal(cells.list[0]->counts[reason], 5);
   assert_int_equal(cells.list[1]->place, CS_PLACE_NONE);
   for (int k = 0; k < CS_CELL_COUNTS; k++)
      assert_int_equal(cells.list[1]->counts[k], 0);
   assert_int_equal(cells.list[1]->counts[sweep], 7);
   finish();
}

static void test_data_are_one_by_key(void **state)
{
   (void)state;
   static const cs_data_key keys[] = {
      { .kind = CS_DATA_HEAP },
      { .kind = CS_DATA_HEAP, .site = 1 },
      { .kind = CS_DATA_STATIC, .name = "a" },
      { .kind = CS_DATA_TLS, .name = "a" },
      { .kind = CS_DATA_STATIC, .name = "a", .binary = 1 },
      { .kind = CS_DATA_STATIC, .name = "a", .start = 1 },
      { .kind = CS_DATA_STATIC, .name = "a", .size_B = 1 },
      { .kind = CS_DATA_STACK, .name = "a" },
      { .kind = CS_DATA_MAP },
      { .kind = CS_DATA_STACK, .name = "a", .file = "a" },
      { .kind = CS_DATA_BRK },
      { .kind = CS_DATA_UNKNOWN },
   };
   enum { N_KEYS = sizeof keys / sizeof keys[0] };
   cs_data *of[N_KEYS];
   unit_alloc_init(&memory);
   table = cs_data_table_new(&memory.alloc);
   for (int i = 0; i < N_KEYS; i++) {
      of[i] = cs_data_of(table, &keys[i]);
      for (int k = 0; k < i; k++)
         assert_ptr_not_equal(of[i], of[k]);
   }
   for (int i = 0; i < N_KEYS; i++)
      assert_ptr_equal(cs_data_of(table, &keys[i]), of[i]);
   assert_ptr_equal(of[N_KEYS - 1], cs_data_unknown(table));
   cs_data_table_free(table);
   assert_int_equal(memory.n_live, 0);
}

static void test_blocks(void **state)
{
   (void)state;
   cs_data heap = { .key = { .kind = CS_DATA_HEAP } };
   cs_data_block(&heap, 24);
   cs_data_block(&heap, 0);
   cs_data_block(&heap, 100);
   assert_int_equal(heap.n_blocks, 3);
   assert_int_equal(heap.bytes, 124);
   assert_int_equal(heap.min_B, 0);
   assert_int_equal(heap.max_B, 100);
   cs_data_block(&heap, INT64_MAX);
   assert_int_equal(heap.bytes, INT64_MAX);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_misses), cmocka_unit_test(test_every_cell_is_one),
      cmocka_unit_test(test_most),          cmocka_unit_test(test_zero),
      cmocka_unit_test(test_others),        cmocka_unit_test(test_data_are_one_by_key),
      cmocka_unit_test(test_blocks),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
