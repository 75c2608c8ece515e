/* cs_main.c -- cachesim, a Valgrind tool: simulates caches and branch predictors for
   every instruction.

      $ valgrind --tool=cachesim ./app
      $ cs_annotate cachesim.out.<pid>

   This file is glue: start and end, translations, forks.  README.md describes the
   other files in the order of the data's way.

   The numbers are the counts of a model: of two levels of cache and one core, or with
   --machine of a modern one, with its levels, TLBs, prefetchers and window.  They are
   exact for the model, repeat to the last digit, and name the source line; they are not
   nanoseconds.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "calls/cs_threads.h"
#include "data/cs_find.h"
#include "data/cs_heap.h"
#include "layout/cs_layout_watch.h"
#include "sharing/cs_sharers.h"
#include "simulate/cs_helpers.h"
#include "simulate/cs_instrument.h"
#include "simulate/cs_slot_code.h"
#include "cs_layout_option.h"
#include "cs_requests.h"
#include "cs_run.h"
#include "cs_thread_watch.h"
#include "outfile/cs_outfile.h"
#include "outfile/cs_outfile_check.h"
#include "outfile/cs_summary.h"
#include "run/tk_core_version.h"
#include "base/tk_count.h"
#include "run/tk_debug_info.h"
#include "run/tk_ending.h"
#include "run/tk_jit_files.h"
#include "code/tk_near.h"
#include "code/tk_program.h"
#include "code/tk_retranslate.h"
#include "code/tk_vex.h"
#include "run/tk_spins.h"
#include "run/tk_title.h"
#include "run/tk_tool.h"
#include "run/tk_writer.h"

static tk_outfile_write write_profile;
static tk_outfile_fork on_fork;

cs_run tool = {
   .options = CS_OPTIONS,
   .hot = { .batch = 128, .max = 512 },
   .outfile = {
      .option = "--cachesim-out-file", .pattern = "cachesim.out.%p",
      .write = write_profile, .fork = on_fork,
      .checkpoint_s = TK_OUTFILE_CHECKPOINT_S,
   },
};

/* ---- Writing --------------------------------------------------------- */

static cs_instr_notes instr_notes(void)
{
#if defined(VGA_amd64)
   static const HChar arch[] = "amd64";
#elif defined(VGA_x86)
   static const HChar arch[] = "x86";
#elif defined(VGA_arm64)
   static const HChar arch[] = "arm64";
#else
#error "name the architecture, as Valgrind does"
#endif
   return (cs_instr_notes){ .alloc = &tk_tool_alloc,
                            .arch = arch,
                            .instrs = tk_lines_instrs(tool.lines),
                            .n_instrs = tk_lines_n_instrs(tool.lines) };
}

static cs_data_notes data_notes(const tk_object *binaries)
{
   return (cs_data_notes){
      .alloc = &tk_tool_alloc,
      .data = tool.data,
      .cells = tool.sim.cells,
      .looks = tool.options.line_use ? &tool.use.looks : NULL,
      .limit_B = (uint64_t)tool.options.histogram_B,
      .binaries = binaries,
   };
}

/* Warns once of each: dumps and checkpoints may come often. */
static void warn_of_contradictions(const cs_outfile_header *header)
{
   static Bool has_warned[CS_N_BY];
   for (cs_by by = 0; by < CS_N_BY; by++) {
      const cs_contradiction *c = &header->left_out[by];
      if (!cs_contradicts(c) || has_warned[by])
         continue;
      has_warned[by] = True;
      VG_(umsg)("warning: the profile is without %s: they have %'llu %s, the lines "
                "%'llu\n",
                cs_by_names[by], (ULong)c->found,
                cs_columns_name(&tool.sim.columns, c->event), (ULong)c->expected);
      VG_(umsg)("this is a bug in cachesim; please report it: %s\n", PACKAGE_BUGREPORT);
   }
}

static void write_lines(tk_text *text, const tk_state *state)
{
   const HChar **argv = tk_client_argv();
   tk_counting counting = tk_counting_now(&tool.counting, cs_run_ms());
   cs_outfile_header header = {
      .tool_version = PACKAGE_VERSION,
      .valgrind_version = VALGRIND_VERSION,
      .i1 = &tool.options.i1,
      .d1 = &tool.options.d1,
      .ll = &tool.options.ll,
      .machine = tool.options.has_machine && tool.options.caches ? &tool.options.machine
                                                                 : NULL,
      .columns = &tool.sim.columns,
      .predictor = tool.sim.tage != NULL ? "TAGE" : NULL,
      .argv = argv,
      .pid = (uint64_t)tool.outfile.pid,
      .parent = (uint64_t)tool.outfile.parent,
      .title = tk_title(),
      .at_fork = tool.is_forked ? tool.at_fork : NULL,
      .inherits = tool.inherits && !state->is_empty,
      .state = state,
      .counting = &counting,
      .predecessor = tool.outfile.predecessor,
      .trigger = tool.trigger,
      .regions = state->is_empty ? NULL : &tool.regions,
      .threads = state->is_empty ? NULL : &tool.threads,
      .has_runs = True,
   };
   SizeT n_objects, n_lost;
   header.objects = tk_code_objects_list(tool.objects, &n_objects);
   header.n_objects = (UInt)n_objects;
   header.object_counts = VG_(malloc)("cs.objects", (n_objects + 1) * tool.sim.columns.n
                                                       * sizeof(uint64_t));
   header.object_numbers = VG_(malloc)("cs.objects", (n_objects + 1) * sizeof(uint32_t));
   cs_instr_notes instrs = { .instrs = NULL };
   if (tool.options.instrs && !state->is_empty) {
      instrs = instr_notes();
      header.instrs = &instrs;
   }
   cs_paths paths = {
      .of = { .alloc = &tk_tool_alloc, .tree = &tool.calls.tree },
      .is_whole = tool.options.whole_call_graph,
   };
   if (tool.options.call_graph && !state->is_empty) {
      paths.of.functions = cs_functions_list(tool.calls.functions, &paths.of.n_functions);
      paths.of.n_codes = cs_inlining_n_codes(tool.calls.inlining);
      header.paths = &paths;
   }
   cs_data_notes data = data_notes(header.objects);
   if (tool.data != NULL && !state->is_empty)
      header.data = &data;
   cs_sharing_notes sharing = { .alloc = &tk_tool_alloc };
   sharing.sharing = cs_sharers_sharing(&sharing.n_threads);
   if (sharing.sharing != NULL && !state->is_empty)
      header.sharing = &sharing;
   cs_layout_notes layout = cs_layout_watch_notes();
   if (tool.sim.layout != NULL && header.data != NULL)
      header.layout = &layout;
   header.lost_debug_info = tk_debug_info_lost(&n_lost);
   header.n_lost_debug_info = n_lost;
   tk_line **sorted = state->is_empty ? NULL : tk_lines_list(tool.lines);
   SizeT n = sorted == NULL ? 0 : tk_lines_count(tool.lines);

   if ((tool.is_forked && !tool.inherits) || tool.sim.can_toggle)
      n = cs_outfile_keep_counted(sorted, n, &tool.sim.columns);
   VG_(ssort)(sorted, n, sizeof *sorted, cs_outfile_compare);
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_check(&header, sorted, n);
   warn_of_contradictions(&header);
   cs_outfile_write(text, &header, sorted, n, totals);
   if (sorted != NULL)
      VG_(free)(sorted);
   VG_(free)(header.object_counts);
   VG_(free)(header.object_numbers);
   VG_(free)(instrs.instrs);
   VG_(free)(argv);
}

static const HChar *write_profile(const HChar *name, const tk_state *state)
{
   static tk_writer writer; /* too large for the stack of a tool */

   if (!state->is_empty) {
      cs_run_flush();
      cs_thread_watch_look();
      cs_thread_watch_name();
   }
   const HChar *problem = tk_writer_open(&writer, name);
   if (problem != NULL)
      return problem;
   write_lines(&writer.text, state);
   return tk_writer_close(&writer);
}

static void print_line(void *context, const char *text)
{
   VG_(umsg)("%s\n", text);
}

static void warn_of_saturated(const uint64_t totals[CS_N_EVENTS])
{
   const cs_columns *columns = &tool.sim.columns;
   for (UInt k = 0; k < columns->n; k++)
      if (totals[k] == TK_COUNT_MAX)
         VG_(umsg)("warning: %s stays at %'llu, the largest number that a "
                   "profile holds\n",
                   cs_columns_name(columns, columns->events[k]), (ULong)TK_COUNT_MAX);
}

static void warn_of_nothing(const uint64_t totals[CS_N_EVENTS])
{
   if (tool.options.toggling != NULL && !tool.options.collect_at_start
       && cs_columns_count(&tool.sim.columns, totals, CS_IR) == 0)
      VG_(umsg)("warning: nothing was counted: no function that was called "
                "matches --toggle-collect\n");
}

static const HChar *finish_run(const tk_state *state)
{
   uint64_t totals[CS_N_EVENTS];
   cs_sim_wait(&tool.sim);
   const HChar *place = tk_outfile_finish(&tool.outfile, state);
   cs_run_totals(totals);
   warn_of_saturated(totals);
   warn_of_nothing(totals);
   if (VG_(clo_verbosity) == 0)
      return place;
   tk_spins_warn();
   if (state->how != TK_REPLACED)
      cs_summary(totals, &tool.sim.columns, print_line, NULL);
   tk_outfile_print(place, "Annotated source: cs_annotate");
   return place;
}

/* In the child, the kernel no longer knows the other threads. */
static void before_fork(ThreadId tid)
{
   if (tool.outfile.inherits)
      cs_thread_watch_name();
}

/* The caches stay as they are: they are no counts. */
static void on_fork(ThreadId tid)
{
   cs_requests_fork(tid);
   cs_threads_fork(tid);
   cs_thread_watch_fork(tid);
   tk_spins_fork();
   if (tool.data != NULL)
      cs_find_fork(tid);
   cs_sharers_fork(tid);
   cs_run_totals(tool.at_fork);
   tool.is_forked = True;
   tool.inherits = tool.outfile.inherits;
   if (tool.inherits)
      return;
   cs_run_forget();
   tk_counting_fork(&tool.counting, cs_run_ms());
}

/* ---- Translations ---------------------------------------------------- */

static IRSB *instrument_superblock(VgCallbackClosure *closure, IRSB *sb,
                                   const VexGuestLayout *layout,
                                   const VexGuestExtents *extents,
                                   const VexArchInfo *host, IRType guest_word,
                                   IRType host_word)
{
   if (guest_word != host_word)
      VG_(tool_panic)("host and guest differ in word size");
   Addr entry = closure->nraddr, code = closure->readdr;
   Bool is_compiled = tk_jit_files_look(code);
   if (tool.data != NULL)
      sb = cs_heap_instrument(sb);
   tk_vex_cleans(True);
   if (!tool.instrumenting) {
      tk_spins_instrument(sb, layout);
      return sb;
   }
   cs_plan_read(&tool.plan, sb,
                is_compiled ? (cs_known_lines){ .instrs = NULL }
                            : cs_blocks_known_lines(tool.blocks, entry, code, extents));
   cs_block *block = cs_blocks_add(tool.blocks, entry, code, extents, &tool.plan);
   tk_vex_cleans(block->is_hot);
   IRSB *out = cs_instrument(&tool.plan, block, sb);
   tk_spins_instrument(out, layout);
   return out;
}

static void on_hot_block(const cs_block *block)
{
   tk_hot_add(&tool.hot, &block->translation); /* if full, the next time */
}

static Bool promote_block(Addr entry, Addr code)
{
   return cs_blocks_promote(tool.blocks, entry, code);
}

static void on_stop(ThreadId tid, ULong blocks_done)
{
   tk_spins_stop(tid, blocks_done);
   cs_requests_look(tid);
   tool.in_code = 0;
   tk_hot_promote(&tool.hot, promote_block);
   tk_outfile_stop(&tool.outfile);
}

static void forget_translation(Addr entry, VexGuestExtents extents)
{
   cs_blocks_remove(tool.blocks, entry, extents.base[0]);
}

/* ---- Setup ----------------------------------------------------------- */

/* Look-ups that wait have the addresses of the counts of call paths. */
static void flush_look_ups(void)
{
   cs_sim_flush(&tool.sim);
}

static void keep_paths(tk_where *where)
{
   const cs_options *options = &tool.options;
   cs_calls_init(&tool.calls, &tk_tool_alloc, tool.names, where, tool.sim.columns.n);
   tool.sim.path = &tool.calls.frames.counts;
   cs_functions_toggle(tool.calls.functions, options->toggling);
   tool.calls.frames.can_toggle = options->toggling != NULL;
   tool.calls.frames.on_collect = cs_requests_collect;
   tool.calls.tree.bodies.before_packing = flush_look_ups;
   /* What waits for data has the addresses of counts. */
   tool.calls.tree.bodies.keeps_all = tool.sim.clock != NULL;
}

static void on_new_thread(ThreadId parent, ThreadId child)
{
   if (parent != VG_INVALID_THREADID)
      tk_spins_thread_begins();
   cs_thread_watch_begins(parent, child);
   if (tool.data == NULL)
      return;
   cs_heap_thread_begins(child);
   cs_sharers_thread_begins(parent, child);
}

static void end_memory(Addr start, SizeT size_B)
{
   if (tool.options.sharing)
      cs_sharers_end(start, size_B);
   cs_layout_watch_ends(start, size_B);
}

static void begin_block(const cs_data *data, Addr start, SizeT size_B)
{
   if (tool.options.layout != NULL)
      cs_layout_watch_begins(data, start, size_B);
   if (tool.options.line_use)
      cs_line_use_block_begins(&tool.use, start, size_B);
}

static void end_block(Addr start, SizeT size_B)
{
   cs_line_use_block_ends(&tool.use, start, size_B);
}

/* The datum of what is referred to, which can be in another layout. */
static void find_datum(uintptr_t addr, cs_data_at *at)
{
   cs_find(cs_sim_own(&tool.sim, addr), at);
}

static void find_data(void)
{
   Bool needs_ends = tool.options.sharing || tool.options.layout != NULL;
   Bool needs_begins = tool.options.line_use || tool.options.layout != NULL;
   tool.data = cs_data_table_new(&tk_tool_alloc);
   const cs_find_setup finding = {
      .data = tool.data,
      .names = tool.names,
      .binaries = tool.objects,
      .jit = tool.jit,
      .calls = tool.options.call_graph ? &tool.calls : NULL,
      .memory_ends = needs_ends ? end_memory : NULL,
      .block_begins = needs_begins ? begin_block : NULL,
      .block_ends = tool.options.line_use ? end_block : NULL,
   };
   cs_find_init(&finding);
}

static void lay_out(void)
{
   const cs_layout_watch_setup setup = {
      .rules = cs_layout_option_rules(tool.options.each_rule, &tool.outfile),
      .file = tool.options.layout,
      .data = tool.data,
      .filter = &tool.sim.data,
      .place_ends = tool.options.sharing ? cs_sharers_place_ends : NULL,
   };
   tool.sim.layout = cs_layout_watch_init(&setup);
}

static void keep_cells(void)
{
   const cs_cells_setup setup = {
      .alloc = &tk_tool_alloc,
      .find = find_datum,
      .d1 = &tool.sim.data,
      .find_code = cs_find_code,
      .columns = &tool.sim.columns,
      .limit_B = (uint64_t)tool.options.histogram_B,
      .most = CS_CELLS_MOST,
   };
   cs_cells_init(&tool.cells, &setup);
   tool.sim.cells = &tool.cells;
}

static void add_sweep(void)
{
   const cs_options *options = &tool.options;
   UInt n = cs_sweep_count(&options->sweep);
   for (UInt i = 0; i < n; i++) {
      cs_sweep_name(&options->sweep, i, tool.sweep_names[i]);
      tool.sim.columns.sweep_names[i] = tool.sweep_names[i];
   }
   cs_columns_add(&tool.sim.columns, CS_SWEEP, n);
   cs_sweep_init(&tool.sweep, &options->sweep, &options->ll, &tk_tool_alloc);
   tool.sim.sweep = &tool.sweep;
}

static void add_reasons(cs_reasons *reasons, const cs_geometry *of, cs_event cold)
{
   cs_columns_add(&tool.sim.columns, cold, CS_N_REASONS);
   cs_reasons_init(reasons, of, &tk_tool_alloc);
}

/* Last levels of other shapes, and the reasons of misses. */
static void add_columns(void)
{
   const cs_options *options = &tool.options;
   if (options->sweep.kind == CS_SWEEP_NONE && !options->split_d1)
      return;
   add_reasons(&tool.reasons, &options->ll, CS_LCOLD);
   tool.sim.reasons = &tool.reasons;
   if (options->sweep.kind != CS_SWEEP_NONE)
      add_sweep();
   if (!options->split_d1)
      return;
   add_reasons(&tool.d1_reasons, &options->d1, CS_D1COLD);
   tool.sim.d1_reasons = &tool.d1_reasons;
}

static void keep_use(void)
{
   const cs_line_use_setup setup = {
      .alloc = &tk_tool_alloc,
      .near_alloc = &tk_near_alloc,
      .data = &tool.sim.data,
      .assoc = tool.options.d1.assoc,
      .d1 = tool.sim.machine == NULL ? &tool.sim.d1 : NULL,
      .of_heap = cs_heap_bytes,
   };
   cs_line_use_init(&tool.use, &setup);
   tool.sim.use = &tool.use;
}

/* A second thread begins. */
static void on_first_sharer(cs_slots *slots)
{
   cs_slot_code_begin(slots);
   tk_retranslate_all();
}

static void keep_sharing(void)
{
   const cs_sharers_setup setup = {
      .step = &tool.sim.collects,
      .find = cs_find,
      .on_first = on_first_sharer,
      .layout = tool.sim.layout,
   };
   cs_sharers_init(&setup);
}

static Bool process_option(const HChar *arg)
{
   return cs_options_parse(&tool.options, arg)
          || VG_STR_CLO(arg, "--cachesim-out-file", tool.outfile.pattern)
          || tk_outfile_option(&tool.outfile, arg) || cs_options_suggest(arg);
}

static void print_usage(void)
{
   cs_options_usage();
   tk_outfile_usage();
}

static void print_debug_usage(void)
{
   VG_(printf)("    (none)\n");
}

static void start_collecting(tk_where *where)
{
   const cs_threads_setup setup = {
      .calls = tool.options.call_graph ? &tool.calls : NULL,
      .where = where,
      .are_separate = tool.options.separate_threads,
      .collects = tool.options.collect_at_start,
      .on_collect = cs_requests_collect,
   };
   cs_threads_init(&setup, tool.instrumenting);
   tool.sim.can_toggle = tool.options.toggling != NULL || !tool.options.collect_at_start;
   tool.counting.toggled = tool.sim.can_toggle;
}

static void on_signal(ThreadId tid, Int number, Bool has_other_stack)
{
   cs_threads_signal(tid);
   if (tool.data != NULL)
      cs_heap_signal(tid, has_other_stack);
}

static void on_signal_done(ThreadId tid, Int number)
{
   cs_threads_signal_done(tid);
   if (tool.data != NULL)
      cs_heap_signal_done(tid);
}

/* Without caches, as little of them as there can be. */
static void make_sim(const cs_options *options, Bool has_machine)
{
   const cs_geometry least = {
      .size_B = CS_LINE_SIZE_MIN_B,
      .assoc = 1,
      .line_size_B = CS_LINE_SIZE_MIN_B,
   };
   if (has_machine)
      cs_sim_init_machine(&tool.sim, &options->machine, &tk_near_alloc);
   else if (options->caches)
      cs_sim_init(&tool.sim, &options->i1, &options->d1, &options->ll, &tk_near_alloc);
   else
      cs_sim_init(&tool.sim, &least, &least, &least, &tk_near_alloc);
}

static void post_clo_init(void)
{
   cs_options *options = &tool.options;
   tk_require_core_version("cachesim");
   cs_options_complete(options);
   Bool has_machine = options->caches && !cs_options_are_classic(options);
   tk_program_find();
   tool.names = tk_strings_new(&tk_tool_alloc);
   make_sim(options, has_machine);
   tool.sim.columns = cs_columns_of(options->caches, options->branches);
   if (has_machine)
      cs_machine_add_columns(&options->machine, &tool.sim.columns);
   if (options->predictor == CS_PREDICTOR_TAGE && options->branches)
      cs_sim_use_tage(&tool.sim, &tk_near_alloc, options->machine.jump_history);
   if (options->patterns)
      cs_sim_keep_patterns(&tool.sim, &tk_tool_alloc);
   add_columns();
   tool.lines = tk_lines_new(&tk_tool_alloc, tool.sim.columns.n);
   cs_regions_init(&tool.regions, &tk_tool_alloc, tool.sim.totals);
   cs_thread_watch_init();
   tk_spins_init();
   tool.objects = tk_code_objects_new(tool.names);
   tk_where *where = tk_where_new(tool.names, tool.lines, tool.objects);
   tool.jit = tk_jit_files_start(tool.names, True);
   tk_where_set_jit(where, tool.jit);
   if (options->call_graph)
      keep_paths(where);
   else if (!options->objects && !options->sharing)
      cs_inlining_ask(False);
   if (options->objects || options->sharing)
      find_data();
   if (options->objects)
      keep_cells();
   if (options->layout != NULL)
      lay_out();
   if (options->line_use)
      keep_use();
   if (options->sharing)
      keep_sharing();
   if (options->call_graph || tool.data != NULL) {
      VG_(track_pre_deliver_signal)(on_signal);
      VG_(track_post_deliver_signal)(on_signal_done);
   }
   cs_plan_init(&tool.plan, &tool.sim, where, options->call_graph ? &tool.calls : NULL,
                options->caches, options->branches);
   tool.plan.by_instr = options->instrs;
   tool.plan.marks = options->instrs ? NULL : tool.lines;
   if (has_machine) {
      cs_flow_init(&tool.flow, &options->machine);
      tool.flow.asks_causes = options->instrs;
      tool.plan.flow = &tool.flow;
   }
   tool.blocks = cs_blocks_new(&tk_tool_alloc);
   tool.instrumenting = options->instr_at_start;
   tk_counting_begin(&tool.counting, tool.instrumenting);
   start_collecting(where);
   cs_helpers_init(&tool.sim, options->call_graph ? &tool.calls.tree : NULL,
                   on_hot_block);
   tk_outfile_start(&tool.outfile);
}

static void on_start(ThreadId tid, ULong blocks_done)
{
   tk_title_start(tid, blocks_done);
   cs_thread_watch_runs(tid);
   cs_threads_run(tid);
   if (tool.data != NULL)
      cs_heap_thread_runs(tid);
   cs_sharers_run(tid);
   tool.in_code = tid;
   tk_spins_start(tid, blocks_done);
}

static void on_thread_end(ThreadId tid)
{
   cs_requests_thread_ends(tid);
   cs_thread_watch_ends(tid);
   tk_spins_thread_ends(tid);
   cs_threads_end(tid);
   cs_sharers_thread_ends(tid);
   if (tool.data != NULL)
      cs_find_thread_ends(tid);
}

static void pre_clo_init(void)
{
   VG_(details_name)("cachesim");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("exact cache and branch-prediction counts");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by the Quern authors.");
   VG_(details_bug_reports_to)(PACKAGE_BUGREPORT);
   VG_(details_avg_translation_sizeB)(500);

   /* VEX then makes the same IR as for cachegrind. */
   VG_(clo_vex_control).iropt_register_updates_default = VG_(
      clo_px_file_backed) = VexRegUpdSpAtMemAccess;

   cs_inlining_ask(True);
   VG_(basic_tool_funcs)(post_clo_init, instrument_superblock, tk_ending_fini);
   VG_(atfork)(before_fork, NULL, NULL);
   tk_ending_needs(&tool.outfile, finish_run);
   VG_(needs_superblock_discards)(forget_translation);
   VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
   VG_(needs_client_requests)(cs_requests_handle);
   VG_(track_start_client_code)(on_start);
   VG_(track_stop_client_code)(on_stop);
   VG_(track_pre_thread_ll_create)(on_new_thread);
   VG_(track_pre_thread_ll_exit)(on_thread_end);
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
