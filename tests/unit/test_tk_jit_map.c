/* test_tk_jit_map.c -- perf maps, in any pieces and with any damage.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_jit_map.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_strings *names;
static tk_jit_map map;

static void begin(void)
{
   unit_alloc_init(&memory);
   names = tk_strings_new(&memory.alloc);
   map = (tk_jit_map){ .jit = tk_jit_new(&memory.alloc, names) };
}

static void end(void)
{
   tk_jit_free(map.jit);
   tk_strings_free(names);
   assert_int_equal(memory.n_live, 0);
}

/* Feeds the text in pieces of random lengths. */
static void feed(const char *text, size_t size_B, unit_random *random)
{
   while (size_B > 0) {
      size_t n = 1 + (size_t)unit_random_below(random, 40);
      n = n < size_B ? n : size_B;
      tk_jit_map_feed(&map, text, n);
      text += n;
      size_B -= n;
   }
}

static void is_at(uint64_t addr, const char *name)
{
   const tk_jit_code *code = tk_jit_at(map.jit, addr);
   if (name == NULL)
      assert_null(code);
   else
      assert_string_equal(code->name, name);
}

static void test_forms(void **state)
{
   (void)state;
   static const char text[] = "1000 10 JS:*fib /tmp/x.js:1:13\n"
                              "0x2000 0x10 void Main.f(int)\n"
                              "0x00000000000000003000 1F A b\n"
                              "4000 10\n"
                              "5000 10 \n"
                              "x 10 f\n"
                              "\n"
                              "-1 10 f\n"
                              "123456789abcdef01 10 too long\n"
                              "6000  10 two spaces\n"
                              "7000 0 empty\n"
                              "8000 10 bell\a\n"
                              "9000 10 incomplete";
   for (uint64_t seed = 1; seed <= 50; seed++) {
      unit_random random = unit_random_from(seed);
      begin();
      feed(text, sizeof text - 1, &random);
      is_at(0x1000, "JS:*fib /tmp/x.js:1:13");
      is_at(0x200f, "void Main.f(int)");
      is_at(0x301e, "A b");
      is_at(0x301f, NULL);
      is_at(0x4000, NULL);
      is_at(0x5000, NULL);
      is_at(0x6000, NULL);
      is_at(0x7000, NULL);
      is_at(0x8000, "bell\a");
      is_at(0x9000, NULL);
      assert_int_equal(tk_jit_generation(map.jit), 1 + 4);
      feed(" no more\n", 9, &random);
      is_at(0x9000, "incomplete no more");
      end();
   }
}

static void test_long_names(void **state)
{
   (void)state;
   static char text[3 * TK_JIT_NAME_MAX_B];
   unit_random random = unit_random_from(1);
   begin();
   int length = sprintf(text, "1000 10 ");
   memset(text + length, 'x', sizeof text - 20 - (size_t)length);
   strcat(text, "\n2000 10 g\n");
   feed(text, strlen(text), &random);
   assert_int_equal(strlen(tk_jit_at(map.jit, 0x1000)->name), TK_JIT_NAME_MAX_B);
   is_at(0x2000, "g");
   end();
}

/* No bytes do harm, and a good line after them is read. */
static void test_random_bytes(void **state)
{
   (void)state;
   static const char usual[] = "0123456789abcdefx \n";
   for (uint64_t seed = 1; seed <= 200; seed++) {
      unit_random random = unit_random_from(seed);
      char text[500];
      begin();
      for (size_t i = 0; i < sizeof text; i++)
         text[i] = unit_random_below(&random, 10) == 0
                      ? (char)unit_random_u64(&random)
                      : usual[unit_random_below(&random, sizeof usual - 1)];
      feed(text, sizeof text, &random);
      feed("\n7fff12345000 10 good\n", 22, &random);
      is_at(0x7fff12345000, "good");
      end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),
      cmocka_unit_test(test_long_names),
      cmocka_unit_test(test_random_bytes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
