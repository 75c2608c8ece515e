/* tk_unwind.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_unwind.h"

#include "base/tk_hash.h"

#define LABEL "tk.unwind.steps"

enum { FIRST_STEPS = 512 }; /* a power of two */

void tk_unwind_init(tk_unwinder *unwinder, const tk_alloc *alloc,
                    const tk_unwind_oracle *oracle)
{
   *unwinder = (tk_unwinder){
      .alloc = alloc,
      .oracle = *oracle,
      .n_steps = FIRST_STEPS,
   };
   unwinder->steps = tk_get_zeroed(alloc, LABEL, FIRST_STEPS * sizeof(tk_step));
}

void tk_unwind_fini(tk_unwinder *unwinder)
{
   tk_put(unwinder->alloc, unwinder->steps);
}

/* The slot of a pc, or the free slot for it. */
static tk_step *slot_of(tk_step *steps, uint32_t n, uint64_t pc)
{
   uint32_t at = (uint32_t)tk_hash_word(pc) & (n - 1);
   while (steps[at].pc != pc && steps[at].pc != 0)
      at = (at + 1) & (n - 1);
   return &steps[at];
}

static void double_steps(tk_unwinder *unwinder)
{
   uint32_t n = 2 * unwinder->n_steps;
   tk_step *steps = tk_get_zeroed(unwinder->alloc, LABEL, n * sizeof *steps);
   for (uint32_t i = 0; i < unwinder->n_steps; i++)
      if (unwinder->steps[i].pc != 0)
         *slot_of(steps, n, unwinder->steps[i].pc) = unwinder->steps[i];
   tk_put(unwinder->alloc, unwinder->steps);
   unwinder->steps = steps;
   unwinder->n_steps = n;
}

static tk_step *name_step(tk_unwinder *unwinder, tk_step *step, uint64_t pc)
{
   if (step->pc == 0) {
      if (unwinder->n_used >= unwinder->n_steps / 2) {
         double_steps(unwinder);
         step = slot_of(unwinder->steps, unwinder->n_steps, pc);
      }
      unwinder->n_used++;
   }
   *step = (tk_step){
      .pc = pc,
      .epoch = unwinder->epoch,
      .mappings = unwinder->mappings,
   };
   unwinder->oracle.name(unwinder->oracle.context, step);
   return step;
}

tk_step *tk_unwind_step(tk_unwinder *unwinder, uint64_t pc)
{
   tk_step *step = slot_of(unwinder->steps, unwinder->n_steps, pc);
   if (step->pc == pc && step->epoch == unwinder->epoch
       && (!step->is_unknown || step->mappings == unwinder->mappings))
      return step;
   return name_step(unwinder, step, pc);
}

/* A rule that does not fit the frame may lead to any byte of the stack. */
typedef uintptr_t __attribute__((aligned(1), may_alias)) stack_word;

static uint64_t word_at(uint64_t address)
{
   return *(const stack_word *)(uintptr_t)address;
}

/* Is a whole word at the address on the stack? */
static bool is_on_stack(uint64_t address, uint64_t sp, uint64_t stack_end)
{
   return address >= sp && address < stack_end
          && stack_end - address >= sizeof(uintptr_t);
}

/* Goes from a frame to its caller's; false: the frame has no rule.  At the end of the
   stack, pc becomes 0. */
static bool go_out(const tk_step *step, tk_registers *r, uint64_t stack_end)
{
   if (step->base == TK_CFA_NO_RULE)
      return false;
   uint64_t cfa = (step->base == TK_CFA_SP ? r->sp : r->bp)
                  + (uint64_t)(int64_t)step->cfa_B;
   uint64_t return_at = cfa + (uint64_t)(int64_t)step->return_B;
   if (!is_on_stack(return_at, r->sp, stack_end))
      return false;
   uint64_t return_pc = word_at(return_at);
   if (step->bp_B != 0) {
      uint64_t bp_at = cfa + (uint64_t)(int64_t)step->bp_B;
      if (!is_on_stack(bp_at, r->sp, stack_end))
         return false;
      r->bp = word_at(bp_at);
   }
   bool is_end = return_pc <= TK_NO_CODE_B || cfa <= r->sp;
   r->pc = is_end ? 0 : return_pc - 1;
   r->sp = cfa;
   return true;
}

uint32_t tk_unwind(tk_unwinder *unwinder, const tk_registers *registers,
                   uint64_t stack_end, uint32_t *frames, uint32_t max)
{
   tk_registers r = *registers;
   uint32_t n = 0;
   while (n < max && r.pc != 0) {
      tk_step *step = tk_unwind_step(unwinder, r.pc);
      if (step->is_no_code)
         break;
      frames[n++] = step->frame;
      if (step->is_last || n == max)
         break;
      if (step->base == TK_CFA_UNKNOWN)
         unwinder->oracle.learn(unwinder->oracle.context, step, &r);
      if (!go_out(step, &r, stack_end))
         return TK_UNWIND_NO_RULE;
   }
   return n;
}
