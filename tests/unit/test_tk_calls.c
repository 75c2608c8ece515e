/* test_tk_calls.c -- which entries of functions are calls of their own, on
   stacks that are run here.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/tk_calls_model.h"

/* ---- One call after another --------------------------------------------- */

static const uint64_t SP = 0x7ff000, PC = 0x401000, ENTRY = 0x500000;

static const tk_function of_two_arguments = { "f", TK_FREE, 2, 1, TK_NO_ARGUMENT };
static const uint64_t ITS[TK_MAX_ARGUMENTS] = { 1, 2, 3, 4 };

/* One that was entered at ENTRY with SP, and returns to PC. */
static const tk_call waiting = {
   .function = &of_two_arguments,
   .arguments = { 0, 2, 3, 0 },
   .entry_pc = 0x500000,
   .return_sp = 0x7ff008,
   .return_pc = 0x401000,
};

static void test_call_goes_on(void **state)
{
   (void)state;
   static const uint64_t others[TK_MAX_ARGUMENTS] = { 0, 2, 4, 0 };
   static const struct {
      const char *name;
      uint64_t entry_pc, entry_sp, its_return_pc;
      const uint64_t *arguments;
      bool goes_on;
   } rows[] = {
      { "nested", 0x600000, 0x7fe000, 0x401000, ITS, true },
      { "nested by a word", 0x600000, 0x7feff8, 0x401000, ITS, true },
      { "recursive", 0x500000, 0x7feff8, 0x401000, ITS, true },
      { "tail call", 0x600000, 0x7ff000, 0x401000, ITS, true },
      { "tail call of itself", 0x500000, 0x7ff000, 0x401000, ITS, true },
      { "of another block", 0x500000, 0x7ff000, 0x401000, others, false },
      { "tail call, another block", 0x600000, 0x7ff000, 0x401000, others, true },
      { "another there", 0x600000, 0x7ff000, 0x402000, ITS, false },
      { "further out", 0x600000, 0x7ff008, 0x401000, ITS, false },
      { "further out, the same", 0x500000, 0x7ff008, 0x401000, ITS, false },
      { "deeper, its frame is gone", 0x600000, 0x7fe000, 0x402000, ITS, false },
      { "no memory there any more", 0x600000, 0x7fe000, 0, ITS, false },
   };
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      if (tk_call_goes_on(&waiting, rows[i].entry_pc, rows[i].entry_sp, rows[i].arguments,
                          rows[i].its_return_pc, WORD_B)
          != rows[i].goes_on)
         fail_msg("%s", rows[i].name);
}

static void test_words_of_32_bits(void **state)
{
   (void)state;
   tk_call call = waiting;
   call.return_sp = SP + 4;
   assert_true(tk_call_goes_on(&call, ENTRY, SP, ITS, PC, 4));
   assert_true(tk_call_goes_on(&call, ENTRY, SP - 4, ITS, PC, 4));
   assert_true(tk_call_goes_on(&call, ENTRY + 1, SP, ITS, PC, 4));
   assert_false(tk_call_goes_on(&call, ENTRY + 1, SP + 4, ITS, PC, 4));
}

/* ---- Signals ------------------------------------------------------------ */

static void test_nested_signals(void **state)
{
   (void)state;
   tk_calls calls = { 0 };
   for (uint64_t i = 1; i <= TK_CALLS_MAX; i++) {
      assert_int_equal(tk_calls_top(&calls)->return_sp, 0);
      tk_calls_top(&calls)->return_sp = i;
      if (i < TK_CALLS_MAX)
         tk_calls_interrupt(&calls, SP - i, false);
   }
   for (uint64_t i = TK_CALLS_MAX; i >= 1; i--) {
      assert_int_equal(tk_calls_top(&calls)->return_sp, i);
      if (i > 1)
         tk_calls_resume(&calls, SP - (i - 1));
   }
}

/* Deeper than there is room for: those within are kept, those without are lost,
   and none waits for another's. */
static void test_too_many_nested_signals(void **state)
{
   (void)state;
   enum { N = 3 * TK_CALLS_MAX + 1 };
   tk_calls calls = { 0 };
   for (uint64_t i = 1; i <= N; i++) {
      assert_int_equal(tk_calls_top(&calls)->return_sp, 0);
      tk_calls_top(&calls)->return_sp = i;
      tk_calls_interrupt(&calls, SP - i, false);
   }
   for (uint64_t i = N; i > N - (TK_CALLS_MAX - 1); i--) {
      tk_calls_resume(&calls, SP - i);
      assert_int_equal(tk_calls_top(&calls)->return_sp, i);
   }
   for (int i = 0; i < 2 * N; i++) {
      tk_calls_resume(&calls, SP + 1);
      assert_in_range(calls.level, 0, TK_CALLS_MAX - 1);
   }
}

/* However many handlers were left, the next finds nothing to wait for, and what
   it interrupted is waited for when it has returned. */
static void test_handlers_that_are_left(void **state)
{
   (void)state;
   tk_calls calls = { 0 };
   for (uint64_t i = 1; i <= 5 * TK_CALLS_MAX; i++) {
      tk_calls_interrupt(&calls, SP - 2 * i, i % 2 == 0); /* and is left */
      assert_int_equal(tk_calls_top(&calls)->return_sp, 0);
      tk_calls_top(&calls)->return_sp = i;
      tk_calls_interrupt(&calls, SP - 2 * i - 1, false);
      assert_int_equal(tk_calls_top(&calls)->return_sp, 0);
      tk_calls_resume(&calls, SP - 2 * i - 1);
      assert_int_equal(tk_calls_top(&calls)->return_sp, i);
   }
}

/* A handler that is interrupted by others, which do not return to it but jump: what
   it interrupted itself is waited for when it has returned, however often. */
static void test_handlers_left_within_another(void **state)
{
   (void)state;
   for (int elsewhere = 0; elsewhere <= 1; elsewhere++) {
      tk_calls calls = { 0 };
      for (uint64_t i = 1; i <= 100; i++) {
         uint64_t sp = SP - 1000 - (i * 7) % 10;
         tk_calls_top(&calls)->return_sp = i;
         tk_calls_interrupt(&calls, sp, elsewhere);
         for (uint64_t k = 0; k < 3 * TK_CALLS_MAX; k++) {
            assert_int_equal(tk_calls_top(&calls)->return_sp, 0);
            tk_calls_top(&calls)->return_sp = 1000;
            tk_calls_interrupt(&calls, sp - 2000 + k, false);
         }
         tk_calls_resume(&calls, sp);
         assert_int_equal(tk_calls_top(&calls)->return_sp, i);
      }
   }
}

/* A handler on another stack can be at any address: it is not taken for ended. */
static void test_handlers_on_other_stacks(void **state)
{
   (void)state;
   tk_calls calls = { 0 };
   tk_calls_top(&calls)->return_sp = 1;
   tk_calls_interrupt(&calls, SP, true);
   tk_calls_top(&calls)->return_sp = 2;
   tk_calls_interrupt(&calls, SP + 100, false);
   tk_calls_resume(&calls, SP + 100);
   assert_int_equal(tk_calls_top(&calls)->return_sp, 2);
   tk_calls_resume(&calls, SP);
   assert_int_equal(tk_calls_top(&calls)->return_sp, 1);
}

static void test_random_calls(void **state)
{
   (void)state;
   memset(&thread, 0, sizeof thread);
   thread.random = unit_random_from(11);
   for (int i = 0; i < 3000000; i++) {
      random_step();
      if (thread.n_events != thread.n_expected
          || thread.n_ended != thread.n_expected_ended)
         fail_msg("step %d: %lu and %lu of %lu and %lu", i,
                  (unsigned long)thread.n_events, (unsigned long)thread.n_ended,
                  (unsigned long)thread.n_expected,
                  (unsigned long)thread.n_expected_ended);
   }
   assert_true(thread.n_ended > 50000);
   assert_true(thread.n_events - thread.n_ended > 5000); /* left */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_call_goes_on),
      cmocka_unit_test(test_words_of_32_bits),
      cmocka_unit_test(test_nested_signals),
      cmocka_unit_test(test_too_many_nested_signals),
      cmocka_unit_test(test_handlers_that_are_left),
      cmocka_unit_test(test_handlers_left_within_another),
      cmocka_unit_test(test_handlers_on_other_stacks),
      cmocka_unit_test(test_random_calls),
   };
   return cmocka_run_group_tests_name("tk_calls", tests, NULL, NULL);
}
