/* hp_run.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "state/hp_run.h"

#include "pub_tool_libcproc.h"

#include "base/tk_count.h"

hp_run run = {
   .time_unit = HP_TIME_INSTRS,
   .depth = 30,
   .admin_B = 8,
   .max_snapshots = 32,
   .histogram_B = 1024,
   .is_on = True,
};

ULong hp_now(void)
{
   switch (run.time_unit) {
   case HP_TIME_INSTRS: return run.instrs;
   case HP_TIME_MS: return VG_(read_millisecond_timer)() - run.start_ms;
   default:
      return tk_count_add(run.bytes_before,
                          tk_count_add(run.heap.total.bytes, run.heap.freed.bytes));
   }
}
