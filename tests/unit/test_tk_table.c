/* test_tk_table.c -- the hash table finds the records that were added.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_table table;

static void begin(void)
{
   unit_alloc_init(&memory);
   table = (tk_table){ .alloc = &memory.alloc, .label = "test" };
}

static void end(void)
{
   tk_table_fini(&table);
   assert_int_equal(memory.n_live, 0);
   assert_int_equal(table.n_used, 0);
   size_t at = 0;
   assert_int_equal(tk_table_next(&table, 0, &at), TK_TABLE_NONE);
}

/* ---- Hashes, good and bad: record i has hash(i) --------------------------- */

static uint64_t good(uint32_t i)
{
   return tk_hash_word(i);
}

static uint64_t same(uint32_t i)
{
   return i / 100; /* 100 records each */
}

/* Only bits that are not in the slots differ: they find each other. */
static uint64_t high(uint32_t i)
{
   return (uint64_t)(i % 50) << 32 | 0xffffffff;
}

static uint64_t crowded(uint32_t i)
{
   return UINT32_MAX - i % 7 * 3; /* runs go on at the first slot */
}

static const struct {
   uint64_t (*hash)(uint32_t i);
   uint32_t n;
} hashes[] = {
   { good, 200000 },
   { same, 20000 },
   { high, 2000 },
   { crowded, 2000 },
};
enum { N_HASHES = sizeof hashes / sizeof hashes[0] };

/* Whether record i is found, and among records of its low 32 bits only. */
static bool finds(uint64_t (*hash)(uint32_t i), uint32_t i)
{
   size_t at = 0;
   uint32_t found;
   while ((found = tk_table_next(&table, hash(i), &at)) != TK_TABLE_NONE) {
      if ((uint32_t)hash(found) != (uint32_t)hash(i))
         fail_msg("%u is found for %u", found, i);
      if (found == i)
         return true;
   }
   return false;
}

static void test_finds_each(void **state)
{
   (void)state;
   for (int k = 0; k < N_HASHES; k++) {
      begin();
      for (uint32_t i = 0; i < hashes[k].n; i++) {
         if (finds(hashes[k].hash, i))
            fail_msg("hash %d: %u is there too early", k, i);
         tk_table_add(&table, hashes[k].hash(i), i);
      }
      assert_int_equal(table.n_used, hashes[k].n);
      assert_true(3 * table.n_used <= 2 * table.n_slots);
      for (uint32_t i = 0; i < hashes[k].n; i++)
         if (!finds(hashes[k].hash, i))
            fail_msg("hash %d: %u is missing", k, i);
      end();
   }
}

/* Each record with the same hash comes once. */
static void test_each_once(void **state)
{
   (void)state;
   enum { N = 1000 };
   bool came[N] = { false };
   begin();
   for (uint32_t i = 0; i < N; i++)
      tk_table_add(&table, 7, i);
   size_t at = 0;
   for (uint32_t i = 0; i < N; i++) {
      uint32_t found = tk_table_next(&table, 7, &at);
      assert_in_range(found, 0, N - 1);
      assert_false(came[found]);
      came[found] = true;
   }
   assert_int_equal(tk_table_next(&table, 7, &at), TK_TABLE_NONE);
   end();
}

static void test_largest_number(void **state)
{
   (void)state;
   size_t at = 0;
   begin();
   tk_table_add(&table, 5, TK_TABLE_NONE - 1);
   assert_int_equal(tk_table_next(&table, 5, &at), TK_TABLE_NONE - 1);
   assert_int_equal(tk_table_next(&table, 5, &at), TK_TABLE_NONE);
   table.n_used = TK_TABLE_NONE; /* no number is left */
   ASSERT_REFUSED(&memory, tk_table_add(&table, 5, 0));
   end();
}

/* Adding rarely asks for memory; an empty table has none. */
static void test_memory(void **state)
{
   (void)state;
   begin();
   size_t at = 0;
   assert_int_equal(tk_table_next(&table, 1, &at), TK_TABLE_NONE);
   tk_table_fini(&table);
   assert_int_equal(memory.n_calls, 0);
   for (uint32_t i = 0; i < 10000; i++)
      tk_table_add(&table, i, i);
   assert_in_range(memory.n_calls, 5, 20);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finds_each),
      cmocka_unit_test(test_each_once),
      cmocka_unit_test(test_largest_number),
      cmocka_unit_test(test_memory),
   };
   return cmocka_run_group_tests_name("tk_table", tests, NULL, NULL);
}
