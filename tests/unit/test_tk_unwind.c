/* test_tk_unwind.c -- call paths from stacks that are laid out here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/tk_unwind_model.h"

static void test_random_stacks(void **state)
{
   (void)state;
   unit_random random = unit_random_from(5);
   begin();
   make_functions(&random);
   for (int i = 0; i < 20000; i++)
      random_stack(&random);
   for (uint32_t i = 0; i < N_CALLED; i++) /* once for each address */
      assert_in_range(functions[i].n_learnt, FUNCTION_B / 2, FUNCTION_B);
   end();
}

/* ---- Where a stack ends ------------------------------------------------- */

/* Three frames of two words each, by sp, from word 10 on; beyond the outermost
   is 0. */
static tk_registers three_frames(void)
{
   for (uint32_t i = 0; i < 4; i++)
      functions[i] = (function){ TK_CFA_SP, 2 * WORD_B, 0, -WORD_B, false, false, 0, 0 };
   stack[11] = pc_of(1) + 1;
   stack[13] = pc_of(2) + 1;
   stack[15] = 0;
   return (tk_registers){ pc_of(0), address_of(10), 77 };
}

static uint32_t frames[8];

static uint32_t unwind(tk_registers r, uint64_t stack_end)
{
   memset(frames, 0xff, sizeof frames);
   return tk_unwind(&unwinder, &r, stack_end, frames, 8);
}

/* So many frames, 0, 1, ... */
static void assert_path(tk_registers r, uint32_t expected)
{
   assert_int_equal(unwind(r, address_of(N_WORDS)), expected);
   for (uint32_t i = 0; i < expected; i++)
      assert_int_equal(frames[i], frame_of(i));
   for (uint32_t i = expected; i < 8; i++)
      assert_int_equal(frames[i], UINT32_MAX);
}

static void test_return_address_of_the_end(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   assert_path(r, 3);
   stack[15] = 1;
   assert_path(r, 3);
   stack[15] = pc_of(3) + 1;
   stack[17] = 0;
   assert_path(r, 4);
   r.pc = 0;
   assert_int_equal(unwind(r, address_of(N_WORDS)), 0);
   end();
}

static void test_main_is_last(void **state)
{
   (void)state;
   for (uint32_t last = 0; last < 3; last++) {
      begin();
      tk_registers r = three_frames();
      functions[last].is_last = true;
      functions[last].base = TK_CFA_NO_RULE; /* nobody asks */
      assert_path(r, last + 1);
      assert_int_equal(functions[last].n_learnt, 0);
      end();
   }
}

static void test_depth(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   functions[2].base = TK_CFA_NO_RULE; /* nobody asks, if there is no room left */
   uint32_t few[4] = { 9, 9, 9, 9 };
   assert_int_equal(tk_unwind(&unwinder, &r, address_of(N_WORDS), few, 0), 0);
   assert_int_equal(few[0], 9);
   for (uint32_t max = 1; max <= 3; max++) {
      assert_int_equal(tk_unwind(&unwinder, &r, address_of(N_WORDS), few, max), max);
      assert_int_equal(few[max - 1], frame_of(max - 1));
      assert_int_equal(few[max], 9);
      assert_int_equal(functions[max - 1].n_learnt, 0);
   }
   assert_int_equal(tk_unwind(&unwinder, &r, address_of(N_WORDS), few, 4),
                    TK_UNWIND_NO_RULE);
   end();
}

static void test_steps_without_rule(void **state)
{
   (void)state;
   for (uint32_t i = 0; i < 3; i++) {
      begin();
      tk_registers r = three_frames();
      functions[i].base = TK_CFA_NO_RULE;
      r.bp = address_of(10 + 2 * i); /* though it would lead on */
      for (int again = 0; again < 2; again++)
         assert_int_equal(unwind(r, address_of(N_WORDS)), TK_UNWIND_NO_RULE);
      assert_int_equal(functions[i].n_learnt, 1);
      end();
   }
}

/* Not read beyond, and the last word is read. */
static void test_end_of_the_stack(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   assert_int_equal(unwind(r, address_of(16)), 3);
   for (uint64_t less = 1; less < 6 * WORD_B; less++)
      assert_int_equal(unwind(r, address_of(16) - less), TK_UNWIND_NO_RULE);
   assert_int_equal(unwind(r, r.sp), TK_UNWIND_NO_RULE);
   assert_int_equal(unwind(r, 0), TK_UNWIND_NO_RULE); /* the stack is not known */
   end();
}

/* The first frame has that rule: what comes of it? */
static uint32_t first_by(tk_cfa_base base, int32_t cfa, int32_t bp, int32_t return_at,
                         uint64_t from_bp)
{
   begin();
   tk_registers r = three_frames();
   functions[0].base = base;
   functions[0].cfa_B = cfa * WORD_B;
   functions[0].bp_B = bp * WORD_B;
   functions[0].return_B = return_at * WORD_B;
   r.bp = from_bp;
   uint32_t n = unwind(r, address_of(16));
   end();
   return n;
}

static void test_addresses_beyond_the_stack(void **state)
{
   (void)state;
   const uint64_t here = address_of(12); /* the first frame's cfa */
   const tk_cfa_base sp = TK_CFA_SP, bp = TK_CFA_BP;
   const uint32_t no_rule = TK_UNWIND_NO_RULE;
   assert_int_equal(first_by(sp, 2, 0, -1, 0), 3);
   assert_int_equal(first_by(sp, 2, -2, -1, 0), 3);
   assert_int_equal(first_by(bp, 0, 0, -1, here), 3);
   assert_int_equal(first_by(bp, 2, -2, -1, here - 2 * WORD_B), 3);
   assert_int_equal(first_by(bp, -3, 0, -1, here + 3 * WORD_B), 3);
   /* The return address. */
   assert_int_equal(first_by(sp, 2, 0, -3, 0), no_rule);
   assert_int_equal(first_by(sp, 7, 0, -1, 0), no_rule);
   assert_int_equal(first_by(sp, 2, 0, 4, 0), no_rule);
   assert_int_equal(first_by(bp, 0, 0, -1, 0), no_rule);
   assert_int_equal(first_by(bp, 2, -2, -1, 1), no_rule);
   assert_int_equal(first_by(bp, 2, -2, -1, UINT64_MAX - 7), no_rule);
   assert_int_equal(first_by(bp, 2, -2, -1, UINT64_MAX - 15), no_rule);
   assert_int_equal(first_by(bp, 0, 0, -1, address_of(16) + WORD_B), no_rule);
   assert_int_equal(first_by(sp, -(1 << 20), 0, -1, 0), no_rule);
   assert_int_equal(first_by(sp, 1 << 20, 0, -1, 0), no_rule);
   /* The saved frame pointer. */
   assert_int_equal(first_by(sp, 2, 3, -1, 0), 3);
   assert_int_equal(first_by(sp, 2, 4, -1, 0), no_rule);
   assert_int_equal(first_by(sp, 2, -3, -1, 0), no_rule);
   assert_int_equal(first_by(sp, 2, 1 << 20, -1, 0), no_rule);
}

/* Where a frame's is that of its caller, or lies within, there is none. */
static void test_cfa_that_does_not_grow(void **state)
{
   (void)state;
   const uint64_t here = address_of(10);
   assert_int_equal(first_by(TK_CFA_SP, 0, 0, 1, 0), 1);
   assert_int_equal(first_by(TK_CFA_SP, -1, 0, 2, 0), 1);
   assert_int_equal(first_by(TK_CFA_BP, 0, 0, 1, here), 1);
   assert_int_equal(first_by(TK_CFA_BP, 2, 0, 9, here - 10 * WORD_B), 1);
   /* By a word is enough: the return address. */
   begin();
   tk_registers r = three_frames();
   functions[0].cfa_B = WORD_B;
   stack[10] = pc_of(1) + 1;
   functions[1].cfa_B = WORD_B;
   stack[11] = pc_of(2) + 1;
   functions[2].cfa_B = WORD_B;
   stack[12] = 0;
   assert_path(r, 3);
   end();
}

static void put_word(uint64_t address, uintptr_t word)
{
   memcpy((void *)(uintptr_t)address, &word, sizeof word);
}

/* Words need not lie where words should. */
static void test_words_between_words(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   functions[0].cfa_B = 2 * WORD_B + 1;
   functions[0].bp_B = -2 * WORD_B;
   put_word(address_of(10) + 1, 1234);
   put_word(address_of(11) + 1, pc_of(1) + 1);
   put_word(address_of(13) + 1, pc_of(2) + 1);
   put_word(address_of(15) + 1, 0);
   assert_path(r, 3);
   assert_int_equal(learnt_with.bp, 1234);
   end();
}

/* A rule is learnt with the registers of a frame at its address. */
static void test_registers_to_learn_with(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   functions[0].bp_B = -2 * WORD_B;
   stack[10] = 1234;
   assert_path(r, 3);
   assert_int_equal(learnt_with.pc, pc_of(2));
   assert_int_equal(learnt_with.sp, address_of(14));
   assert_int_equal(learnt_with.bp, 1234);
   end();
}

/* ---- What is known ------------------------------------------------------ */

static void test_each_address_is_asked_for_once(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   for (int i = 0; i < 5; i++)
      assert_path(r, 3);
   for (uint32_t i = 0; i < 3; i++) {
      assert_int_equal(functions[i].n_named, 1);
      assert_int_equal(functions[i].n_learnt, 1);
   }
   end();
}

/* Code was mapped or unmapped: there may be other code now. */
static void test_epochs(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   assert_path(r, 3);
   unwinder.epoch = 2;
   frame_offset = 1000;
   functions[1].cfa_B = 4 * WORD_B; /* and now it ends there */
   functions[2].is_last = true;
   stack[15] = pc_of(2) + 1;
   assert_path(r, 3);
   for (uint32_t i = 0; i < 3; i++)
      assert_int_equal(functions[i].n_named, 2);
   assert_int_equal(functions[1].n_learnt, 2);
   assert_int_equal(functions[2].n_learnt, 1);
   unwinder.epoch = 1; /* not the newest, but another */
   frame_offset = 2000;
   assert_path(r, 3);
   assert_int_equal(functions[0].n_named, 3);
   assert_int_equal(unwinder.n_used, 3);
   end();
}

/* Code in no object can be replaced after an unmapping; code in an object cannot. */
static void test_unknown_code(void **state)
{
   (void)state;
   begin();
   tk_registers r = three_frames();
   functions[1].is_unknown = true;
   assert_path(r, 3);
   assert_path(r, 3);
   assert_int_equal(functions[1].n_named, 1);
   unwinder.mappings++;
   assert_path(r, 3);
   assert_path(r, 3);
   assert_int_equal(functions[1].n_named, 2);
   assert_int_equal(functions[1].n_learnt, 2);
   assert_int_equal(functions[0].n_named, 1);
   assert_int_equal(functions[2].n_named, 1);
   assert_int_equal(unwinder.n_used, 3);
   end();
}

/* In all slots, through several epochs. */
static void test_many_addresses(void **state)
{
   (void)state;
   begin();
   for (uint32_t epoch = 1; epoch <= 3; epoch++) {
      unwinder.epoch = epoch;
      frame_offset = epoch;
      for (uint32_t i = 0; i < MAX_FUNCTIONS; i++) {
         tk_step *step = tk_unwind_step(&unwinder, pc_of(i));
         assert_int_equal(step->pc, pc_of(i));
         assert_int_equal(step->epoch, epoch);
         if (step->frame != frame_of(i))
            fail_msg("epoch %u: %u", epoch, i);
         uint32_t other = i / 3;
         if (tk_unwind_step(&unwinder, pc_of(other))->frame != frame_of(other))
            fail_msg("epoch %u: %u after %u", epoch, other, i);
      }
      assert_int_equal(unwinder.n_used, MAX_FUNCTIONS);
   }
   for (uint32_t i = 0; i < MAX_FUNCTIONS; i++)
      assert_int_equal(functions[i].n_named, 3);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_stacks),
      cmocka_unit_test(test_return_address_of_the_end),
      cmocka_unit_test(test_main_is_last),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_steps_without_rule),
      cmocka_unit_test(test_end_of_the_stack),
      cmocka_unit_test(test_addresses_beyond_the_stack),
      cmocka_unit_test(test_cfa_that_does_not_grow),
      cmocka_unit_test(test_words_between_words),
      cmocka_unit_test(test_registers_to_learn_with),
      cmocka_unit_test(test_each_address_is_asked_for_once),
      cmocka_unit_test(test_epochs),
      cmocka_unit_test(test_unknown_code),
      cmocka_unit_test(test_many_addresses),
   };
   return cmocka_run_group_tests_name("tk_unwind", tests, NULL, NULL);
}
