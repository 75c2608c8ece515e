/* test_tk_jit.c -- which code is at an address, as codes replace each other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_jit.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_strings *names;
static tk_jit *jit;

static int set_up(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   names = tk_strings_new(&memory.alloc);
   jit = tk_jit_new(&memory.alloc, names);
   return jit == NULL;
}

static int tear_down(void **state)
{
   (void)state;
   tk_jit_free(jit);
   tk_strings_free(names);
   return memory.n_live != 0;
}

static void add(uint64_t start, uint64_t size_B, const char *name)
{
   tk_jit_add(jit, start, size_B, name, strlen(name), NULL, 0);
}

static void is_at(uint64_t addr, const char *name)
{
   const tk_jit_code *code = tk_jit_at(jit, addr);
   if (name == NULL)
      assert_null(code);
   else
      assert_string_equal(code->name, name);
}

static void test_one(void **state)
{
   (void)state;
   is_at(0x1000, NULL);
   uint32_t before = tk_jit_generation(jit);
   assert_int_not_equal(before, 0);
   add(0x1000, 0x10, "f");
   assert_int_not_equal(tk_jit_generation(jit), before);
   is_at(0xfff, NULL);
   is_at(0x1000, "f");
   is_at(0x100f, "f");
   is_at(0x1010, NULL);
   assert_int_equal(tk_jit_at(jit, 0x1008)->start, 0x1000);
   assert_int_equal(tk_jit_at(jit, 0x1008)->size_B, 0x10);
   assert_int_equal(tk_jit_at(jit, 0x1008)->serial, 1);
   assert_ptr_equal(tk_jit_nth(jit, 1), tk_jit_at(jit, 0x1008));
}

static void test_later_ones_replace(void **state)
{
   (void)state;
   add(100, 100, "old");
   add(120, 10, "middle");
   is_at(119, "old");
   is_at(120, "middle");
   is_at(129, "middle");
   is_at(130, "old");
   assert_int_equal(tk_jit_at(jit, 130)->start, 100);
   add(90, 20, "left");
   add(190, 20, "right");
   is_at(109, "left");
   is_at(110, "old");
   is_at(189, "old");
   is_at(199, "right");
   add(100, 100, "new");
   is_at(99, "left");
   is_at(125, "new");
   is_at(200, "right");
}

static void test_what_is_no_code(void **state)
{
   (void)state;
   uint32_t before = tk_jit_generation(jit);
   add(100, 0, "empty");
   add(100, 10, "");
   add(100, UINT64_MAX, "huge");
   add(100, (uint64_t)TK_JIT_SIZE_MAX_B + 1, "large");
   add(UINT64_MAX - 5, 6, "behind all");
   assert_int_equal(tk_jit_generation(jit), before);
   is_at(100, NULL);
   add(UINT64_MAX - 5, 5, "last");
   is_at(UINT64_MAX - 1, "last");
   is_at(UINT64_MAX, NULL);
   tk_jit_add(jit, 100, 1, "a\0b", 3, NULL, 0);
   is_at(100, "a");
}

static void test_lines(void **state)
{
   (void)state;
   const tk_jit_line lines[] = { { 110, "b.js", 2 },
                                 { 104, "a.js", 1 },
                                 { 110, "b.js", 3 } };
   tk_jit_add(jit, 100, 20, "f", 1, lines, 3);
   assert_null(tk_jit_line_at(tk_jit_at(jit, 103), 103));
   assert_int_equal(tk_jit_line_at(tk_jit_at(jit, 104), 104)->number, 1);
   assert_int_equal(tk_jit_line_at(tk_jit_at(jit, 109), 109)->number, 1);
   assert_int_equal(tk_jit_line_at(tk_jit_at(jit, 119), 119)->number, 3);
   tk_jit_move(jit, 100, 1100, 20);
   assert_int_equal(tk_jit_line_at(tk_jit_at(jit, 1109), 1109)->number, 1);
   is_at(1119, "f");
   is_at(119, "f");
   assert_int_equal(tk_jit_at(jit, 1119)->start, 1100);
   tk_jit_move(jit, 101, 2100, 20); /* not a start */
   tk_jit_move(jit, 5000, 2100, 20);
   is_at(2100, NULL);
}

/* ---- Against a plain model ------------------------------------------- */

enum { CODES = 3000, SPACE = 4000 };

static struct {
   uint64_t start, size_B;
} model[CODES];
static uint32_t n_model;

/* The serial number of the code at an address; 0: none. */
static uint32_t model_at(uint64_t addr)
{
   uint32_t i = n_model;
   while (i > 0 && addr - model[i - 1].start >= model[i - 1].size_B)
      i--;
   return i;
}

static void test_random_codes(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 10; seed++) {
      unit_random random = unit_random_from(seed);
      uint64_t most_B = 1 + unit_random_below(&random, 300);
      n_model = 0;
      if (seed > 1) {
         tk_jit_free(jit);
         jit = tk_jit_new(&memory.alloc, names);
      }
      while (n_model < CODES) {
         char name[16];
         uint64_t start = 1000 + unit_random_below(&random, SPACE);
         model[n_model].start = start;
         model[n_model].size_B = 1 + unit_random_below(&random, most_B);
         sprintf(name, "f%u", n_model);
         add(start, model[n_model].size_B, name);
         n_model++;
         for (int i = 0; i < 20; i++) {
            uint64_t addr = 990 + unit_random_below(&random, SPACE + 400);
            const tk_jit_code *code = tk_jit_at(jit, addr);
            assert_int_equal(code == NULL ? 0 : code->serial, model_at(addr));
         }
      }
      for (uint64_t addr = 0; addr < SPACE + 2000; addr++) {
         const tk_jit_code *code = tk_jit_at(jit, addr);
         assert_int_equal(code == NULL ? 0 : code->serial, model_at(addr));
      }
   }
}

/* A million codes in each of two orders, at which a tree without balance is slow. */
static void test_many(void **state)
{
   (void)state;
   enum { MANY = 1000000 };
   for (uint64_t i = 0; i < MANY; i++)
      add(i * 16, 16, "up");
   for (uint64_t i = MANY; i > 0; i--)
      add(i * 16 + 8, 16, "down");
   for (uint64_t i = 1; i < MANY; i++)
      is_at(i * 16, i == 1 ? "up" : "down");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_one, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_later_ones_replace, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_what_is_no_code, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_random_codes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_many, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
