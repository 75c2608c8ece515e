/* hp_requests.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "requests/hp_requests.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_stacktrace.h"

#include "heapprof.h"
#include "requests/hp_control.h"
#include "state/hp_run.h"
#include "state/hp_sites.h"
#include "run/tk_request.h"
#include "run/tk_tool.h"

/* DHAT's ad-hoc event is accepted: programs prepared for DHAT need no change. */
enum { DHAT_USERREQ_AD_HOC_EVENT = VG_USERREQ_TOOL_BASE('D', 'H') };

enum { TRACE_FRAMES = 12 };

static void warn_once(ThreadId id, Bool *has_warned, const HChar *what)
{
   tk_request_warn_once(id, has_warned, "heapprof.h", what);
}

/* ---- Regions ------------------------------------------------------------------ */

static void begin_region(ThreadId id, Addr name)
{
   static Bool warned_depth, warned_room;
   SizeT length_B;
   const HChar *text = tk_request_name(name, TK_REGIONS_NAME_B, &length_B);
   tk_begun begun = hp_regions_begin(&run.regions, &run.heap, hp_thread_number(id), text,
                                     length_B);
   if (begun == TK_BEGUN_TOO_DEEP)
      warn_once(id, &warned_depth,
                "regions are nested too deeply to be reported: an end may be missing");
   else if (begun == TK_BEGUN_UNKNOWN)
      warn_once(id, &warned_room, "too many different regions: some are not reported");
}

static void end_region(ThreadId id)
{
   static Bool has_warned;
   if (!hp_regions_end(&run.regions, &run.heap, hp_thread_number(id)))
      warn_once(id, &has_warned, "a region ends, but none is open");
}

void hp_requests_thread_ends(ThreadId id)
{
   if (run.threads.by_id[id] != NULL)
      hp_regions_unwind(&run.regions, &run.heap, hp_thread_number(id), 0);
}

void hp_requests_fork(ThreadId id)
{
   hp_regions_keep(&run.regions, &run.heap, hp_thread_number(id));
}

/* ---- Figures -------------------------------------------------------------------- */

/* False: the thread is in no region; warns of it. */
static Bool find_use(ThreadId id, hp_region_use *use)
{
   static Bool has_warned;
   if (hp_regions_use(&run.regions, &run.heap, hp_thread_number(id), use))
      return True;
   warn_once(id, &has_warned, "figures of a region are asked for, but none is open");
   return False;
}

static UWord word_of(ULong value)
{
   const UWord most = ~(UWord)0;
   return value < most ? (UWord)value : most;
}

static UWord signed_word_of(Long value)
{
   const Word most = (Word)(~(UWord)0 >> 1), least = -most - 1;
   return (UWord)(value > most ? most : value < least ? least : (Word)value);
}

static UWord read_region(ThreadId id, UWord what)
{
   hp_region_use use;
   if (!find_use(id, &use))
      return 0;
   switch (what) {
   case HP_READ_REGION_BYTES: return word_of(use.total.bytes);
   case HP_READ_REGION_BLOCKS: return word_of(use.total.blocks);
   case HP_READ_REGION_PEAK_BYTES: return word_of(use.growth);
   case HP_READ_REGION_LEFT_BYTES: return signed_word_of(use.left_B);
   case HP_READ_REGION_LEFT_BLOCKS: return signed_word_of(use.left_blocks);
   default: return 0; /* from a later heapprof.h */
   }
}

static UWord read_figure(ThreadId id, UWord what)
{
   switch (what) {
   case HP_READ_CURRENT_BYTES: return word_of(run.heap.live.bytes);
   case HP_READ_CURRENT_BLOCKS: return word_of(run.heap.live.blocks);
   case HP_READ_PEAK_BYTES: return word_of(run.heap.peak.bytes);
   case HP_READ_PEAK_BLOCKS: return word_of(run.heap.peak.blocks);
   case HP_READ_TOTAL_BYTES: return word_of(run.heap.total.bytes);
   case HP_READ_TOTAL_BLOCKS: return word_of(run.heap.total.blocks);
   case HP_READ_REGION_DEPTH:
      return word_of(tk_regions_depth(&run.regions.paths, hp_thread_number(id)));
   default: return read_region(id, what);
   }
}

/* ---- Budgets --------------------------------------------------------------------- */

static Bool exceeds_limit(const hp_region_use *use, const HChar *what, Long value,
                          UWord most)
{
   if (value <= 0 || (ULong)value <= most || most == ~(UWord)0)
      return False;
   VG_(umsg)("budget: %s: %'lld %s, allowed %'llu\n",
             use->name == NULL ? "(unnamed: too many regions)" : tk_tool_shown(use->name),
             value, what, (ULong)most);
   return True;
}

static UWord check_budget(ThreadId id, UWord blocks, UWord peak_B, UWord left_blocks)
{
   hp_region_use use;
   if (!find_use(id, &use))
      return 0;
   /* Reports all limits that are exceeded. */
   Bool is_over = exceeds_limit(&use, "blocks allocated", (Long)use.total.blocks, blocks);
   is_over |= exceeds_limit(&use, "bytes at the peak", (Long)use.growth, peak_B);
   is_over |= exceeds_limit(&use, "blocks left", use.left_blocks, left_blocks);
   if (is_over)
      VG_(get_and_pp_StackTrace)(id, TRACE_FRAMES);
   return !is_over;
}

/* ---- Snapshots and events ---------------------------------------------------------- */

static void take_snapshot(ThreadId id)
{
   static Bool has_warned;
   if (hp_control_snapshot() != NULL)
      warn_once(id, &has_warned, "a snapshot was requested, but not taken");
}

static void take_look(ThreadId id)
{
   static Bool has_warned;
   if (hp_control_owners() != NULL)
      warn_once(id, &has_warned, "an owner snapshot was requested, but not taken");
}

static void count_event(ThreadId id, UWord weight)
{
   if (run.mode == HP_MODE_AD_HOC)
      hp_heap_occur(&run.heap, hp_sites_of_thread(id, 0), hp_thread_number(id),
                    (hp_amount){ weight, 1 });
}

/* ---- Requests -------------------------------------------------------------------- */

void hp_requests_init(void)
{
   hp_regions_init(&run.regions, &run.alloc);
}

Bool hp_requests_handle(ThreadId id, UWord *arguments, UWord *result)
{
   *result = 0;
   switch (arguments[0]) {
   case HP_USERREQ_START: hp_control_set(True); return True;
   case HP_USERREQ_STOP: hp_control_set(False); return True;
   case HP_USERREQ_ZERO: hp_control_zero(); return True;
   case HP_USERREQ_DUMP: *result = hp_control_dump(); return True;
   case HP_USERREQ_IS_RUNNING: *result = 1; return True;
   case HP_USERREQ_SNAPSHOT: take_snapshot(id); return True;
   case HP_USERREQ_OWNERS: take_look(id); return True;
   case HP_USERREQ_REGION_BEGIN: begin_region(id, arguments[1]); return True;
   case HP_USERREQ_REGION_END: end_region(id); return True;
   case HP_USERREQ_REGION_UNWIND:
      hp_regions_unwind(&run.regions, &run.heap, hp_thread_number(id), arguments[1]);
      return True;
   case HP_USERREQ_READ: *result = read_figure(id, arguments[1]); return True;
   case HP_USERREQ_CHECK:
      *result = check_budget(id, arguments[1], arguments[2], arguments[3]);
      return True;
   case DHAT_USERREQ_AD_HOC_EVENT:
   case HP_USERREQ_AD_HOC_EVENT: count_event(id, arguments[1]); return True;
   case HP_USERREQ_HISTOGRAM: /* ignored without --accesses=yes */
      if (run.follow_accesses)
         hp_accesses_want_histogram(&run.accesses, arguments[1]);
      return True;
   default: return False;
   }
}
