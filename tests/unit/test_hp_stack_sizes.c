/* test_hp_stack_sizes.c -- the size of all stacks, from pushes and pops.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_run.h"

#include "watch/hp_stack_sizes.h"

/* ---- The core's events ---- */

static void (*push)(Addr address, SizeT length_B);
static void (*pop)(Addr address, SizeT length_B);
static void (*signal_push)(Addr address, SizeT length_B, ThreadId id);
static void (*signal_pop)(Addr address, SizeT length_B);

void VG_(track_new_mem_stack)(void (*f)(Addr, SizeT))
{
   push = f;
}
void VG_(track_die_mem_stack)(void (*f)(Addr, SizeT))
{
   pop = f;
}
void VG_(track_new_mem_stack_signal)(void (*f)(Addr, SizeT, ThreadId))
{
   signal_push = f;
}
void VG_(track_die_mem_stack_signal)(void (*f)(Addr, SizeT))
{
   signal_pop = f;
}

static void run_thread(ThreadId id)
{
   run.threads.running = run.threads.by_id[id];
}

/* ---- Tests ---- */

/* Without --stacks=yes nothing is asked for, and calls do nothing. */
static void counts_nothing(void **state)
{
   (void)state;
   run_begin(HP_MODE_HEAP);
   hp_stack_sizes_init();
   assert_true(push == NULL && pop == NULL && signal_push == NULL && signal_pop == NULL);
   hp_stack_sizes_thread_begins(1);
   hp_stack_sizes_thread_ends(1);
   hp_stack_sizes_fork(1);
   assert_int_equal(run.heap.stack_B, 0);
   run_end();
}

static void counts_threads(void **state)
{
   (void)state;
   run_begin(HP_MODE_HEAP);
   run.stacks = True;
   hp_stack_sizes_init();
   run.threads.running = NULL;
   push(0x1000, 64); /* no thread runs so far */
   pop(0x1000, 64);
   assert_int_equal(run.heap.stack_B, 0);
   clocks[1] = 500;
   run_thread(1);
   hp_stack_sizes_thread_begins(1);
   push(0x1000, 64);
   assert_int_equal(run.instrs, 500); /* the time is that of the push */
   clocks[1] = 600;
   pop(0x1000, 14);
   assert_int_equal(run.instrs, 600);
   assert_int_equal(run.heap.stack_B, 50);
   hp_stack_sizes_thread_begins(2);
   run_thread(2);
   push(0x2000, 200);
   assert_int_equal(run.heap.stack_B, 250);
   signal_push(0x2000, 1000, 2);
   signal_pop(0x2000, 900);
   assert_int_equal(run.heap.stack_B, 350);
   pop(0x2000, 10000); /* what was there before the start */
   assert_int_equal(run.heap.stack_B, 50);
   push(0x2000, 7);
   pop(0x2000, 7);
   assert_int_equal(run.heap.stack_B, 50);
   push(0x2000, 30);
   hp_stack_sizes_thread_ends(2); /* nothing is popped */
   assert_int_equal(run.heap.stack_B, 50);
   hp_stack_sizes_thread_ends(3); /* it never ran */
   run_thread(1);
   pop(0x1000, 20);
   assert_int_equal(run.heap.stack_B, 30);
   assert_int_equal(run.heap.most_stack_B, 1250);
   run_thread(2);
   push(0x2000, 5);
   hp_stack_sizes_fork(2); /* the child has no other threads */
   assert_int_equal(run.heap.stack_B, 5);
   run_end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_nothing),
      cmocka_unit_test(counts_threads),
   };
   return cmocka_run_group_tests_name("hp_stack_sizes", tests, NULL, NULL);
}
