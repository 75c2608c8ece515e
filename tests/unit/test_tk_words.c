/* test_tk_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_words.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_words words;

static void begin(void)
{
   unit_alloc_init(&memory);
   words = (tk_words){ .alloc = &memory.alloc, .label = "test" };
}

static void end(void)
{
   tk_words_fini(&words);
   assert_int_equal(memory.n_live, 0);
}

static void test_adds_once(void **state)
{
   (void)state;
   begin();
   assert_false(tk_words_has(&words, 7));
   assert_true(tk_words_add(&words, 7));
   assert_false(tk_words_add(&words, 7));
   assert_true(tk_words_has(&words, 7));
   assert_false(tk_words_has(&words, 8));
   end();
}

static void test_many(void **state)
{
   (void)state;
   static const uintptr_t steps[] = { 1, 16, 4096, 0x9e3779b9, UINTPTR_MAX };
   for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
      begin();
      for (uintptr_t i = 1; i <= 100000; i++)
         assert_true(tk_words_add(&words, i * steps[s]));
      for (uintptr_t i = 1; i <= 100000; i++)
         assert_true(tk_words_has(&words, i * steps[s]));
      for (uintptr_t i = 100001; i <= 200000; i++)
         assert_false(tk_words_has(&words, i * steps[s]));
      end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_adds_once),
      cmocka_unit_test(test_many),
   };
   return cmocka_run_group_tests_name("tk_words", tests, NULL, NULL);
}
