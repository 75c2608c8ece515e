/* hp_control.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "requests/hp_control.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_threadstate.h"

#include "state/hp_clock.h"
#include "watch/hp_access_code.h"
#include "state/hp_run.h"
#include "accounts/hp_snapshots.h"
#include "looks/hp_looks.h"
#include "run/tk_monitor.h"
#include "watch/hp_mappings.h"

/* The next block is born later, even if the unit of time is bytes. */
static void advance_bytes(void)
{
   if (run.time_unit == HP_TIME_BYTES)
      run.bytes_before++;
}

void hp_control_set(Bool on)
{
   ULong now = hp_now();
   if (!tk_counting_set(&run.counting, on, now))
      return;
   run.is_on = on;
   if (!on) {
      hp_heap_stop(&run.heap, now);
      advance_bytes();
   }
   if (!run.follow_accesses)
      return;
   hp_access_code_close();
   run.accesses.is_off = !on;
}

static Bool is_on(void)
{
   return run.is_on;
}

/* Restarts the regions after the heap's counts were set to zero.  Time goes on, also if
   its unit is bytes. */
static void restart_regions(ULong now)
{
   hp_regions_zero(&run.regions, &run.heap);
   if (run.time_unit == HP_TIME_BYTES)
      run.bytes_before += now - hp_now();
}

void hp_control_zero(void)
{
   ULong now = hp_now();
   if (run.follow_accesses)
      hp_access_code_close();
   hp_heap_zero(&run.heap, now);
   hp_looks_forget();
   restart_regions(now);
   tk_counting_zero(&run.counting, now);
   advance_bytes();
}

void hp_control_inherit(void)
{
   ULong now = hp_now();
   if (run.follow_accesses)
      hp_access_code_close();
   hp_heap_inherit(&run.heap, now);
   hp_mappings_inherit();
   run.threads_before = run.threads.n - 1;
   restart_regions(now);
   tk_counting_fork(&run.counting, now);
}

const HChar *hp_control_snapshot(void)
{
   if (run.mode == HP_MODE_COPY || run.mode == HP_MODE_AD_HOC)
      return "this mode has none";
   if (run.peak_only)
      return "--peak-only=yes takes none";
   return hp_snapshots_order(&run.heap, hp_now()) ? NULL : "there are 1000 already";
}

const HChar *hp_control_owners(void)
{
   return hp_looks_take(HP_LOOK_ASKED);
}

/* ---- Monitor commands ------------------------------------------------------------- */

static void print_amount(const HChar *what, hp_amount amount)
{
   VG_(gdb_printf)("%s %'18llu bytes in %'14llu blocks\n", what, (ULong)amount.bytes,
                   (ULong)amount.blocks);
}

static void print_status(void)
{
   static const HChar *const units[] = {
      [HP_TIME_INSTRS] = "instructions",
      [HP_TIME_MS] = "ms",
      [HP_TIME_BYTES] = "bytes allocated and freed",
   };
   const hp_heap *heap = &run.heap;
   print_amount("Live:    ", heap->live);
   print_amount("Peak:    ", heap->peak);
   print_amount("Total:   ", heap->total);
   VG_(gdb_printf)("Time:     %'18llu %s\n", hp_now(), units[run.time_unit]);
   VG_(gdb_printf)("Threads:  %'18llu so far\n", run.threads.n);
}

static tk_monitor live = {
   .tool = "heapprof",
   .is_on = is_on,
   .set = hp_control_set,
   .zero = hp_control_zero,
   .snapshot = hp_control_snapshot,
   .owners = hp_control_owners,
   .print = print_status,
};

void hp_control_init(tk_outfile *outfile)
{
   live.outfile = outfile;
}

UWord hp_control_dump(void)
{
   return tk_outfile_dump(live.outfile, NULL, NULL) ? (UWord)live.outfile->n_dumps : 0;
}

/* A debugger may stop a thread within translated code.  Its clock is then ahead of
   run.instrs.  The clock of a thread that waits is behind. */
static void read_clock(void)
{
   ULong seen = run.instrs;
   ThreadId id = VG_(get_running_tid)();
   if (id == VG_INVALID_THREADID)
      return;
   hp_clock_see(id);
   if (run.instrs < seen)
      run.instrs = seen;
}

Bool hp_control_command(const HChar *line)
{
   read_clock();
   return tk_monitor_handle(&live, line);
}
