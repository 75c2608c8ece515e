/* hp_main.c -- heapprof, a Valgrind tool: who uses how much of the heap over time,
   and who used it at its peak.

      $ valgrind --tool=heapprof ./app
      $ hp_annotate heapprof.out.<pid>

   This file is glue: the order of things.  The way of the data:

      translated code (watch/hp_instrument)
         -> calls of allocation functions (tk_watch -> watch/hp_allocations),
            client requests (requests/), mapped pages and stacks
            (watch/hp_mappings, watch/hp_stack_sizes), functions for memory and
            strings (strmem/), accesses to blocks (accesses/)
         -> allocation sites (hp_sites: tk_paths, tk_names, tk_unwind)
         -> accounts (accounts/: hp_heap, tk_blocks, hp_timeline)
         -> the outfile (outfile/, tk_writer), the summary

   The program keeps its own allocator, and with it its addresses, limits and bugs.
   What counts are the bytes that it asks for, not what the allocator adds, keeps for
   later, or does not return to the system; --pages-as-heap counts what is mapped.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "watch/hp_access_code.h"
#include "accounts/hp_snapshots.h"
#include "state/hp_clock.h"
#include "hp_options.h"
#include "state/hp_sites.h"
#include "outfile/hp_outfile.h"
#include "outfile/hp_outfile_objects.h"
#include "outfile/hp_outfile_threads.h"
#include "looks/hp_looks.h"
#include "looks/hp_root_names.h"
#include "requests/hp_control.h"
#include "requests/hp_custom_blocks.h"
#include "requests/hp_requests.h"
#include "run/tk_core_version.h"
#include "run/tk_debug_info.h"
#include "run/tk_ending.h"
#include "run/tk_jit_files.h"
#include "code/tk_program.h"
#include "data/tk_variables.h"
#include "run/tk_spins.h"
#include "run/tk_thread_names.h"
#include "run/tk_title.h"
#include "run/tk_tool.h"
#include "run/tk_writer.h"
#include "strmem/hp_strmem_hook.h"
#include "strmem/hp_strmem_known.h"
#include "watch/hp_allocations.h"
#include "watch/hp_instrument.h"
#include "watch/hp_mappings.h"
#include "watch/hp_stack_sizes.h"
#include "watch/hp_uncounted.h"
#include "valgrind.h"

/* Changes nothing but the time that the timeline has reached. */
static tk_outfile_write write_profile;
static tk_outfile_fork on_fork;

static tk_outfile outfile = {
   .option = "--heapprof-out-file",
   .pattern = "heapprof.out.%p",
   .write = write_profile,
   .fork = on_fork,
   .checkpoint_s = TK_OUTFILE_CHECKPOINT_S,
};

static Bool is_forked;
static hp_outfile_fork at_fork;

/* Does the mode have live amounts, so a peak, a timeline and snapshots? */
static Bool has_lives(void)
{
   return run.mode == HP_MODE_HEAP || run.mode == HP_MODE_PAGES;
}

static Bool is_over_time(void)
{
   return has_lives() && !run.peak_only;
}

/* ---- Writing --------------------------------------------------------------- */

/* What a profile has in which nothing is counted yet. */
static struct {
   hp_heap heap;
   hp_accesses accesses;
   hp_regions regions;
   tk_strings *frames, *dirs;
   uint32_t frame_dirs[1];
} nothing;

static void init_nothing(void)
{
   hp_heap_init(&nothing.heap, &run.alloc, (uint64_t)run.admin_B, NULL);
   hp_accesses_init(&nothing.accesses, &nothing.heap, (uint64_t)run.histogram_B);
   hp_regions_init(&nothing.regions, &run.alloc);
   nothing.frames = tk_strings_new(&run.alloc);
   nothing.dirs = tk_strings_new(&run.alloc);
   tk_strings_number(nothing.frames, "[root]", 6);
   nothing.frame_dirs[0] = tk_strings_number(nothing.dirs, "", 0);
}

static void make_empty(hp_outfile *profile)
{
   profile->heap = &nothing.heap;
   if (profile->accesses != NULL)
      profile->accesses = &nothing.accesses;
   profile->regions = &nothing.regions;
   profile->n_buckets = 0;
   profile->ftbl = nothing.frames;
   profile->dirs = nothing.dirs;
   profile->ftbl_dirs = nothing.frame_dirs;
   profile->n_looks = 0;
}

static void sort_items(void *base, size_t n, size_t size_B,
                       int (*compare)(const void *, const void *))
{
   VG_(ssort)(base, n, size_B, compare);
}

/* Warns once: dumps and checkpoints may come often. */
static void warn_of_contradiction(const hp_outfile *profile)
{
   static Bool has_warned;
   hp_amount found, expected;
   const HChar *when = has_warned ? NULL
                                  : hp_outfile_contradiction(profile, &found, &expected);
   if (when == NULL)
      return;
   has_warned = True;
   VG_(umsg)("warning: the sites have %'llu bytes in %'llu blocks %s, but %'llu in "
             "%'llu were counted; the profile has the former\n",
             (ULong)found.bytes, (ULong)found.blocks, when, (ULong)expected.bytes,
             (ULong)expected.blocks);
   VG_(umsg)("this is a bug in heapprof; please report it: %s\n", PACKAGE_BUGREPORT);
}

static void write_text(tk_text *text, const tk_state *state)
{
   const HChar **argv = tk_client_argv();
   const hp_time_name *time = &hp_time_names[run.time_unit];
   ULong now = hp_now();
   SizeT n_objects;
   hp_outfile_object *objects = hp_outfile_objects(run.names.objects, &n_objects);
   SizeT n_files;
   tk_object *files = hp_outfile_files(run.names.objects, &n_files);
   SizeT n_named_threads;
   hp_outfile_thread *named_threads = hp_outfile_threads(&n_named_threads);
   SizeT n_lost;
   const HChar *const *lost = tk_debug_info_lost(&n_lost);
   SizeT n_looks, n_roots;
   const hp_look_at *looks = hp_looks_list(&n_looks);
   const hp_root_name *roots = hp_root_names_list(&n_roots);
   tk_counting counting = tk_counting_now(&run.counting, now);
   if (run.follow_accesses && !state->is_empty)
      hp_access_code_flush();
   hp_outfile_fork fork = at_fork;
   fork.inherits = at_fork.inherits && !state->is_empty;
   hp_outfile profile = {
      .tool_version = PACKAGE_VERSION,
      .valgrind_version = VALGRIND_VERSION,
      .argv = argv,
      .pid = (uint64_t)outfile.pid,
      .parent = (uint64_t)outfile.parent,
      .title = tk_title(),
      .fork = is_forked ? &fork : NULL,
      .state = state,
      .counting = &counting,
      .predecessor = outfile.predecessor,
      .time_option = time->option,
      .time_unit = time->unit,
      .mega_time_unit = time->mega,
      .depth = (uint64_t)run.depth,
      .admin_B = (uint64_t)run.admin_B,
      .mode = run.mode,
      .stacks = run.stacks,
      .peak_only = run.peak_only,
      .heap = &run.heap,
      .accesses = run.follow_accesses ? &run.accesses : NULL,
      .regions = &run.regions,
      .n_buckets = is_over_time() ? hp_timeline_reach(&run.timeline, now) : 0,
      .now = now,
      .n_threads = run.threads.n - run.threads_before,
      .named_threads = named_threads,
      .n_named_threads = n_named_threads,
      .ftbl = run.names.frames,
      .dirs = run.names.dirs,
      .ftbl_dirs = run.names.frame_dirs,
      .objects = objects,
      .n_objects = n_objects,
      .files = files,
      .n_files = n_files,
      .lost_debug_info = lost,
      .n_lost_debug_info = n_lost,
      .looks = looks,
      .n_looks = n_looks,
      .roots = roots,
      .n_roots = n_roots,
      .sort = sort_items,
   };
   if (state->is_empty)
      make_empty(&profile);
   warn_of_contradiction(&profile);
   hp_outfile_write(&profile, text);
   VG_(free)(objects);
   VG_(free)(files);
   VG_(free)(named_threads);
   VG_(free)(argv);
}

static const HChar *write_profile(const HChar *name, const tk_state *state)
{
   static tk_writer writer; /* too large for the stack of a tool */
   const HChar *error = tk_writer_open(&writer, name);
   if (error != NULL)
      return error;
   write_text(&writer.text, state);
   return tk_writer_close(&writer);
}

static void print_amount(const HChar *what, hp_amount amount)
{
   VG_(umsg)("%s %'18llu bytes in %'14llu blocks\n", what, (ULong)amount.bytes,
             (ULong)amount.blocks);
}

/* How many paths --depth has cut, if any. */
static void print_cut(void)
{
   UInt n_used = 0, n_cut = 0;
   for (UInt i = 0; i < run.heap.n_sites; i++) {
      const hp_site *site = hp_heap_site(&run.heap, i);
      n_used += hp_site_is_used(site);
      n_cut += hp_site_is_used(site) && site->is_cut;
   }
   if (n_cut > 0)
      VG_(umsg)("Cut:      %'u of %'u call paths have more than %d frames (--depth)\n",
                n_cut, n_used, run.depth);
}

static void warn_of_saturated(void)
{
   if (hp_heap_is_full(&run.heap, hp_now()))
      VG_(umsg)("warning: sums stay at %'llu, the largest number that a profile holds\n",
                (ULong)TK_COUNT_MAX);
}

static void print_summary(void)
{
   const hp_heap *heap = &run.heap;
   if (run.mode == HP_MODE_COPY || run.mode == HP_MODE_AD_HOC) {
      Bool is_copy = run.mode == HP_MODE_COPY;
      VG_(umsg)("Total: %'18llu %s in %'14llu %s\n", (ULong)heap->total.bytes,
                is_copy ? "bytes" : "units", (ULong)heap->total.blocks,
                is_copy ? "copies" : "events");
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
      VG_(umsg)("Wrong:    %'llu frees or reallocations of pointers that are "
                "not live blocks\n",
                (ULong)heap->invalid);
   print_cut();
}

static const HChar *finish_profile(const tk_state *state)
{
   hp_snapshots_take(&run.heap, hp_now());
   const HChar *place = tk_outfile_finish(&outfile, state);
   warn_of_saturated();
   if (VG_(clo_verbosity) == 0)
      return place;
   tk_spins_warn();
   if (state->how != TK_REPLACED) {
      print_summary();
      hp_uncounted_warn();
   }
   tk_outfile_print(place, "Heap report: hp_annotate");
   return place;
}

/* ---- Translations ------------------------------------------------------------ */

static IRSB *instrument_block(VgCallbackClosure *closure, IRSB *sb,
                              const VexGuestLayout *layout,
                              const VexGuestExtents *extents, const VexArchInfo *host,
                              IRType guest_word, IRType host_word)
{
   if (guest_word != host_word)
      VG_(tool_panic)("host and guest differ in word size");
   hp_superblock which = {
      .entry = closure->nraddr,
      .code = closure->readdr,
      .sp_offset = layout->offset_SP,
      .watch = run.mode == HP_MODE_HEAP,
      .count_instrs = run.time_unit == HP_TIME_INSTRS || hp_options_looks()->spread,
      .accesses = run.follow_accesses,
      .writes = hp_looks_next.follows_blocks,
   };
   tk_jit_files_look(which.code);
   IRSB *out = hp_instrument(sb, &which);
   tk_spins_instrument(out, layout);
   return out;
}

static void on_run(ThreadId id, ULong blocks_done)
{
   tk_title_start(id, blocks_done);
   hp_clock_start(id);
   tk_watch_thread_runs(&run.watch, id);
   tk_thread_names_add(id);
   tk_spins_start(id, blocks_done);
}

static void on_stop(ThreadId id, ULong blocks_done)
{
   hp_clock_see(id);
   tk_spins_stop(id, blocks_done);
   if (run.follow_accesses)
      hp_access_code_rest();
   tk_outfile_stop(&outfile);
}

static void on_new_thread(ThreadId parent, ThreadId child)
{
   if (parent != VG_INVALID_THREADID)
      tk_spins_thread_begins();
   tk_watch_thread_begins(&run.watch, child);
   hp_stack_sizes_thread_begins(child);
}

static void before_fork(ThreadId id)
{
   if (outfile.inherits)
      hp_outfile_threads_before_fork();
}

static void on_fork(ThreadId id)
{
   const hp_heap *heap = &run.heap;
   tk_threads_fork(&run.threads, id);
   hp_requests_fork(id);
   hp_stack_sizes_fork(id);
   hp_allocations_fork();
   hp_outfile_threads_fork(id, outfile.inherits);
   tk_spins_fork();
   tk_variables_threads_end();
   hp_looks_forget();
   is_forked = True;
   at_fork = (hp_outfile_fork){
      .time = hp_now(),
      .inherits = outfile.inherits,
      .live = heap->live,
      .total = heap->total,
   };
   if (outfile.inherits)
      return;
   hp_control_inherit();
   at_fork.live = heap->inherited.at_fork;
}

static void on_thread_end(ThreadId id)
{
   tk_spins_thread_ends(id);
   hp_stack_sizes_thread_ends(id);
   hp_outfile_threads_end(id);
   hp_requests_thread_ends(id);
   tk_threads_end(&run.threads, id);
   tk_variables_threads_end();
}

static void on_kernel_wrote(CorePart part, ThreadId id, Addr start, SizeT size_B)
{
   if (run.follow_accesses)
      hp_access_code_on_write(part, start, size_B);
   if (hp_looks_next.follows_blocks)
      hp_looks_written(start, size_B);
}

static void on_signal(ThreadId id, Int signal, Bool alternate_stack)
{
   tk_watch_signal(&run.watch, id, alternate_stack);
}

static void on_signal_done(ThreadId id, Int signal)
{
   tk_watch_signal_done(&run.watch, id);
}

/* ---- Setup --------------------------------------------------------------------- */

static void plan_snapshots(void)
{
   UInt n;
   const uint64_t *times = hp_options_snapshot_times(&n);
   hp_snapshots_plan(&run.heap, (uint32_t)run.max_snapshots & ~1u,
                     hp_time_names[run.time_unit].first_interval);
   hp_snapshots_ask(&run.heap, times, n);
}

static void post_clo_init(void)
{
   tk_require_core_version("heapprof");
   hp_options_check();

   run.start_ms = VG_(read_millisecond_timer)();
   tk_counting_begin(&run.counting, run.is_on);
   if (is_over_time())
      hp_timeline_init(&run.timeline, &run.alloc, HP_TIMELINE_CAPACITY);
   hp_heap_init(&run.heap, &run.alloc,
                run.mode == HP_MODE_PAGES ? 0 : (uint64_t)run.admin_B,
                is_over_time() ? &run.timeline : NULL);
   if (is_over_time())
      plan_snapshots();
   if (run.follow_accesses) {
      hp_accesses_init(&run.accesses, &run.heap, (uint64_t)run.histogram_B);
      run.accesses.is_off = !run.is_on;
      hp_access_code_init(&run.accesses);
   }
   /* What an allocator copies is not the program's copy: the heap's profile has it as
      moved. */
   run.names.mark_allocators = run.mode == HP_MODE_COPY;
   tk_program_find();
   run.names.describe = hp_strmem_known_describe;
   run.names.objects = tk_code_objects_new(tk_strings_new(&run.alloc));
   run.names.jit = tk_jit_files_start(tk_strings_new(&run.alloc), False);
   tk_names_init(&run.names, &run.alloc);
   tk_threads_init(&run.threads, &run.alloc);
   run.root_texts = tk_strings_new(&run.alloc);
   hp_sites_init();
   hp_looks_init(hp_options_looks());
   if (run.follow_accesses || hp_looks_next.follows_blocks)
      VG_(track_post_mem_write)(on_kernel_wrote);
   hp_allocations_init();
   hp_instrument_init();
   hp_requests_init();
   hp_custom_blocks_init();
   hp_strmem_init();
   hp_mappings_init();
   hp_stack_sizes_init();
   tk_thread_names_init();
   hp_uncounted_init();
   tk_spins_init();
   hp_control_init(&outfile);
   init_nothing();
   tk_outfile_start(&outfile);
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
      hp_uncounted_reported();
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

   /* Calls from translated code declare the registers that they read.  The others need
      not be up to date within a superblock, but for signals. */
   VG_(clo_vex_control).iropt_register_updates_default = VG_(
      clo_px_file_backed) = VexRegUpdSpAtMemAccess;

   VG_(basic_tool_funcs)(post_clo_init, instrument_block, tk_ending_fini);
   VG_(needs_client_requests)(handle_request);
   /* libc and libstdc++ free what they keep, so that it is not reported as leaked. */
   VG_(needs_libc_freeres)();
   VG_(needs_cxx_freeres)();
   VG_(atfork)(before_fork, hp_outfile_threads_forked, NULL);
   tk_ending_needs(&outfile, finish_profile);
   tk_ending_watch(hp_looks_end);
   VG_(track_start_client_code)(on_run);
   VG_(track_stop_client_code)(on_stop);
   VG_(track_pre_thread_ll_create)(on_new_thread);
   VG_(track_pre_thread_ll_exit)(on_thread_end);
   VG_(track_pre_deliver_signal)(on_signal);
   VG_(track_post_deliver_signal)(on_signal_done);

   tk_names_ask();
   hp_access_code_ask();
   run.alloc = tk_tool_alloc;
   hp_options_needs(&outfile);
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
