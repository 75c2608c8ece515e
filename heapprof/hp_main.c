/* hp_main.c -- heapprof, a Valgrind tool: who uses how much of the heap, when,
   and who used it when it was largest.

      $ valgrind --tool=heapprof ./app
      $ hp_annotate heapprof.out.<pid>

   This file is glue: options, the order of things.  The way of the data:

      guest code -> calls of allocation functions (hp_instrument, tk_objects,
                    tk_returns; tk_watch; hp_functions, tk_calls), requests (hp_custom_blocks), pages and stacks
                    (hp_mappings; hp_pages), functions for memory and strings
                    (hp_strmem_hook, hp_strmem_known; hp_strmem, hp_extents)
                 -> where from (tk_paths: tk_unwind, tk_names, tk_stacks)
                 -> accounts (hp_heap: tk_blocks, hp_timeline)
                 -> the outfile (hp_outfile, tk_writer), the summary

   The program keeps its own allocator, and so its own addresses, limits and
   faults.  What is counted are the bytes it asks for.  What the allocator adds,
   keeps for later, or does not give back is not; --pages-as-heap counts what
   is mapped instead.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "requests/hp_requests.h"
#include "hp_clock.h"
#include "accesses/hp_places.h"
#include "requests/hp_control.h"
#include "watch/hp_uncounted.h"
#include "watch/hp_allocations.h"
#include "watch/hp_instrument.h"
#include "outfile/hp_outfile_objects.h"
#include "watch/hp_mappings.h"
#include "outfile/hp_outfile.h"
#include "requests/hp_custom_blocks.h"
#include "accounts/hp_snapshots.h"
#include "strmem/hp_strmem_hook.h"
#include "hp_sites.h"
#include "strmem/hp_strmem_known.h"
#include "watch/hp_stack_sizes.h"
#include "run/tk_core_version.h"
#include "run/tk_ending.h"
#include "run/tk_option.h"
#include "run/tk_tool.h"
#include "run/tk_writer.h"
#include "valgrind.h"

enum {
   MAX_ASKED = 1000,
   MAX_DEPTH = 1000,
   MAX_ADMIN_B = 1024,
   MAX_SNAPSHOTS = 1000,
   MAX_TIME_DIGITS = 18, /* with more, the number may not fit */
};

hp_run run = {
   .time_unit = HP_TIME_INSTRS,
   .depth = 30,
   .admin_B = 8,
   .max_snapshots = 32,
   .histogram_B = 1024,
   .is_on = True,
};

/* Changes nothing but the time that the timeline has reached. */
static tk_outfile_write write_profile;

static struct {
   tk_outfile outfile;
   uint64_t asked[MAX_ASKED]; /* --snapshot-at, ascending */
   UInt n_asked;
   Bool pages;
   Bool has_time_unit;
   const HChar *of_heap; /* the last that says how the heap is counted */
} options = {
   .outfile = {
      .option = "--heapprof-out-file", .pattern = "heapprof.out.%p",
      .write = write_profile, .checkpoint_s = TK_OUTFILE_CHECKPOINT_S,
   },
};

/* What goes with each hp_time_unit. */
static const struct {
   const HChar *option, *unit, *mega;
   uint64_t first_interval; /* of periodic snapshots, to begin with */
} time_units[] = {
   [HP_TIME_INSTRS] = { "i", "instrs", "Minstr", 10000 },
   [HP_TIME_MS] = { "ms", "ms", "Ms", 1 },
   [HP_TIME_BYTES] = { "B", "B", "MB", 1024 },
};

/* Is there something that is live, and so a peak, a timeline, snapshots? */
static Bool has_lives(void)
{
   return run.mode == HP_MODE_HEAP || run.mode == HP_MODE_PAGES;
}

static Bool is_over_time(void)
{
   return has_lives() && !run.peak_only;
}

ULong hp_now(void)
{
   switch (run.time_unit) {
   case HP_TIME_INSTRS: return run.instrs;
   case HP_TIME_MS:     return VG_(read_millisecond_timer)() - run.start_ms;
   default:
      return tk_count_add(run.bytes_before,
                          tk_count_add(run.heap.total.bytes,
                                       run.heap.freed.bytes));
   }
}

/* ---- Writing --------------------------------------------------------------- */

static void sort(void *base, size_t n, size_t size_B,
                 int (*compare)(const void *, const void *))
{
   VG_(ssort)(base, n, size_B, compare);
}

static void write_text(tk_text *text, const tk_state *state)
{
   const HChar **argv = tk_client_argv();
   ULong now = hp_now();
   SizeT n_objects;
   hp_outfile_object *objects = hp_outfile_objects(&n_objects);
   if (run.follow_accesses)
      hp_places_settle();
   hp_outfile outfile = {
      .tool_version = PACKAGE_VERSION,
      .valgrind_version = VALGRIND_VERSION,
      .argv = argv,
      .pid = (uint64_t)VG_(getpid)(),
      .state = state,
      .predecessor = options.outfile.predecessor,
      .time_option = time_units[run.time_unit].option,
      .time_unit = time_units[run.time_unit].unit,
      .mega_time_unit = time_units[run.time_unit].mega,
      .depth = (uint64_t)run.depth,
      .admin_B = (uint64_t)run.admin_B,
      .mode = run.mode,
      .stacks = run.stacks, .peak_only = run.peak_only,
      .heap = &run.heap,
      .accesses = run.follow_accesses ? &run.accesses : NULL,
      .regions = &run.regions,
      .n_buckets =
         is_over_time() ? hp_timeline_reach(&run.timeline, now) : 0,
      .now = now,
      .n_threads = run.threads.n,
      .ftbl = &run.names.frames,
      .dirs = &run.names.dirs,
      .ftbl_dirs = run.names.frame_dirs,
      .objects = objects, .n_objects = n_objects,
      .sort = sort,
   };
   hp_outfile_write(&outfile, text);
   VG_(free)(objects);
   VG_(free)(argv);
}

static const HChar *write_profile(const HChar *name, const tk_state *state)
{
   static tk_writer writer; /* too large for the stack of a tool */
   const HChar *fault = tk_writer_open(&writer, name);
   if (fault != NULL)
      return fault;
   write_text(&writer.text, state);
   return tk_writer_close(&writer);
}

static void print_amount(const HChar *what, hp_amount amount)
{
   VG_(umsg)("%s %'18llu bytes in %'14llu blocks\n", what, (ULong)amount.bytes,
             (ULong)amount.blocks);
}

/* What --depth has left out, if anything. */
static void print_cut(void)
{
   UInt n_used = 0, n_cut = 0;
   for (UInt i = 0; i < run.heap.n_sites; i++) {
      const hp_site *site = hp_heap_site(&run.heap, i);
      n_used += hp_site_is_used(site);
      n_cut += hp_site_is_used(site) && site->is_cut;
   }
   if (n_cut > 0)
      VG_(umsg)("Cut:      %'u of %'u call paths have more than %d frames "
                "(--depth)\n", n_cut, n_used, run.depth);
}

static void warn_of_saturated(void)
{
   if (hp_heap_is_full(&run.heap, hp_now()))
      VG_(umsg)("warning: sums have reached %'llu, the most that a profile "
                "holds, and stay there\n", (ULong)TK_COUNT_MAX);
}

static void print_summary(void)
{
   const hp_heap *heap = &run.heap;
   if (run.mode == HP_MODE_COPY || run.mode == HP_MODE_AD_HOC) {
      Bool is_copy = run.mode == HP_MODE_COPY;
      VG_(umsg)("Total: %'18llu %s in %'14llu %s\n",
                (ULong)heap->total.bytes, is_copy ? "bytes" : "units",
                (ULong)heap->total.blocks, is_copy ? "copies" : "events");
      print_cut();
      return;
   }
   print_amount("Peak:  ", heap->peak);
   print_amount("Total: ", heap->total);
   print_amount("At end:", heap->live);
   if (run.follow_accesses) {
      hp_use sum = hp_accesses_sum(&run.accesses);
      VG_(umsg)("Reads:  %'18llu bytes\n", (ULong)sum.reads_B);
      VG_(umsg)("Writes: %'18llu bytes\n", (ULong)sum.writes_B);
   }
   if (heap->failed > 0)
      VG_(umsg)("Refused:  %'llu requests\n", (ULong)heap->failed);
   if (heap->invalid > 0)
      VG_(umsg)("Wrong:    %'llu times free or realloc of what is no live "
                "block\n",
                (ULong)heap->invalid);
   print_cut();
}

static const HChar *finish(const tk_state *state)
{
   hp_snapshots_take(&run.heap, hp_now());
   const HChar *place = tk_outfile_finish(&options.outfile, state);
   warn_of_saturated();
   if (VG_(clo_verbosity) == 0)
      return place;
   if (state->how != TK_REPLACED) {
      print_summary();
      hp_uncounted_warn();
   }
   tk_outfile_print(place, "To see it: hp_annotate");
   return place;
}

/* ---- Translations ------------------------------------------------------------ */

static IRSB *instrument(VgCallbackClosure *closure, IRSB *sb,
                        const VexGuestLayout *layout,
                        const VexGuestExtents *extents,
                        const VexArchInfo *host, IRType guest_word,
                        IRType host_word)
{
   if (guest_word != host_word)
      VG_(tool_panic)("host and guest differ in word size");
   hp_superblock which = {
      .entry = closure->nraddr, .code = closure->readdr,
      .sp_offset = layout->offset_SP,
      .watch = run.mode == HP_MODE_HEAP,
      .count_instrs = run.time_unit == HP_TIME_INSTRS,
      .accesses = run.follow_accesses,
   };
   return hp_instrument(sb, &which);
}

static void on_run(ThreadId id, ULong blocks_done)
{
   hp_clock_start(id);
   tk_watch_thread_runs(&run.watch, id);
}

static void on_stop(ThreadId id, ULong blocks_done)
{
   hp_clock_see(id);
   if (run.follow_accesses)
      hp_places_retranslate();
   tk_outfile_stop(&options.outfile);
}

static void on_new_thread(ThreadId parent, ThreadId child)
{
   tk_watch_thread_begins(&run.watch, child);
   hp_stack_sizes_thread_begins(child);
}

static void on_thread_end(ThreadId id)
{
   hp_stack_sizes_thread_ends(id);
   hp_requests_thread_ends(id);
}

static void on_signal(ThreadId id, Int signal, Bool alternate_stack)
{
   tk_watch_signal(&run.watch, id, alternate_stack);
}

static void on_signal_done(ThreadId id, Int signal)
{
   tk_watch_signal_done(&run.watch, id);
}

/* ---- Options ------------------------------------------------------------------ */

static void add_pattern(const HChar *arg, XArray *patterns,
                        const HChar *pattern)
{
   if (pattern[0] == '\0')
      VG_(fmsg_bad_option)(arg, "expected the name of a function, in which * "
                                "and ? match any\n");
   VG_(addToXA)(patterns, &pattern);
}

/* Times, ascending, between commas. */
static void parse_times(const HChar *option, const HChar *text)
{
   for (;;) {
      HChar *end;
      Long time = VG_(strtoll10)(text, &end);
      if (end == text || end - text > MAX_TIME_DIGITS || time < 0
          || (*end != '\0' && *end != ','))
         VG_(fmsg_bad_option)(option,
                              "expected times from 0 on, between commas\n");
      if (options.n_asked > 0
          && options.asked[options.n_asked - 1] >= (uint64_t)time)
         VG_(fmsg_bad_option)(option, "the times must be ascending\n");
      if (options.n_asked == MAX_ASKED)
         VG_(fmsg_bad_option)(option, "at most %d times\n", MAX_ASKED);
      options.asked[options.n_asked++] = (uint64_t)time;
      if (*end == '\0')
         return;
      text = end + 1;
   }
}

/* An option that means nothing in the modes that do not count the heap. */
static void note_heap_option(const HChar *arg, Bool is_on)
{
   if (is_on)
      options.of_heap = arg;
}

static Bool process_option(const HChar *arg)
{
   const HChar *text;

   if VG_STR_CLO (arg, "--heapprof-out-file", options.outfile.pattern) {}
   else if VG_XACT_CLO (arg, "--mode=heap", run.mode, HP_MODE_HEAP) {}
   else if VG_XACT_CLO (arg, "--mode=copy", run.mode, HP_MODE_COPY) {}
   else if VG_XACT_CLO (arg, "--mode=ad-hoc", run.mode, HP_MODE_AD_HOC) {}
   else if VG_STR_CLO (arg, "--mode", text)
      VG_(fmsg_bad_option)(arg, "expected heap, copy or ad-hoc\n");
   else if VG_STR_CLO (arg, "--time-unit", text) {
      options.has_time_unit = True;
      for (run.time_unit = HP_TIME_INSTRS; run.time_unit <= HP_TIME_BYTES;
           run.time_unit++)
         if (VG_(strcmp)(text, time_units[run.time_unit].option) == 0)
            return True;
      VG_(fmsg_bad_option)(arg, "expected i, ms or B\n");
   }
   else if (tk_option_number(arg, "--depth", 1, MAX_DEPTH, &run.depth)) {}
   else if VG_STR_CLO (arg, "--alloc-fn", text)
      add_pattern(arg, run.names.alloc_fns, text);
   else if VG_STR_CLO (arg, "--ignore-fn", text)
      add_pattern(arg, run.names.ignore_fns, text);
   else if (tk_option_number(arg, "--heap-admin", 0, MAX_ADMIN_B,
                             &run.admin_B))
      note_heap_option(arg, True);
   else if VG_BOOL_CLO (arg, "--stacks", run.stacks)
      note_heap_option(arg, run.stacks);
   else if VG_BOOL_CLO (arg, "--pages-as-heap", options.pages)
      note_heap_option(arg, options.pages);
   else if (tk_option_number(arg, "--snapshots", 0, MAX_SNAPSHOTS,
                             &run.max_snapshots)) {
      if (run.max_snapshots == 1)
         VG_(fmsg_bad_option)(arg, "expected 0, or 2 to %d\n",
                              MAX_SNAPSHOTS);
      note_heap_option(arg, True);
   }
   else if VG_STR_CLO (arg, "--snapshot-at", text) {
      parse_times(arg, text);
      note_heap_option(arg, True);
   }
   else if VG_BOOL_CLO (arg, "--peak-only", run.peak_only)
      note_heap_option(arg, run.peak_only);
   else if VG_BOOL_CLO (arg, "--accesses", run.follow_accesses)
      note_heap_option(arg, run.follow_accesses);
   else if (tk_option_number(arg, "--histogram", 0, HP_MOST_HEAT_B,
                             &run.histogram_B))
      note_heap_option(arg, True);
   else if VG_BOOL_CLO (arg, "--instr-at-start", run.is_on) {}
   else
      return tk_outfile_option(&options.outfile, arg);
   return True;
}

static void print_usage(void)
{
   VG_(printf)(
"    --heapprof-out-file=<file>  output file name [heapprof.out.%%p]\n"
"    --mode=heap|copy|ad-hoc     blocks of the heap, bytes copied by memcpy and\n"
"                                the like, or what the program tells [heap]\n"
"    --time-unit=i|ms|B          time: instructions executed, milliseconds,\n"
"                                or bytes allocated and freed [i]\n"
"    --depth=<number>            frames of a call path [30]\n"
"    --alloc-fn=<pattern>        this function allocates: show its caller\n"
"    --ignore-fn=<pattern>       do not count what this function allocates\n"
"    --heap-admin=<bytes>        the allocator's header of each block [8]\n"
"    --stacks=no|yes             follow the size of stacks? [no]\n"
"    --pages-as-heap=no|yes      count mapped pages, not blocks? [no]\n"
"    --snapshots=<number>        at most so many trees over time [32]\n"
"    --snapshot-at=<time,...>    and trees at these times\n"
"    --peak-only=no|yes          no timeline, no trees over time; faster [no]\n"
"    --accesses=no|yes           reads and writes of blocks? [no]\n"
"    --histogram=<bytes>         of each byte, for blocks up to that size [1024]\n"
"    --instr-at-start=yes|no     count from the start? [yes]\n");
   tk_outfile_usage();
}

static void print_debug_usage(void)
{
   VG_(printf)("    (none)\n");
}

/* ---- Setup --------------------------------------------------------------------- */

static void check_options(void)
{
   if (run.peak_only && options.n_asked > 0) {
      VG_(fmsg)("--peak-only=yes takes no trees: --snapshot-at cannot be "
                "given with it\n");
      VG_(exit)(1);
   }
   if (run.mode != HP_MODE_HEAP && options.of_heap != NULL) {
      VG_(fmsg)("--mode=%s does not count the heap: %s cannot be given with "
                "it\n", run.mode == HP_MODE_COPY ? "copy" : "ad-hoc",
                options.of_heap);
      VG_(exit)(1);
   }
   if (options.pages)
      run.mode = HP_MODE_PAGES;
   if (run.mode == HP_MODE_PAGES && run.stacks) {
      VG_(fmsg)("--pages-as-heap=yes counts the pages of stacks: "
                "--stacks=yes cannot be given with it\n");
      VG_(exit)(1);
   }
   if (run.mode == HP_MODE_PAGES && run.follow_accesses) {
      VG_(fmsg)("--pages-as-heap=yes has no blocks: --accesses=yes cannot be "
                "given with it\n");
      VG_(exit)(1);
   }
   if (run.peak_only && !options.has_time_unit)
      run.time_unit = HP_TIME_BYTES; /* it costs nothing */
}

static void post_clo_init(void)
{
   tk_require_core_version("heapprof");
   check_options();

   run.start_ms = VG_(read_millisecond_timer)();
   if (is_over_time())
      hp_timeline_init(&run.timeline, &run.alloc, HP_TIMELINE_CAPACITY);
   hp_heap_init(&run.heap, &run.alloc, run.mode == HP_MODE_PAGES ? 0 : (uint64_t)run.admin_B,
                is_over_time() ? &run.timeline : NULL);
   if (is_over_time()) {
      hp_snapshots_plan(&run.heap, (uint32_t)run.max_snapshots & ~1u,
                             time_units[run.time_unit].first_interval);
      hp_snapshots_ask(&run.heap, options.asked, options.n_asked);
   }
   if (run.follow_accesses) {
      hp_accesses_init(&run.accesses, &run.heap, (uint64_t)run.histogram_B);
      run.accesses.is_off = !run.is_on;
      hp_places_init(&run.accesses);
   }
   /* What an allocator copies for realloc is counted as moved, with the heap. */
   run.names.mark_allocators = run.mode == HP_MODE_COPY;
   run.names.describe = hp_strmem_known_describe;
   tk_names_init(&run.names, &run.alloc);
   tk_threads_init(&run.threads, &run.alloc);
   hp_sites_init();
   hp_allocations_init();
   hp_instrument_init();
   hp_requests_init();
   hp_custom_blocks_init();
   hp_strmem_init();
   hp_mappings_init();
   hp_stack_sizes_init();
   hp_uncounted_init();
   hp_control_init(&options.outfile);
   tk_outfile_start(&options.outfile);
}

static Bool handle_request(ThreadId id, UWord *arguments, UWord *result)
{
   if (arguments[0] == VG_USERREQ__GDB_MONITOR_COMMAND)
      return *result = hp_control_command((const HChar *)arguments[1]);
   if (hp_requests_handle(id, arguments, result))
      return True;
   if (!hp_custom_blocks_handle(id, arguments, result))
      return False;
   if (arguments[0] == VG_USERREQ__MALLOCLIKE_BLOCK
       || arguments[0] == VG_USERREQ__MEMPOOL_ALLOC)
      hp_uncounted_told();
   return True;
}

static void pre_clo_init(void)
{
   VG_(details_name)("heapprof");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("the heap over time, at its peak, by call path");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by the Quern authors.");
   VG_(details_bug_reports_to)(PACKAGE_BUGREPORT);
   VG_(details_avg_translation_sizeB)(330);

   /* Calls from translated code say which registers they look at; of the
      others, none need be up to date between blocks but for signals. */
   VG_(clo_vex_control).iropt_register_updates_default =
      VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;

   VG_(basic_tool_funcs)(post_clo_init, instrument, tk_ending_fini);
   VG_(needs_command_line_options)(process_option, print_usage,
                                   print_debug_usage);
   VG_(needs_client_requests)(handle_request);
   /* What the libraries keep to the end is no leak of the program's. */
   VG_(needs_libc_freeres)();
   VG_(needs_cxx_freeres)();
   tk_ending_needs(&options.outfile, finish);
   VG_(track_start_client_code)(on_run);
   VG_(track_stop_client_code)(on_stop);
   VG_(track_pre_thread_ll_create)(on_new_thread);
   VG_(track_pre_thread_ll_exit)(on_thread_end);
   VG_(track_pre_deliver_signal)(on_signal);
   VG_(track_post_deliver_signal)(on_signal_done);

   tk_names_ask();
   hp_places_ask();
   run.alloc = tk_tool_alloc;
   run.names.alloc_fns = VG_(newXA)(VG_(malloc), "hp.options", VG_(free),
                                    sizeof(HChar *));
   run.names.ignore_fns = VG_(newXA)(VG_(malloc), "hp.options", VG_(free),
                                     sizeof(HChar *));
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
