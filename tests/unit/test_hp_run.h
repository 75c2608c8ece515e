/* test_hp_run.h -- heapprof's state for tests of its glue: a heap with some sites, and
   two threads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_RUN_H
#define TEST_HP_RUN_H

#include "unit_core.h"

#include "pub_tool_threadstate.h"

#include "state/hp_clock.h"

enum { RUN_THREADS = 8, RUN_SITES = 4 };

UInt VG_N_THREADS = RUN_THREADS;

hp_run run;

static ULong time_now;            /* as hp_now says */
static ULong clocks[RUN_THREADS]; /* in the shadow registers */

ULong hp_now(void)
{
   return time_now;
}

void VG_(get_shadow_regs_area)(ThreadId id, UChar *to, Int shadow, PtrdiffT offset,
                               SizeT size_B)
{
   assert_int_equal(shadow, HP_CLOCK_SHADOW);
   assert_int_equal(offset, HP_CLOCK_OFFSET);
   memcpy(to, &clocks[id], size_B);
}

/* The i-th thread, from 1 on, has the number 10 * i; the first one runs. */
static void run_begin(hp_mode mode)
{
   static tk_thread threads[RUN_THREADS];
   static tk_thread *by_id[RUN_THREADS];
   memset(&run, 0, sizeof run);
   time_now = 0;
   run.mode = mode;
   run.alloc = tk_tool_alloc;
   hp_heap_init(&run.heap, &run.alloc, 0, NULL);
   for (uint32_t i = 0; i < RUN_SITES; i++)
      assert_int_equal(hp_heap_add_site(&run.heap, NULL, 0), i);
   run.threads.by_id = by_id;
   for (ThreadId id = 1; id <= 2; id++) {
      threads[id] = (tk_thread){ .id = id, .number = 10 * id };
      by_id[id] = &threads[id];
   }
   run.threads.running = by_id[1];
}

static void run_end(void)
{
   hp_heap_fini(&run.heap);
}

static inline void check_amount(hp_amount amount, uint64_t bytes, uint64_t blocks)
{
   assert_int_equal(amount.bytes, bytes);
   assert_int_equal(amount.blocks, blocks);
}

#endif
