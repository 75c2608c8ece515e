/* tk_calls_model.h -- a thread that calls, returns, jumps and is
   interrupted, and knows which of its calls are events.
   The includer has included cmocka.h, or what stands for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_CALLS_MODEL_H
#define TEST_HP_CALLS_MODEL_H

#include "watch/tk_calls.h"
#include "unit_alloc.h"

/* ---- A thread that calls, returns, jumps and is interrupted ------------- */

enum { WORD_B = 8, MAX_DEPTH = 60, N_FUNCTIONS = 3, STACK_WORDS = 4 * MAX_DEPTH };

typedef struct {
   uint32_t at;       /* the word where its return address is */
   uint64_t argument; /* of each call another */
   bool is_watched;   /* an allocation function ... */
   bool is_outermost; /* ... that none of its callers is, below the handler */
   bool is_handler;
} frame;

static struct {
   unit_random random;
   uint64_t words[STACK_WORDS]; /* it grows down */
   frame frames[MAX_DEPTH];
   uint32_t n_frames, n_handlers;
   uint64_t n_calls, n_events, n_ended, n_expected, n_expected_ended;
   tk_calls calls;
} thread;

static const tk_function functions[N_FUNCTIONS];

static uint64_t sp_of(uint32_t at)
{
   return 0x7ff000000 + WORD_B * (uint64_t)at;
}

static uint64_t entry_of(uint32_t function)
{
   return 0x500000 + 0x100 * function;
}

static frame *innermost(void)
{
   return &thread.frames[thread.n_frames - 1];
}

/* Does what the tool does at an entry. */
static void on_entry(uint32_t function, uint32_t at, uint64_t argument)
{
   uint64_t arguments[TK_MAX_ARGUMENTS] = { argument };
   tk_call *call = tk_calls_top(&thread.calls);
   if (call->return_sp != 0) {
      uint64_t place = (call->return_sp - WORD_B - sp_of(0)) / WORD_B;
      if (tk_call_goes_on(call, entry_of(function), sp_of(at), arguments,
                          thread.words[place], WORD_B))
         return;
   }
   *call = (tk_call){
      .function = &functions[function],
      .entry_pc = entry_of(function),
      .return_sp = sp_of(at + 1),
      .return_pc = thread.words[at],
      .arguments = { argument },
   };
   thread.n_events++;
}

/* And where a call may return to. */
static void on_return(uint64_t sp, uint64_t pc)
{
   tk_call *call = tk_calls_top(&thread.calls);
   if (call->return_sp != sp || call->return_pc != pc)
      return;
   call->return_sp = 0;
   thread.n_ended++;
}

static bool is_within_watched(void)
{
   for (uint32_t i = thread.n_frames; i > 0 && !thread.frames[i - 1].is_handler; i--)
      if (thread.frames[i - 1].is_watched)
         return true;
   return false;
}

/* Each frame fills its part of the stack; the return address depends on caller and
   callee. */
static void call(void)
{
   uint32_t size = 1 + (uint32_t)unit_random_below(&thread.random, 3);
   uint32_t function = (uint32_t)unit_random_below(&thread.random, 5 * N_FUNCTIONS);
   uint32_t at = thread.n_frames == 0 ? STACK_WORDS - 2 : innermost()->at;
   bool is_watched = function < N_FUNCTIONS;
   if (thread.n_frames == MAX_DEPTH || at < size)
      return;
   for (uint32_t i = 0; i + 1 < size; i++)
      thread.words[--at] = 1;
   thread.words[--at] = 0x400000 + function * 8 + unit_random_below(&thread.random, 2);
   frame f = { at, thread.n_calls++, is_watched, is_watched && !is_within_watched(),
               false };
   thread.frames[thread.n_frames++] = f;
   thread.n_expected += f.is_outermost;
   if (is_watched)
      on_entry(function, at, f.argument);
}

/* What is watched jumps to another that is, or to its own beginning. */
static void tail_call(void)
{
   if (thread.n_frames == 0 || !innermost()->is_watched)
      return;
   uint32_t function = (uint32_t)unit_random_below(&thread.random, N_FUNCTIONS);
   on_entry(function, innermost()->at, innermost()->argument);
}

static void end_frame(bool returns)
{
   frame f = *innermost();
   thread.n_frames--;
   thread.n_handlers -= f.is_handler;
   thread.n_expected_ended += returns && f.is_outermost;
   if (f.is_handler)
      tk_calls_resume(&thread.calls, sp_of(f.at + 1));
   else if (returns)
      on_return(sp_of(f.at + 1), thread.words[f.at]);
}

/* Out of some calls, not of a handler. */
static void jump_out(void)
{
   uint64_t n = unit_random_below(&thread.random, 8);
   for (; n > 0 && thread.n_frames > 0 && !innermost()->is_handler; n--)
      end_frame(false);
}

static void interrupt(void)
{
   if (thread.n_handlers == TK_CALLS_MAX - 1 || thread.n_frames == MAX_DEPTH
       || thread.n_frames == 0 || innermost()->at == 0)
      return;
   frame f = { .at = innermost()->at - 1, .is_handler = true };
   thread.words[f.at] = 2;
   thread.frames[thread.n_frames++] = f;
   thread.n_handlers++;
   tk_calls_interrupt(&thread.calls, sp_of(f.at + 1), false);
}

static void random_step(void)
{
   uint64_t what = unit_random_below(&thread.random, 64);
   if (what < 29)
      call();
   else if (what < 33)
      tail_call();
   else if (what < 34)
      jump_out();
   else if (what < 35)
      interrupt();
   else if (thread.n_frames > 0)
      end_frame(true);
}

#endif
