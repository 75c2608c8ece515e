/* test_tk_threads.c -- numbers and stacks of threads, and which are live.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_threadstate.h"

#include "watch/tk_threads.h"

/* ---- The core ---- */

UInt VG_N_THREADS = 5;

static NSegment segment = { .start = 0x7000, .end = 0x7fff };

const NSegment *VG_(am_find_nsegment)(Addr at)
{
   return at >= segment.start && at <= segment.end ? &segment : NULL;
}

/* ---- Tests ---- */

static tk_threads threads;

static void begin(void)
{
   tk_threads_init(&threads, &tk_tool_alloc);
}

static void end(void)
{
   for (UInt i = 0; i < VG_N_THREADS; i++)
      free(threads.by_id[i]);
   free(threads.by_id);
}

/* An id is used again, a number never. */
static void numbers_threads(void **state)
{
   (void)state;
   begin();
   for (UInt i = 0; i < VG_N_THREADS; i++)
      assert_null(threads.by_id[i]);
   assert_null(threads.running);
   tk_threads_begin(&threads, 1);
   tk_threads_begin(&threads, 4);
   tk_thread *fourth = threads.by_id[4];
   assert_int_equal(threads.by_id[1]->number, 1);
   assert_int_equal(fourth->number, 2);
   assert_int_equal(fourth->id, 4);
   fourth->stack_end = 0x8000; /* of a thread that ends */
   tk_threads_begin(&threads, 4);
   assert_ptr_equal(threads.by_id[4], fourth);
   assert_int_equal(fourth->number, 3);
   assert_int_equal(fourth->stack_end, 0);
   assert_int_equal(threads.n, 3);
   end();
}

static void assert_next(ThreadId last, ThreadId next)
{
   const tk_thread *thread = tk_threads_next(&threads,
                                             last == 0 ? NULL : threads.by_id[last]);
   assert_int_equal(thread == NULL ? 0 : thread->id, next);
}

/* From the first time that they run. */
static void knows_live_threads(void **state)
{
   (void)state;
   begin();
   assert_next(0, 0);
   tk_threads_begin(&threads, 1);
   assert_next(0, 0);
   tk_threads_run(&threads, 1);
   assert_ptr_equal(threads.running, threads.by_id[1]);
   assert_next(0, 1);
   assert_next(1, 0);
   for (ThreadId id = 2; id <= 4; id++) {
      tk_threads_begin(&threads, id);
      tk_threads_run(&threads, id);
   }
   tk_threads_end(&threads, 3);
   assert_next(0, 1);
   assert_next(1, 2);
   assert_next(2, 4);
   assert_next(4, 0);
   tk_threads_begin(&threads, 3); /* another one, with the same id */
   assert_next(2, 4);
   tk_threads_run(&threads, 3);
   assert_next(2, 3);
   tk_threads_fork(&threads, 2);
   assert_next(0, 2);
   assert_next(2, 0);
   end();
}

static void finds_stacks(void **state)
{
   (void)state;
   begin();
   tk_threads_begin(&threads, 1);
   threads.running = threads.by_id[1];
   assert_false(tk_threads_is_on_stack(&threads, 0x7100));
   tk_threads_find_stack(&threads, 0x7100);
   assert_true(tk_threads_is_on_stack(&threads, 0x7000));
   assert_true(tk_threads_is_on_stack(&threads, 0x7fff));
   assert_false(tk_threads_is_on_stack(&threads, 0x6fff));
   assert_false(tk_threads_is_on_stack(&threads, 0x8000));
   tk_threads_map_changed(&threads); /* it can be elsewhere now */
   assert_false(tk_threads_is_on_stack(&threads, 0x7100));
   tk_threads_find_stack(&threads, 0x7100);
   assert_true(tk_threads_is_on_stack(&threads, 0x7100));
   tk_threads_find_stack(&threads, 0x9000); /* it is in no mapping */
   assert_false(tk_threads_is_on_stack(&threads, 0x7100));
   assert_false(tk_threads_is_on_stack(&threads, 0x9000));
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_threads),
      cmocka_unit_test(knows_live_threads),
      cmocka_unit_test(finds_stacks),
   };
   return cmocka_run_group_tests_name("tk_threads", tests, NULL, NULL);
}
