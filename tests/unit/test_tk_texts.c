/* test_tk_texts.c -- each text has one number, from 0 on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/tk_texts.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_texts texts;

static void begin(void)
{
   unit_alloc_init(&memory);
   memset(&texts, 0xa5, sizeof texts);
   assert_true(tk_texts_init(&texts, &memory.alloc));
   assert_int_equal(texts.n_texts, 0);
}

static void end(void)
{
   tk_texts_fini(&texts);
   assert_int_equal(memory.n_live, 0);
}

/* The text of a number, followed by what does not belong to it. */
static size_t make(char *to, uint32_t number)
{
   int length = sprintf(to, "0x%X: f%u (a.c:%u)", number, number % 7, number);
   memcpy(to + length, "beyond", 7);
   return (size_t)length;
}

static uint32_t number_of(uint32_t i)
{
   char text[64];
   size_t length = make(text, i);
   return tk_texts_number(&texts, text, length);
}

static void assert_text(uint32_t i)
{
   char text[64];
   text[make(text, i)] = '\0';
   assert_string_equal(tk_texts_at(&texts, i), text);
}

static void test_many_texts(void **state)
{
   (void)state;
   enum { N = 200000 };
   begin();
   for (uint32_t i = 0; i < N; i++) {
      if (number_of(i) != i || number_of(i / 2) != i / 2)
         fail_msg("%u", i);
   }
   for (uint32_t i = 0; i < N; i++) {
      uint32_t k = (uint32_t)((uint64_t)i * 7919 % N);
      if (number_of(k) != k)
         fail_msg("%u", k);
      assert_text(i);
   }
   assert_int_equal(texts.n_texts, N);
   end();
}

/* They do not move, as the table grows. */
static void test_texts_stay(void **state)
{
   (void)state;
   begin();
   assert_int_equal(number_of(0), 0);
   const char *text = tk_texts_at(&texts, 0);
   for (uint32_t i = 1; i < 5000; i++)
      assert_int_equal(number_of(i), i);
   assert_ptr_equal(tk_texts_at(&texts, 0), text);
   assert_text(0);
   end();
}

static void test_like_texts(void **state)
{
   (void)state;
   static const struct { const char *text; size_t length; } distinct[] = {
      { "", 0 }, { "a", 1 }, { "ab", 2 }, { "b", 1 }, { "A", 1 },
      { "\0", 1 }, { "\0\0", 2 }, { "a\0", 2 }, { "a\0b", 3 },
      { "\xff", 1 }, { "\xff\xfe", 2 }, { " ", 1 }, { "a ", 2 },
   };
   begin();
   for (int round = 0; round < 2; round++)
      for (uint32_t i = 0; i < sizeof distinct / sizeof distinct[0]; i++) {
         assert_int_equal(tk_texts_number(&texts, distinct[i].text,
                                          distinct[i].length), i);
         assert_memory_equal(tk_texts_at(&texts, i), distinct[i].text,
                             distinct[i].length);
         assert_int_equal(tk_texts_at(&texts, i)[distinct[i].length], 0);
      }
   end();
}

/* ---- Memory runs out ---------------------------------------------------------- */

static void test_memory_runs_out_at_first(void **state)
{
   (void)state;
   size_t n = 0;
   for (bool done = false; !done; n++) {
      unit_alloc_init(&memory);
      unit_alloc_fail_at(&memory, n + 1, false);
      done = tk_texts_init(&texts, &memory.alloc);
      if (done)
         tk_texts_fini(&texts);
      assert_int_equal(memory.n_live, 0);
   }
   assert_in_range(n, 3, 10);
}

/* Each call of the allocator fails once: no number is lost, and none is given
   out twice. */
static void test_memory_runs_out(void **state)
{
   (void)state;
   enum { N = 1100 };
   bool failed = true;
   size_t fail_at = 1;
   for (; failed; fail_at++) {
      begin();
      unit_alloc_fail_at(&memory, fail_at, false);
      failed = false;
      for (uint32_t i = 0; i < N; i++) {
         uint32_t number = number_of(i);
         if (number == TK_TEXTS_NONE) {
            assert_false(failed); /* once */
            failed = true;
            assert_int_equal(texts.n_texts, i);
            for (uint32_t j = 0; j < i; j++)
               assert_int_equal(number_of(j), j);
            number = number_of(i);
         }
         assert_int_equal(number, i);
      }
      for (uint32_t i = 0; i < N; i++)
         assert_text(i);
      end();
      fail_at += fail_at > 20 && fail_at % 64 != 0 && fail_at < 1000 ? 6 : 0;
   }
   assert_true(fail_at > N);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_many_texts),
      cmocka_unit_test(test_texts_stay),
      cmocka_unit_test(test_like_texts),
      cmocka_unit_test(test_memory_runs_out_at_first),
      cmocka_unit_test(test_memory_runs_out),
   };
   return cmocka_run_group_tests_name("tk_texts", tests, NULL, NULL);
}
