/* test_cs_frames.c -- the path of the current node against a program whose calls are
   known: calls, tail calls, stubs, longjmp, signals, coroutines and threads; collected
   or not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calls/cs_frames_usual.h"
#include "unit_alloc.h"

enum {
   N_FUNCTIONS = 12,
   N_LINES = 5,
   MAX_DEPTH = 40,
   N_STACKS = 6,
   N_THREADS = 2,
   WORD_B = 8
};

/* ---- A program --------------------------------------------------------- */

typedef struct {
   const cs_function *function;
   uintptr_t return_sp; /* the stack pointer after it returns */
} activation;

/* One of the stacks that the program has. */
typedef struct {
   uintptr_t base_sp, sp;
   int depth; /* of activations; the first is not called */
   activation active[MAX_DEPTH];
} stack;

static unit_alloc memory;
static cs_tree tree;
static cs_frames frames;
static cs_function functions[N_FUNCTIONS];
static tk_line lines[N_LINES];
static unit_random any;
static stack stacks[N_STACKS];
static stack *on;                    /* the stack of the code that runs */
static uint64_t n_calls;             /* of functions, from functions */
static uint64_t n_usual;             /* reports that went the usual way */
static uint64_t thread;              /* that runs */
static bool collects[N_THREADS + 1]; /* by threads */

static const tk_line *any_line(void)
{
   return &lines[unit_random_below(&any, N_LINES)];
}

static const cs_function *any_function(void)
{
   return &functions[unit_random_below(&any, N_FUNCTIONS)];
}

static activation *innermost(void)
{
   return &on->active[on->depth - 1];
}

static void set_up(uint64_t seed)
{
   unit_alloc_init(&memory);
   memset(&frames, 0xa5, sizeof frames);
   cs_tree_init(&tree, &memory.alloc, 1, 1 << 20, 1 << 20);
   cs_frames_init(&frames, &tree, &memory.alloc);
   any = unit_random_from(seed);
   n_calls = 0;
   thread = 1;
   for (int i = 0; i <= N_THREADS; i++)
      collects[i] = true;
   for (int i = 0; i < N_STACKS; i++)
      stacks[i] = (stack){ .base_sp = 0x100000u * (unsigned)(i + 1) };
}

static void tear_down(void)
{
   cs_frames_fini(&frames);
   cs_tree_fini(&tree);
   assert_int_equal(memory.n_live, 0);
}

/* Is what runs counted? */
static bool is_collected(void)
{
   bool toggles = false;
   for (int i = 0; i < on->depth; i++)
      toggles = toggles || on->active[i].function->toggles;
   return collects[thread] != toggles;
}

/* An address of the stack that the code runs on belongs to the innermost function that
   returns above it. */
static void assert_owner(void)
{
   uintptr_t end = on->active[0].return_sp - WORD_B, low = on->sp - 10 * WORD_B;
   uintptr_t addr = end - unit_random_below(&any, end - low + 1);
   const cs_node *owner = NULL;
   int i = on->depth - 1;
   while (i > 0 && on->active[i].return_sp <= addr)
      i--;
   assert_true(cs_frames_owner(&frames, addr, low, on->base_sp, &owner));
   assert_ptr_equal(owner->in.function, on->active[i].function);
   assert_false(cs_frames_owner(&frames, low - 9, low - 10, low - 1, &owner));
}

/* The current node's path is that of the program's activations. */
static void assert_path(void)
{
   assert_owner();
   const cs_node *node = frames.node;
   assert_ptr_equal(frames.counts, cs_tree_own(&tree, frames.node));
   assert_ptr_equal(frames.function, innermost()->function);
   for (int i = on->depth - 1; i >= 0; i--) {
      assert_ptr_equal(node->in.function, on->active[i].function);
      node = node->in.caller;
   }
   assert_int_equal(frames.collects, is_collected());
   assert_ptr_equal(node, is_collected() ? tree.root : tree.off);
}

/* Does the report go the usual way, as those of translated code? */
static bool is_usual(bool can_go)
{
   n_usual += can_go;
   return can_go;
}

static bool tries_usual(void)
{
   return unit_random_below(&any, 4) > 0;
}

/* Translated code asks at a function's first instruction. */
static void begin_function(const cs_function *function)
{
   if (frames.function == function
       || (tries_usual() && is_usual(cs_frames_enter_usual(&frames, function, on->sp))))
      return;
   cs_frames_enter(&frames, function, on->sp, true);
}

static void activate(const cs_function *function, uintptr_t return_sp)
{
   assert_true(on->depth < MAX_DEPTH);
   on->active[on->depth++] = (activation){ .function = function, .return_sp = return_sp };
}

/* The first function of a stack. */
static void start(stack *s, const cs_function *function)
{
   on = s;
   s->depth = 0;
   s->sp = s->base_sp - WORD_B;
   activate(function, s->base_sp);
}

/* The function takes some of the stack. */
static void use_stack(void)
{
   on->sp -= WORD_B * unit_random_below(&any, 30);
}

static void call(const cs_function *function, bool by_stub)
{
   use_stack();
   uintptr_t after = on->sp;
   on->sp -= WORD_B;
   const tk_line *line = any_line();
   const cs_function *reported = by_stub ? NULL : function;
   if (!tries_usual() || !is_usual(cs_frames_call_usual(&frames, line, reported, after)))
      cs_frames_call(&frames, line, reported, after);
   activate(function, after);
   begin_function(function);
   n_calls++;
}

/* A jump gives way to the function's caller: the stack is as at the entry. */
static void tail_call(const cs_function *function, bool is_direct)
{
   on->sp = innermost()->return_sp - WORD_B;
   if (is_direct)
      cs_frames_jump(&frames, any_line(), function, on->sp, true);
   else
      frames.jumped_from = any_line();
   activate(function, on->sp + WORD_B);
   begin_function(function);
}

/* Ends the innermost function and those that it was tail-called by. */
static void drop(void)
{
   uintptr_t return_sp = innermost()->return_sp;
   while (on->depth > 0 && innermost()->return_sp == return_sp)
      on->depth--;
   on->sp = return_sp;
}

static bool can_return(void)
{
   return innermost()->return_sp != on->active[0].return_sp;
}

static void do_return(void)
{
   drop();
   if (!tries_usual() || !is_usual(cs_frames_return_usual(&frames, on->sp)))
      cs_frames_return(&frames, on->sp);
}

/* To an activation further out, without returns.  Its call of setjmp may have had more
   arguments on the stack than a later call; that is only noticed if the later one was of
   another function. */
static void long_jump(void)
{
   uintptr_t old_sp = on->sp;
   int from = on->depth;
   do {
      drop();
   } while (can_return() && unit_random_below(&any, 3) > 0);
   bool differs = true;
   for (int i = on->depth; i < from; i++)
      differs = differs && on->active[i].function != innermost()->function;
   if (differs)
      on->sp -= WORD_B * unit_random_below(&any, 3);
   cs_frames_set_sp(&frames, old_sp, on->sp, innermost()->function, false);
}

/* ---- By hand ----------------------------------------------------------- */

static const cs_function *f(int i)
{
   return &functions[i];
}

static void run_main(void)
{
   assert_true(cs_frames_run(&frames, 1, stacks[0].base_sp, NULL, true));
   assert_false(cs_frames_run(&frames, 1, stacks[0].base_sp, NULL, true));
   start(&stacks[0], f(0));
   begin_function(f(0));
   assert_path();
}

static void test_calls(void **state)
{
   (void)state;
   set_up(1);
   run_main();
   call(f(1), false);
   assert_path();
   call(f(1), true); /* recursion through a stub */
   assert_path();
   do_return();
   call(f(2), false);
   do_return();
   do_return();
   assert_path();
   assert_int_equal(on->depth, 1);
   tear_down();
}

/* What a stub costs is its caller's, even if the caller calls itself. */
static void test_stub(void **state)
{
   (void)state;
   set_up(2);
   run_main();
   call(f(1), false);
   cs_node *caller = frames.node;
   cs_frames_call(&frames, &lines[0], NULL, on->sp);
   assert_ptr_equal(frames.counts, cs_tree_own(&tree, caller));
   assert_null(frames.function);
   cs_frames_enter(&frames, f(1), on->sp - WORD_B, true);
   assert_ptr_equal(frames.node->in.caller, caller);
   assert_ptr_equal(frames.node->in.line, &lines[0]);
   tear_down();
}

/* caller -> stub -> resolver -> callee: the callee is the caller's. */
static void test_resolver(void **state)
{
   (void)state;
   set_up(3);
   run_main();
   functions[3].is_resolver = true;
   cs_node *caller = frames.node;
   cs_frames_call(&frames, &lines[1], NULL, on->sp);
   cs_frames_enter(&frames, f(3), on->sp - 3 * WORD_B, true);
   assert_ptr_equal(frames.node->in.caller, caller);
   cs_frames_call(&frames, &lines[2], f(4), on->sp - 10 * WORD_B);
   cs_frames_return(&frames, on->sp - 10 * WORD_B);
   frames.jumped_from = &lines[2];
   cs_frames_enter(&frames, f(5), on->sp - WORD_B, true);
   assert_ptr_equal(frames.node->in.caller, caller);
   assert_ptr_equal(frames.node->in.line, &lines[1]);
   assert_ptr_equal(frames.function, f(5));
   cs_frames_return(&frames, on->sp);
   assert_ptr_equal(frames.node, caller);
   functions[3].is_resolver = false;
   tear_down();
}

/* A loop of tail calls comes back to the same nodes. */
static void test_tail_loop(void **state)
{
   (void)state;
   set_up(4);
   run_main();
   call(f(1), false);
   for (int round = 0; round < 100; round++) {
      cs_frames_jump(&frames, &lines[0], f(2), on->sp, true);
      cs_frames_jump(&frames, &lines[1], f(3), on->sp, true);
      cs_frames_jump(&frames, &lines[2], f(1), on->sp, true);
      assert_path();
   }
   assert_int_equal(tree.n_nodes, 3 + 4);
   do_return();
   assert_path();
   tear_down();
}

/* What goes the usual way is counted as ever; what does not changes nothing. */
static void test_usual(void **state)
{
   (void)state;
   set_up(4);
   run_main();
   uintptr_t outer = on->sp - 50, sp = on->sp - 100;
   cs_frames_call(&frames, &lines[0], f(1), outer);
   assert_false(cs_frames_call_usual(&frames, &lines[1], f(2), sp)); /* new */
   cs_frames_call(&frames, &lines[1], f(2), sp);
   cs_node *node = frames.node;
   assert_true(cs_frames_return_usual(&frames, sp));
   assert_ptr_equal(frames.function, f(1));
   assert_true(cs_frames_call_usual(&frames, &lines[1], f(2), sp));
   assert_ptr_equal(frames.node, node);
   assert_int_equal(node->in.n_calls, 2);
   cs_frames_call(&frames, &lines[2], f(3), sp - 50);
   assert_false(cs_frames_return_usual(&frames, sp)); /* from two */
   cs_frames_call(&frames, &lines[1], f(2), sp);      /* after them */
   assert_ptr_equal(frames.node, node);
   assert_false(cs_frames_call_usual(&frames, &lines[1], f(2), sp)); /* not from f(2) */
   cs_frames_call(&frames, &lines[2], f(3), sp - 50);
   cs_frames_call(&frames, &lines[2], f(3), sp - 80);
   cs_frames_return(&frames, sp - 80);
   assert_false(cs_frames_call_usual(&frames, &lines[2], f(3), sp)); /* from a dead one */
   assert_int_equal(node->in.n_calls, 3);
   cs_frames_return(&frames, sp);
   assert_false(cs_frames_return_usual(&frames, outer)); /* to the outermost */
   for (int round = 0; round < 2; round++) {
      cs_frames_call(&frames, &lines[3], NULL, sp);
      assert_int_equal(cs_frames_enter_usual(&frames, f(4), sp - WORD_B), round);
      if (round == 0)
         cs_frames_enter(&frames, f(4), sp - WORD_B, true);
      assert_int_equal(frames.node->in.n_calls, round + 1);
      cs_frames_jump(&frames, &lines[4], NULL, sp - WORD_B, true);
      assert_false(cs_frames_enter_usual(&frames, f(5), sp - WORD_B)); /* a tail call */
      cs_frames_enter(&frames, f(5), sp - WORD_B, true);
      cs_frames_return(&frames, sp);
   }
   tear_down();
}

static const cs_function *owner_of(uintptr_t addr, uintptr_t low, uintptr_t high)
{
   const cs_node *owner;
   return cs_frames_owner(&frames, addr, low, high, &owner) ? owner->in.function : NULL;
}

/* Frames of other stacks: of what a handler has interrupted, of another thread, of a
   coroutine that waits; and of one whose memory was freed. */
static void test_owner(void **state)
{
   (void)state;
   set_up(12);
   run_main();
   uintptr_t main_sp = on->sp, base = stacks[0].base_sp, low = base - 10000;
   cs_frames_call(&frames, &lines[0], f(1), main_sp - 1000);
   cs_frames_jump(&frames, &lines[1], f(2), main_sp - 1008, true);
   assert_ptr_equal(owner_of(main_sp - 1000, low, base), f(0));
   assert_ptr_equal(owner_of(main_sp - 1001, low, base), f(2)); /* tail-called */
   assert_ptr_equal(owner_of(main_sp - 5000, low, base), f(2));
   assert_null(owner_of(main_sp - 5000, low, main_sp - 4000)); /* other memory */
   assert_null(owner_of(base + 1, low, base + 100));

   cs_frames_signal(&frames, main_sp - 2000);
   cs_frames_enter(&frames, f(3), main_sp - 3000, true); /* on the same stack */
   cs_frames_call(&frames, &lines[0], f(4), main_sp - 3100);
   assert_ptr_equal(owner_of(main_sp - 3101, low, base), f(4));
   assert_ptr_equal(owner_of(main_sp - 3050, low, base), f(3));
   assert_ptr_equal(owner_of(main_sp - 2500, low, base), f(2)); /* what the signal put */
   assert_ptr_equal(owner_of(main_sp - 500, low, base), f(0));
   assert_true(cs_frames_signal_done(&frames));

   uintptr_t other = stacks[1].base_sp;
   assert_true(cs_frames_run(&frames, 2, other, NULL, true));
   cs_frames_enter(&frames, f(5), other - 100, true);
   cs_frames_call(&frames, &lines[0], f(6), other - 200);
   assert_ptr_equal(owner_of(other - 150, other - 900, other), f(5));
   assert_ptr_equal(owner_of(main_sp - 500, low, base), f(0));
   assert_false(cs_frames_run(&frames, 1, base, NULL, true));
   assert_ptr_equal(owner_of(other - 201, other - 900, other), f(6));

   uintptr_t coroutine = stacks[2].base_sp;
   cs_frames_set_sp(&frames, main_sp - 1100, coroutine, f(7), true);
   cs_frames_call(&frames, &lines[0], f(8), coroutine - 100);
   assert_ptr_equal(owner_of(coroutine - 50, coroutine - 900, coroutine), f(7));
   cs_frames_free_memory(&frames, coroutine - 900, coroutine); /* it runs there */
   assert_ptr_equal(owner_of(coroutine - 50, coroutine - 900, coroutine), f(7));
   cs_frames_set_sp(&frames, coroutine - 110, main_sp - 1100, f(2), false);
   assert_ptr_equal(owner_of(coroutine - 150, coroutine - 900, coroutine), f(8));
   cs_frames_free_memory(&frames, coroutine + 1, coroutine + 900);
   assert_ptr_equal(owner_of(coroutine - 150, coroutine - 900, coroutine), f(8));
   cs_frames_free_memory(&frames, coroutine - 900, coroutine);
   assert_null(owner_of(coroutine - 150, coroutine - 900, coroutine));
   cs_frames_free_memory(&frames, 0, UINTPTR_MAX);
   assert_ptr_equal(owner_of(other - 201, other - 900, other), f(6));
   tear_down();
}

static uint64_t calls_of(const cs_function *function)
{
   uint64_t n = 0;
   for (size_t i = 0; i < tree.n_edges; i++)
      if (cs_tree_edge(&tree, i)->function == function)
         n += cs_tree_edge(&tree, i)->n_calls;
   return n;
}

/* Each is a call if it leads to the first instruction; through stubs, too. */
static void test_tail_calls_count(void **state)
{
   (void)state;
   set_up(11);
   run_main();
   call(f(1), false);
   for (int round = 0; round < 10; round++) {
      cs_frames_jump(&frames, &lines[0], f(2), on->sp, true);
      cs_frames_jump(&frames, &lines[1], f(1), on->sp, true);
      cs_frames_jump(&frames, &lines[2], NULL, on->sp, true);
      cs_frames_enter(&frames, f(3), on->sp, true);
      cs_frames_jump(&frames, &lines[3], NULL, on->sp, true);
      cs_frames_enter(&frames, f(1), on->sp, true);
      cs_frames_jump(&frames, &lines[0], f(2), on->sp, true);
      cs_frames_jump(&frames, &lines[4], f(1), on->sp, false);
   }
   assert_int_equal(calls_of(f(1)), 1 + 20);
   assert_int_equal(calls_of(f(2)), 20);
   assert_int_equal(calls_of(f(3)), 10);
   assert_int_equal(tree.n_nodes, 3 + 4);
   assert_path();
   do_return();
   assert_path();
   tear_down();
}

/* f1 calls f2, which tail-calls f1: that is another activation of f1. */
static void test_tail_to_caller(void **state)
{
   (void)state;
   set_up(5);
   run_main();
   call(f(1), false);
   call(f(2), false);
   tail_call(f(1), true);
   assert_path();
   assert_int_equal(on->depth, 4);
   do_return();
   assert_path();
   tear_down();
}

static void test_signals(void **state)
{
   (void)state;
   set_up(6);
   run_main();
   call(f(1), false);
   cs_frames_signal(&frames, on->sp);
   start(&stacks[1], f(2)); /* on an alternate stack */
   begin_function(f(2));
   assert_path();
   call(f(3), false);
   cs_frames_signal(&frames, on->sp); /* within the handler */
   stack below = *on;
   on->depth = 0; /* on the same stack */
   on->sp -= 100;
   activate(f(4), on->sp + WORD_B);
   begin_function(f(4));
   assert_path();
   stacks[1] = below;
   assert_true(cs_frames_signal_done(&frames));
   assert_path();
   do_return();
   assert_path();
   assert_true(cs_frames_signal_done(&frames));
   on = &stacks[0];
   assert_path();
   do_return();
   assert_path();
   tear_down();
}

/* siglongjmp out of two handlers. */
static void test_signal_left(void **state)
{
   (void)state;
   set_up(7);
   run_main();
   call(f(1), false);
   call(f(2), false);
   cs_frames_signal(&frames, on->sp);
   start(&stacks[1], f(3));
   begin_function(f(3));
   cs_frames_signal(&frames, on->sp);
   start(&stacks[2], f(4));
   begin_function(f(4));
   uintptr_t old_sp = on->sp;
   on = &stacks[0];
   drop();
   cs_frames_set_sp(&frames, old_sp, on->sp, f(1), false);
   assert_path();
   do_return();
   assert_path();
   tear_down();
}

/* A coroutine's stack that is a variable of the function that made it. */
static void test_stack_in_frame(void **state)
{
   (void)state;
   set_up(8);
   run_main();
   stacks[3].base_sp = stacks[0].base_sp - 10000;
   on->sp -= 40000;
   call(f(1), false); /* swapcontext */
   cs_frames_set_sp(&frames, on->sp, stacks[3].base_sp - WORD_B, f(2), true);
   start(&stacks[3], f(2));
   begin_function(f(2));
   assert_path();
   call(f(3), false);
   uintptr_t old_sp = on->sp;
   on = &stacks[0];
   drop();
   cs_frames_set_sp(&frames, old_sp, on->sp, f(0), false);
   assert_path();
   call(f(4), false);
   assert_path();
   old_sp = on->sp;
   on = &stacks[3];
   drop(); /* f3 returns to f2 */
   cs_frames_set_sp(&frames, old_sp, on->sp, f(2), false);
   assert_path();
   tear_down();
}

/* A function that goes on with another stack goes on with its path. */
static void test_split_stack(void **state)
{
   (void)state;
   set_up(9);
   run_main();
   call(f(1), false);
   cs_node *node = frames.node;
   cs_frames_set_sp(&frames, on->sp, stacks[4].base_sp, f(1), false);
   assert_ptr_equal(frames.node, node);
   cs_frames_call(&frames, &lines[0], f(2), stacks[4].base_sp);
   assert_ptr_equal(frames.node->in.caller, node);
   cs_frames_return(&frames, stacks[4].base_sp);
   cs_frames_set_sp(&frames, stacks[4].base_sp, on->sp, f(1), false);
   assert_path();
   do_return();
   assert_path();
   tear_down();
}

/* Each time from another path, on the same new stack. */
static void test_split_stack_again(void **state)
{
   (void)state;
   set_up(12);
   run_main();
   for (int i = 2; i < 6; i++) {
      call(f(i), false);
      call(f(1), false);
      cs_node *node = frames.node;
      uintptr_t sp = stacks[4].base_sp;
      cs_frames_set_sp(&frames, on->sp, sp, f(1), false);
      assert_ptr_equal(frames.node, node);
      cs_frames_call(&frames, &lines[0], f(i), sp - 100);
      assert_ptr_equal(frames.node->in.caller, node);
      cs_frames_return(&frames, sp - 100);
      cs_frames_set_sp(&frames, sp - 8, on->sp, f(1), false);
      assert_path();
      do_return();
      do_return();
   }
   tear_down();
}

/* Only what was not called is outermost, but for handlers. */
static void test_outermost(void **state)
{
   (void)state;
   set_up(10);
   run_main();
   assert_true(cs_frames_is_outermost(&frames));
   call(f(1), false);
   assert_false(cs_frames_is_outermost(&frames));
   cs_frames_signal(&frames, on->sp);
   assert_false(cs_frames_is_outermost(&frames));
   cs_frames_signal_done(&frames);
   do_return();
   assert_true(cs_frames_is_outermost(&frames));
   tear_down();
}

/* ---- At random --------------------------------------------------------- */

/* Each thread has a stack, and each coroutine; a coroutine that has not begun has no
   activations. */
static stack *of_thread[N_THREADS + 1];

static void change_thread(uint64_t to)
{
   thread = to;
   bool is_new = of_thread[thread] == NULL;
   if (is_new)
      of_thread[thread] = &stacks[thread - 1];
   on = of_thread[thread];
   cs_frames_run(&frames, thread, on->base_sp, NULL, collects[thread]);
   if (is_new) {
      start(on, any_function());
      begin_function(on->active[0].function);
   }
}

static bool is_on_some_thread(const stack *s)
{
   for (int i = 1; i <= N_THREADS; i++)
      if (of_thread[i] == s)
         return true;
   return false;
}

static void change_stack(void)
{
   stack *to = &stacks[unit_random_below(&any, N_STACKS)];
   if (is_on_some_thread(to) || to < &stacks[N_THREADS])
      return;
   uintptr_t old_sp = on->sp;
   bool is_new = to->depth == 0;
   if (is_new)
      start(to, any_function());
   on = of_thread[thread] = to;
   cs_frames_set_sp(&frames, old_sp, on->sp, innermost()->function, is_new);
   begin_function(innermost()->function);
}

/* Back to the stack that the thread had at first. */
static void go_home(void)
{
   stack *home = &stacks[thread - 1];
   if (on == home)
      return;
   uintptr_t old_sp = on->sp;
   on = of_thread[thread] = home;
   cs_frames_set_sp(&frames, old_sp, on->sp, innermost()->function, false);
}

static void step(void)
{
   bool has_room = on->depth < MAX_DEPTH;
   switch (unit_random_below(&any, 14)) {
   case 0:
   case 1:
   case 2:
   case 3:
      if (has_room)
         call(any_function(), unit_random_below(&any, 2) == 0);
      break;
   case 4:
   case 5:
   case 6:
   case 7:
      if (can_return())
         do_return();
      break;
   case 8: {
      const cs_function *function = any_function();
      bool is_new = has_room && can_return();
      for (int i = 0; i < on->depth; i++)
         is_new = is_new && on->active[i].function != function;
      if (is_new)
         tail_call(function, unit_random_below(&any, 2) == 0);
      break;
   }
   case 9:
      if (can_return())
         long_jump();
      break;
   case 10: change_thread(1 + unit_random_below(&any, N_THREADS)); break;
   case 11:
   case 12: change_stack(); break;
   case 13: go_home(); break;
   }
}

static void test_random(void **state)
{
   (void)state;
   n_usual = 0;
   for (uint64_t seed = 1; seed <= 50; seed++) {
      set_up(seed);
      memset(of_thread, 0, sizeof of_thread);
      change_thread(thread);
      for (int i = 0; i < 2000; i++) {
         step();
         assert_path();
      }
      cs_frames_thread_ends(&frames, 3 - thread);
      assert_path();
      tear_down();
   }
   assert_true(n_usual > 1000);
}

/* ---- Collecting --------------------------------------------------------- */

static bool was_told;

static void on_collect(bool now)
{
   assert_int_not_equal(now, frames.collects);
   was_told = now;
}

static void set_up_toggling(uint64_t seed)
{
   set_up(seed);
   functions[10].toggles = functions[11].toggles = true;
   frames.can_toggle = true;
   frames.on_collect = on_collect;
   was_told = true;
}

static void tear_down_toggling(void)
{
   functions[10].toggles = functions[11].toggles = false;
   tear_down();
}

/* Only calls below f10 are counted, and of those above none. */
static void test_toggle(void **state)
{
   (void)state;
   set_up_toggling(1);
   collects[1] = false;
   cs_frames_run(&frames, 1, stacks[0].base_sp, NULL, false);
   start(&stacks[0], f(0));
   begin_function(f(0));
   assert_path();
   assert_ptr_equal(cs_frames_node(&frames, 1, 0)->in.caller, tree.root);
   for (int round = 0; round < 3; round++) {
      call(f(1), false);
      call(f(10), round == 1);
      assert_path();
      assert_true(was_told);
      assert_int_equal(frames.node->in.caller->in.n_calls, 0);
      call(f(11), false); /* toggles nothing any more */
      call(f(10), false);
      assert_path();
      while (can_return())
         do_return();
      assert_path();
      assert_false(was_told);
   }
   cs_tree_zero_off(&tree);
   uint64_t n = 0;
   for (size_t i = 0; i < tree.n_edges; i++)
      n += cs_tree_edge(&tree, i)->n_calls;
   assert_int_equal(n, 3 * 3);
   tear_down_toggling();
}

static void test_toggle_random(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 50; seed++) {
      set_up_toggling(seed);
      memset(of_thread, 0, sizeof of_thread);
      for (int i = 1; i <= N_THREADS; i++)
         collects[i] = unit_random_below(&any, 2) == 0;
      change_thread(1);
      for (int i = 0; i < 2000; i++) {
         step();
         assert_path();
         if (unit_random_below(&any, 20) == 0) {
            collects[thread] = !collects[thread];
            cs_frames_collect(&frames, collects[thread]);
            assert_path();
         }
         assert_int_equal(was_told, frames.collects);
      }
      tear_down_toggling();
   }
}

/* A handler has a path of its own, and the interrupted code goes on as it was. */
static void test_toggle_signal(void **state)
{
   (void)state;
   set_up_toggling(3);
   run_main();
   call(f(10), false);
   assert_path();
   cs_frames_signal(&frames, on->sp);
   start(&stacks[1], f(2));
   begin_function(f(2));
   assert_path();
   collects[1] = false;
   cs_frames_collect(&frames, false);
   assert_path();
   assert_ptr_equal(cs_frames_node(&frames, 1, 1)->in.function, f(10));
   assert_null(cs_frames_node(&frames, 1, 2));
   assert_true(cs_frames_signal_done(&frames));
   on = &stacks[0];
   assert_path();
   do_return();
   assert_path();
   tear_down_toggling();
}

/* ---- Threads, and calls from before ------------------------------------- */

static void test_open(void **state)
{
   (void)state;
   set_up(4);
   cs_frames_run(&frames, 1, stacks[0].base_sp, NULL, true);
   cs_frames_forget(&frames);
   cs_frames_run(&frames, 1, stacks[0].base_sp, NULL, true);
   start(&stacks[0], f(0));
   cs_frames_open(&frames, NULL, f(0), on->sp);
   for (int i = 1; i < 4; i++) {
      use_stack();
      activate(f(i), on->sp);
      cs_frames_open(&frames, &lines[i], f(i), on->sp);
      on->sp -= WORD_B;
   }
   assert_path();
   assert_ptr_equal(frames.node->in.line, &lines[3]);
   for (size_t i = 0; i < tree.n_edges; i++)
      assert_int_equal(cs_tree_edge(&tree, i)->n_calls, 0);
   while (can_return()) {
      do_return();
      assert_path();
   }
   tear_down();
}

/* Each thread's paths begin with a function of its own; only one thread forks. */
static void test_separate(void **state)
{
   (void)state;
   set_up(5);
   functions[8].is_resolver = functions[9].is_resolver = true;
   for (int round = 0; round < 2; round++)
      for (int i = 1; i <= N_THREADS; i++) {
         cs_frames_run(&frames, (uint64_t)i, stacks[i - 1].base_sp, f(7 + i), true);
         if (round == 0)
            cs_frames_enter(&frames, f(1), stacks[i - 1].base_sp - WORD_B, true);
         cs_frames_call(&frames, &lines[0], f(2),
                        stacks[i - 1].base_sp - (uintptr_t)(round + 2) * WORD_B);
         const cs_node *first = frames.node;
         while (first->in.caller != tree.root)
            first = first->in.caller;
         assert_ptr_equal(first->in.function, f(7 + i));
         assert_int_equal(first->in.n_calls, 1);
      }
   assert_non_null(cs_frames_node(&frames, 1, 0));
   cs_frames_fork(&frames);
   assert_null(cs_frames_node(&frames, 1, 0));
   assert_non_null(cs_frames_node(&frames, 2, 0));
   functions[8].is_resolver = functions[9].is_resolver = false;
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_stub),
      cmocka_unit_test(test_resolver),
      cmocka_unit_test(test_tail_loop),
      cmocka_unit_test(test_usual),
      cmocka_unit_test(test_owner),
      cmocka_unit_test(test_tail_calls_count),
      cmocka_unit_test(test_tail_to_caller),
      cmocka_unit_test(test_signals),
      cmocka_unit_test(test_signal_left),
      cmocka_unit_test(test_stack_in_frame),
      cmocka_unit_test(test_split_stack),
      cmocka_unit_test(test_split_stack_again),
      cmocka_unit_test(test_outermost),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_toggle),
      cmocka_unit_test(test_toggle_random),
      cmocka_unit_test(test_toggle_signal),
      cmocka_unit_test(test_open),
      cmocka_unit_test(test_separate),
   };
   return cmocka_run_group_tests_name("cs_frames", tests, NULL, NULL);
}
