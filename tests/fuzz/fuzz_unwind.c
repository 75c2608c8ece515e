/* fuzz_unwind.c -- stacks of functions with any unwinding rules: valid stacks give
   their call paths, and damaged ones cause no read beyond the stack.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/tk_unwind_model.h"

enum { SANE_STACKS = 4, N_RULES = 8 };

/* Rules of any kind, for everything that is taken for code. */
static void name_any(void *context, tk_step *step)
{
   (void)context;
   const function *f = &functions[step->pc % N_RULES];
   step->frame = (uint32_t)(step->pc % N_RULES);
   step->is_last = f->is_last;
   step->is_no_code = f->n_named != 0;
}

static void learn_any(void *context, tk_step *step, const tk_registers *registers)
{
   const function *f = &functions[step->pc % N_RULES];
   (void)context;
   assert_int_equal(registers->pc, step->pc);
   step->base = (uint8_t)f->base;
   step->cfa_B = f->cfa_B;
   step->bp_B = f->bp_B;
   step->return_B = f->return_B;
}

static void make_any_rules(unit_random *random)
{
   for (uint32_t i = 0; i < N_RULES; i++)
      functions[i] = (function){
         .base = TK_CFA_NO_RULE + (tk_cfa_base)unit_random_below(random, 3),
         .cfa_B = (int32_t)unit_random_below(random, 256) - 64,
         .bp_B = (int32_t)unit_random_below(random, 64) - 32,
         .return_B = (int32_t)unit_random_below(random, 64) - 32,
         .is_last = unit_random_below(random, 16) == 1,
         .n_named = unit_random_below(random, 16) == 1,
      };
}

/* Makes the table grow. */
static void know_many(unit_random *random)
{
   uint64_t n = unit_random_below(random, 2000);
   uint64_t stride = 1 + unit_random_below(random, 1 << 16);
   for (uint64_t i = 0; i < n; i++)
      assert_true(tk_unwind_step(&unwinder, 1 + i * stride)->pc == 1 + i * stride);
}

/* Any words, many of which point into the stack.  The stack is a separate block:
   sanitizers detect reads beyond it. */
static void damaged_stack(unit_random *random)
{
   static const tk_unwind_oracle any = { NULL, name_any, learn_any };
   uint32_t found[MAX_DEPTH];
   size_t n_words = 1 + unit_random_below(random, 64);
   uintptr_t *own = malloc(n_words * sizeof *own);
   assert_non_null(own);
   for (size_t i = 0; i < n_words; i++)
      own[i] = unit_random_below(random, 2) == 0
                  ? (uintptr_t)unit_random_below(random, 1 << 16)
                  : (uintptr_t)own + unit_random_below(random, 8 * n_words);
   make_any_rules(random);
   unwinder.oracle = any;
   unwinder.epoch++; /* forget all rules */
   if (unit_random_below(random, 8) == 1)
      know_many(random);
   tk_registers r = { unit_random_below(random, 1 << 16),
                      (uintptr_t)own + unit_random_below(random, 8 * n_words),
                      (uintptr_t)own + unit_random_below(random, 8 * n_words) };
   uint32_t n = tk_unwind(&unwinder, &r, (uintptr_t)(own + n_words), found, MAX_DEPTH);
   assert_true(n == TK_UNWIND_NO_RULE || n <= MAX_DEPTH);
   free(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   begin();
   if (unit_random_below(&random, 2) == 0) {
      damaged_stack(&random);
   } else {
      make_functions(&random);
      for (int i = 0; i < SANE_STACKS && random.left_B > 0; i++)
         random_stack(&random);
   }
   end();
   return 0;
}
