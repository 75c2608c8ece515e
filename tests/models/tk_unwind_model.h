/* tk_unwind_model.h -- functions and stacks that are laid out by them.
   The includer has included cmocka.h, or what stands for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_UNWIND_MODEL_H
#define TEST_HP_UNWIND_MODEL_H

#include "paths/tk_unwind.h"
#include "unit_alloc.h"

enum {
   WORD_B = sizeof(uintptr_t),
   N_WORDS = 4096,
   MAX_FUNCTIONS = 20000,
   FUNCTION_B = 16
};

/* Function i has the code from pc_of(i) on, and one rule for all of it.  Its
   frame is number 3 * i + 1. */
typedef struct {
   tk_cfa_base base;
   int32_t cfa_B, bp_B, return_B;
   bool is_last, is_unknown;
   uint32_t n_named, n_learnt;
} function;

static unit_alloc memory;
static tk_unwinder unwinder;
static function functions[MAX_FUNCTIONS];
static uintptr_t stack[N_WORDS]; /* the last word is the outermost */
static tk_registers learnt_with;
static uint32_t frame_offset; /* of numbers, by the epoch */

static uint64_t pc_of(uint32_t i)
{
   return 0x400000 + (uint64_t)i * FUNCTION_B;
}

static function *function_of(uint64_t pc)
{
   uint64_t i = (pc - 0x400000) / FUNCTION_B;
   assert_in_range(i, 0, MAX_FUNCTIONS - 1);
   return &functions[i];
}

static void name(void *context, tk_step *step)
{
   function *f = function_of(step->pc);
   assert_ptr_equal(context, &memory);
   assert_int_equal(step->base, TK_CFA_UNKNOWN);
   step->frame = 3 * (uint32_t)(f - functions) + 1 + frame_offset;
   step->is_last = f->is_last;
   step->is_unknown = f->is_unknown;
   f->n_named++;
}

static void learn(void *context, tk_step *step, const tk_registers *registers)
{
   function *f = function_of(step->pc);
   assert_ptr_equal(context, &memory);
   assert_int_equal(registers->pc, step->pc);
   learnt_with = *registers;
   step->base = (uint8_t)f->base;
   step->cfa_B = f->cfa_B;
   step->bp_B = f->bp_B;
   step->return_B = f->return_B;
   f->n_learnt++;
}

static void begin(void)
{
   static const tk_unwind_oracle oracle = { &memory, name, learn };
   unit_alloc_init(&memory);
   memset(functions, 0, sizeof functions);
   memset(stack, 0x5a, sizeof stack);
   memset(&unwinder, 0xa5, sizeof unwinder);
   frame_offset = 0;
   tk_unwind_init(&unwinder, &memory.alloc, &oracle);
   unwinder.epoch = 1;
}

static void end(void)
{
   tk_unwind_fini(&unwinder);
   assert_int_equal(memory.n_live, 0);
}

static uint64_t address_of(size_t word)
{
   return (uintptr_t)&stack[word];
}

static uint32_t frame_of(uint32_t number)
{
   return 3 * number + 1 + frame_offset;
}

/* ---- Random stacks ----------------------------------------------------------------- */

enum { MAX_DEPTH = 200, N_CALLED = 300 };

/* Rules as compilers make them: a frame of some words, with the frame pointer
   saved anywhere in it, or at its top and then the base of the rule. */
static void make_functions(unit_random *random)
{
   for (uint32_t i = 0; i < N_CALLED; i++) {
      function *f = &functions[i];
      f->return_B = -WORD_B;
      if (unit_random_below(random, 3) == 0) {
         f->base = TK_CFA_BP;
         f->cfa_B = 2 * WORD_B;
         f->bp_B = -2 * WORD_B;
      } else {
         int32_t n = 1 + (int32_t)unit_random_below(random, 9);
         f->base = TK_CFA_SP;
         f->cfa_B = n * WORD_B;
         f->bp_B = n == 1 || unit_random_below(random, 2) == 0
                      ? 0
                      : -(2 + (int32_t)unit_random_below(random, (uint64_t)n - 1))
                           * WORD_B;
      }
   }
}

/* From the outermost function inwards; `path` is the path, innermost first. */
static tk_registers run(unit_random *random, uint32_t *path, uint32_t depth)
{
   tk_registers r = { 0, address_of(N_WORDS - 1), 77 };
   for (uint32_t i = 0; i < depth; i++) {
      uint32_t called = (uint32_t)unit_random_below(random, N_CALLED);
      const function *f = &functions[called];
      uint64_t cfa = r.sp;
      /* After a call, so the call is of the byte before. */
      *(uintptr_t *)(uintptr_t)(cfa - WORD_B) = r.pc == 0 ? unit_random_below(random, 2)
                                                          : r.pc + 1;
      if (f->bp_B != 0) {
         *(uintptr_t *)(uintptr_t)(cfa + (uint64_t)(int64_t)f->bp_B) = r.bp;
         r.bp = f->base == TK_CFA_BP ? cfa - 2 * WORD_B : unit_random_u64(random);
      }
      r.sp = f->base == TK_CFA_SP ? cfa - (uint64_t)f->cfa_B
                                  : cfa - (2 + unit_random_below(random, 9)) * WORD_B;
      r.pc = pc_of(called) + unit_random_below(random, FUNCTION_B);
      path[depth - 1 - i] = frame_of(called);
   }
   return r;
}

/* One stack more, which is unwound as it was made. */
static void random_stack(unit_random *random)
{
   static uint32_t path[MAX_DEPTH], found[MAX_DEPTH + 1];
   uint32_t depth = 1 + (uint32_t)unit_random_below(random, MAX_DEPTH);
   tk_registers r = run(random, path, depth);
   uint32_t max = 1 + (uint32_t)unit_random_below(random, MAX_DEPTH);
   uint32_t n = depth < max ? depth : max;
   found[n] = 99;
   if (tk_unwind(&unwinder, &r, address_of(N_WORDS), found, max) != n)
      fail_msg("a stack of %u: not %u frames", depth, n);
   assert_memory_equal(found, path, n * sizeof path[0]);
   assert_int_equal(found[n], 99);
}

#endif
