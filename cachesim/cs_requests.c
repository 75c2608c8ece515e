/* cs_requests.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_requests.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#include "cachesim.h"
#include "calls/cs_status.h"
#include "data/cs_heap.h"
#include "calls/cs_threads.h"
#include "cs_run.h"
#include "cs_thread_watch.h"
#include "outfile/cs_summary.h"
#include "run/tk_monitor.h"
#include "run/tk_request.h"
#include "sharing/cs_sharers.h"

/* The requests of cachegrind.h (Valgrind 3.22 and later) work, too, so a program
   prepared for cachegrind need not be changed. */
enum {
   CACHEGRIND_USERREQ_START = VG_USERREQ_TOOL_BASE('C', 'G'),
   CACHEGRIND_USERREQ_STOP,
};

/* The requests of callgrind.h work, too. */
enum {
   CALLGRIND_USERREQ_DUMP = VG_USERREQ_TOOL_BASE('C', 'T'),
   CALLGRIND_USERREQ_ZERO,
   CALLGRIND_USERREQ_TOGGLE,
   CALLGRIND_USERREQ_DUMP_AT,
   CALLGRIND_USERREQ_START,
   CALLGRIND_USERREQ_STOP,
};
enum { MAX_TRIGGER_B = 200 };

/* ---- Requests -------------------------------------------------------- */

static void set_instrumenting(Bool on)
{
   if (!tk_counting_set(&tool.counting, on, cs_run_ms()))
      return;
   tool.instrumenting = on;
   cs_threads_count(on);
   tk_retranslate_all();
}

static void zero_counts(void)
{
   cs_run_forget();
   tk_counting_zero(&tool.counting, cs_run_ms());
}

/* Returns the number of the dump, or 0. */
static UWord write_dump(void)
{
   cs_sim_wait(&tool.sim);
   return tk_outfile_dump(&tool.outfile, NULL, NULL) ? (UWord)tool.outfile.n_dumps : 0;
}

/* A dump as callgrind's: counts begin again, unless they were not written.  `text`, at
   an address of the program, says why; 0: nothing does. */
static void dump_part(Addr text)
{
   HChar trigger[MAX_TRIGGER_B + 1];
   if (text != 0) {
      SizeT length_B;
      const HChar *from = tk_request_name(text, MAX_TRIGGER_B, &length_B);
      VG_(memcpy)(trigger, from, length_B);
      trigger[length_B] = '\0';
      tool.trigger = trigger;
   }
   UWord number = write_dump();
   tool.trigger = NULL;
   if (number != 0)
      zero_counts();
}

/* ---- Collecting ------------------------------------------------------- */

static void toggle_collecting(ThreadId tid)
{
   if (!tool.sim.can_toggle) {
      tool.sim.can_toggle = True;
      tk_retranslate_all();
   }
   tool.counting.toggled = 1;
   cs_threads_toggle(tid);
}

/* What waits belongs before the moment that the program has chosen. */
static void flush_region(void)
{
   cs_sim_wait(&tool.sim);
   cs_sim_flush(&tool.sim);
}

void cs_requests_look(ThreadId tid)
{
   cs_run_see_totals();
   if (!cs_regions_are_open(&tool.regions))
      return;
   flush_region();
   cs_regions_ran(&tool.regions, tid);
}

void cs_requests_collect(bool collects)
{
   cs_requests_look(VG_(get_running_tid)());
   cs_thread_watch_look();
   cs_sharers_flush();
   cs_sim_collect(&tool.sim, collects);
}

/* ---- Monitor commands ------------------------------------------------- */

static Bool is_instrumenting(void)
{
   return tool.instrumenting;
}

static void print_to_gdb(void *context, const char *text)
{
   VG_(gdb_printf)("%s\n", text);
}

static void print_status(void)
{
   uint64_t totals[CS_N_EVENTS];
   cs_run_totals(totals);
   cs_summary(totals, &tool.sim.columns, print_to_gdb, NULL);
   if (tool.options.call_graph && tool.instrumenting)
      cs_status_print(&tool.calls, &tool.sim.columns);
}

static const tk_monitor monitor = {
   .tool = "cachesim",
   .outfile = &tool.outfile,
   .is_on = is_instrumenting,
   .set = set_instrumenting,
   .zero = zero_counts,
   .print = print_status,
};

static void begin_region(ThreadId tid, Addr name)
{
   static Bool warned_depth, warned_room;
   SizeT length_B;
   const HChar *text = tk_request_name(name, TK_REGIONS_NAME_B, &length_B);
   cs_run_keep_totals();
   flush_region();
   tk_begun begun = cs_regions_begin(&tool.regions, tid, text, length_B);
   if (begun == TK_BEGUN_TOO_DEEP)
      tk_request_warn_once(tid, &warned_depth, "cachesim.h",
                           "regions are nested too deeply to be reported: an "
                           "end may be missing");
   else if (begun == TK_BEGUN_UNKNOWN)
      tk_request_warn_once(tid, &warned_room, "cachesim.h",
                           "too many different regions: some are not reported");
}

static void end_region(ThreadId tid)
{
   static Bool has_warned;
   if (!tk_regions_end(&tool.regions.paths, tid))
      tk_request_warn_once(tid, &has_warned, "cachesim.h",
                           "a region ends, but none is open");
}

static void unwind_regions(ThreadId tid, UWord depth)
{
   while (tk_regions_depth(&tool.regions.paths, tid) > depth)
      tk_regions_end(&tool.regions.paths, tid);
}

void cs_requests_thread_ends(ThreadId tid)
{
   unwind_regions(tid, 0);
}

void cs_requests_fork(ThreadId tid)
{
   uint64_t other;
   while ((other = tk_regions_other(&tool.regions.paths, tid)) != 0)
      cs_requests_thread_ends((ThreadId)other);
}

/* ---- The door -------------------------------------------------------- */

Bool cs_requests_handle(ThreadId tid, UWord *args, UWord *result)
{
   *result = 0;
   switch (args[0]) {
   case CACHEGRIND_USERREQ_START:
   case CALLGRIND_USERREQ_START:
   case CS_USERREQ_START: set_instrumenting(True); return True;
   case CACHEGRIND_USERREQ_STOP:
   case CALLGRIND_USERREQ_STOP:
   case CS_USERREQ_STOP: set_instrumenting(False); return True;
   case CALLGRIND_USERREQ_ZERO:
   case CS_USERREQ_ZERO: zero_counts(); return True;
   case CS_USERREQ_DUMP: *result = write_dump(); return True;
   case CALLGRIND_USERREQ_DUMP: dump_part(0); return True;
   case CALLGRIND_USERREQ_DUMP_AT: dump_part(args[1]); return True;
   case CALLGRIND_USERREQ_TOGGLE: toggle_collecting(tid); return True;
   case CS_USERREQ_IS_RUNNING: *result = 1; return True;
   case CS_USERREQ_REGION_BEGIN: begin_region(tid, args[1]); return True;
   case CS_USERREQ_REGION_END: end_region(tid); return True;
   case CS_USERREQ_REGION_UNWIND: unwind_regions(tid, args[1]); return True;
   case CS_USERREQ_REGION_DEPTH:
      *result = (UWord)tk_regions_depth(&tool.regions.paths, tid);
      return True;
   case VG_USERREQ__GDB_MONITOR_COMMAND:
      *result = tk_monitor_handle(&monitor, (const HChar *)args[1]);
      return *result;
   default: return tool.data != NULL && cs_heap_handle(tid, args, result);
   }
}
