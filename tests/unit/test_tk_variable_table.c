/* test_tk_variable_table.c -- each variable once; and no memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/tk_variable_table.h"
#include "unit_alloc.h"

static const char name_a[] = "a", name_b[] = "b";
/* Each differs from the first in one value. */
static const tk_variable different[] = {
   { .binary = 1, .name = name_a, .start = 0x40, .size_B = 8 },
   { .binary = 2, .name = name_a, .start = 0x40, .size_B = 8 },
   { .binary = 1, .is_thread_local = true, .name = name_a, .start = 0x40, .size_B = 8 },
   { .binary = 1, .name = name_b, .start = 0x40, .size_B = 8 },
   { .binary = 1, .name = NULL, .start = 0x40, .size_B = 8 },
   { .binary = 1, .name = name_a, .start = 0x48, .size_B = 8 },
   { .binary = 1, .name = name_a, .start = 0x40, .size_B = 4 },
};
enum { N_DIFFERENT = sizeof different / sizeof different[0], MANY = 5000 };

static unit_alloc memory;
static tk_variable_table table;

static void begin(void)
{
   unit_alloc_init(&memory);
   tk_variable_table_init(&table, &memory.alloc);
}

static void end(void)
{
   tk_variable_table_fini(&table);
   assert_int_equal(memory.n_live, 0);
}

static void assert_same(const tk_variable *variable, const tk_variable *like)
{
   assert_non_null(variable);
   assert_int_equal(variable->binary, like->binary);
   assert_int_equal(variable->is_thread_local, like->is_thread_local);
   assert_ptr_equal(variable->name, like->name);
   assert_int_equal(variable->start, like->start);
   assert_int_equal(variable->size_B, like->size_B);
}

static void tells_apart(void **state)
{
   const tk_variable *met[N_DIFFERENT];
   (void)state;
   begin();
   for (uint32_t i = 0; i < N_DIFFERENT; i++) {
      met[i] = tk_variable_table_of(&table, &different[i]);
      assert_same(met[i], &different[i]);
      assert_int_equal(met[i]->number, i);
   }
   for (uint32_t i = 0; i < N_DIFFERENT; i++) {
      tk_variable like = different[i];
      like.number = 77; /* is ignored */
      assert_ptr_equal(tk_variable_table_of(&table, &like), met[i]);
   }
   end();
}

/* They do not move when the table grows. */
static void keeps_many(void **state)
{
   static const tk_variable *met[MANY];
   (void)state;
   begin();
   for (uint32_t pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < MANY; i++) {
         const tk_variable like = { .binary = i % 3, .start = i / 3 * 8, .size_B = 8 };
         const tk_variable *variable = tk_variable_table_of(&table, &like);
         assert_same(variable, &like);
         assert_int_equal(variable->number, i);
         if (pass == 0)
            met[i] = variable;
         assert_ptr_equal(variable, met[i]);
      }
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_apart),
      cmocka_unit_test(keeps_many),
   };
   return cmocka_run_group_tests_name("tk_variable_table", tests, NULL, NULL);
}
