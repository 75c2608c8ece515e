/* cs_heap.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_heap.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/tk_arena.h"
#include "base/tk_count.h"
#include "code/tk_description.h"
#include "data/cs_line_use.h"
#include "data/cs_stacks.h"
#include "paths/tk_paths.h"
#include "run/tk_tool.h"
#include "watch/tk_blocks.h"
#include "watch/tk_custom_blocks.h"
#include "watch/tk_entries.h"
#include "watch/tk_watch_code.h"

enum { DEPTH = 30 }; /* frames of a path, as in heapprof */

/* Static: translated code reads watch.return_sp. */
static struct {
   cs_find_setup setup;
   tk_threads threads;
   tk_watch watch;
   tk_names names;
   tk_paths paths; /* value: the index of the datum */
   tk_arena frames;
   tk_blocks blocks; /* site: the same */
} heap;

/* ---- Data --------------------------------------------------------------- */

static const char *intern_text(const HChar *text, SizeT length_B)
{
   return length_B == 0 ? NULL : tk_strings_intern(heap.setup.names, text, length_B);
}

/* "FILE:LINE)", after its directory. */
static void read_place(cs_data_frame *frame, const HChar *directory, const HChar *text)
{
   const HChar *colon = VG_(strrchr)(text, ':');
   if (colon == NULL)
      return;
   SizeT directory_B = VG_(strlen)(directory), file_B = (SizeT)(colon - text);
   HChar *path = VG_(malloc)("cs.heap", directory_B + 1 + file_B);
   VG_(memcpy)(path, directory, directory_B);
   path[directory_B] = '/';
   VG_(memcpy)(path + directory_B + 1, text, file_B);
   frame->file = directory_B == 0 ? intern_text(text, file_B)
                                  : intern_text(path, directory_B + 1 + file_B);
   frame->line = (uint32_t)VG_(strtoull10)(colon + 1, NULL);
   VG_(free)(path);
}

/* A frame is "0xADDRESS: FUNCTION (FILE:LINE)" or "... (in BINARY)". */
static cs_data_frame frame_of(uint32_t number)
{
   const tk_names *names = &heap.names;
   const tk_names_place *place = &names->places[number];
   cs_data_frame frame = { .binary = place->object, .address = place->address };
   const HChar *text = tk_strings_at(names->frames, number);
   tk_description d = tk_description_parts(text);
   if (d.function == NULL)
      return frame;
   if (d.function_B != 3 || VG_(strncmp)(d.function, "???", 3) != 0)
      frame.function = intern_text(d.function, d.function_B);
   const HChar *rest = d.function + d.function_B;
   if (VG_(strncmp)(rest, " (", 2) == 0 && VG_(strncmp)(rest, " (in ", 5) != 0)
      read_place(&frame, tk_strings_at(names->dirs, names->frame_dirs[number]), rest + 2);
   return frame;
}

static cs_data *new_data(const tk_stack *path)
{
   static uint32_t n_paths;
   const cs_data_key key = { .kind = CS_DATA_HEAP, .site = n_paths };
   cs_data *data = cs_data_of(heap.setup.data, &key);
   cs_data_frame *frames = tk_arena_get(&heap.frames, path->n_frames * sizeof *frames);
   n_paths++;
   for (uint32_t i = 0; i < path->n_frames; i++)
      frames[i] = frame_of(path->frames[i]);
   data->frames = frames;
   data->n_frames = path->n_frames;
   return data;
}

static cs_data *nth_data(uint32_t index)
{
   size_t n;
   return cs_data_list(heap.setup.data, &n)[index];
}

static uint32_t data_of_path(void *context, tk_stack *path, Bool is_cut)
{
   if (path->value == TK_STACKS_NONE)
      path->value = new_data(path)->index;
   nth_data(path->value)->is_cut |= is_cut;
   return path->value;
}

/* ---- Blocks ------------------------------------------------------------ */

static void tell_of_end(Addr address, tk_layer layer)
{
   uint32_t index = heap.setup.memory_ends == NULL
                       ? 0
                       : tk_blocks_find(&heap.blocks, address, layer);
   if (index != 0)
      heap.setup.memory_ends(address, tk_blocks_at(&heap.blocks, index)->size_B);
}

/* Takes the block away from its addresses, where it is not found any more.  0: there is
   none. */
static uint32_t lift_block(Addr address, tk_layer layer)
{
   tell_of_end(address, layer);
   uint32_t index = tk_blocks_take(&heap.blocks, address, layer);
   if (index == 0)
      return 0;
   cs_stacks_memory_ends(address, tk_blocks_at(&heap.blocks, index)->size_B);
   if (heap.setup.block_ends != NULL)
      heap.setup.block_ends(address, tk_blocks_at(&heap.blocks, index)->size_B);
   tk_blocks_uncover(&heap.blocks, index);
   return index;
}

static Bool end_block(Addr address, tk_layer layer)
{
   uint32_t index = lift_block(address, layer);
   if (index != 0)
      tk_blocks_drop(&heap.blocks, index);
   return index != 0;
}

/* Lets the block be found at its address. */
static void place_block(uint32_t index, uint64_t size_B)
{
   const uint64_t most_B = ((uint64_t)1 << 48) - 1;
   tk_block *block = tk_blocks_at(&heap.blocks, index);
   block->size_B = size_B < most_B ? size_B : most_B;
   if (heap.setup.memory_ends != NULL) /* what the allocator did there */
      heap.setup.memory_ends(tk_block_address(block), block->size_B);
   tk_blocks_cover(&heap.blocks, index);
   cs_data_block(nth_data(block->site), block->size_B);
   if (heap.setup.block_begins != NULL)
      heap.setup.block_begins(nth_data(block->site), tk_block_address(block),
                              block->size_B);
}

/* A block that is still there was freed without our seeing it. */
static void begin_block(Addr address, uint64_t size_B, uint32_t data, tk_layer layer)
{
   end_block(address, layer);
   uint32_t index = tk_blocks_add(&heap.blocks, address, layer);
   if (index == 0)
      return;
   tk_blocks_at(&heap.blocks, index)->site = data;
   place_block(index, size_B);
}

/* The lifted block keeps its datum, and counts again. */
static void put_block(uint32_t index, Addr address, uint64_t size_B)
{
   end_block(address, (tk_layer)tk_blocks_at(&heap.blocks, index)->layer);
   if (tk_blocks_place(&heap.blocks, index, address))
      place_block(index, size_B);
   else
      tk_blocks_drop(&heap.blocks, index);
}

bool cs_heap_find(Addr addr, cs_data_at *at)
{
   uint32_t index = tk_blocks_around(&heap.blocks, addr, TK_LAYER_CUSTOM);
   if (index == 0)
      return false;
   const tk_block *block = tk_blocks_at(&heap.blocks, index);
   *at = (cs_data_at){ .data = nth_data(block->site),
                       .offset = addr - block->address,
                       .size_B = block->size_B };
   return true;
}

const tk_threads *cs_heap_threads(void)
{
   return &heap.threads;
}

/* Blocks can lie within others: those that requests report, and those in memory whose
   block was freed unseen. */
uint64_t cs_heap_bytes(const cs_data *data, uintptr_t line, uint32_t line_B)
{
   uint64_t bytes = 0;
   uintptr_t end = line + line_B;
   for (uintptr_t at = line, next; at < end; at = next) {
      uint32_t index = tk_blocks_around(&heap.blocks, at, TK_LAYER_CUSTOM);
      next = (uintptr_t)tk_blocks_next(&heap.blocks, at, end);
      if (index == 0)
         continue;
      const tk_block *block = tk_blocks_at(&heap.blocks, index);
      next = (uintptr_t)tk_smaller(block->address + block->size_B, next);
      if (block->site == data->index)
         bytes |= cs_line_use_bytes(line_B, at - line, next - at);
   }
   return bytes;
}

/* ---- Allocation functions ---------------------------------------------- */

static void on_allocated(void *context, const tk_guest *caller, Addr block,
                         uint64_t size_B)
{
   tk_registers registers = tk_paths_after_call(caller);
   begin_block(block, size_B, tk_paths_here(&heap.paths, &registers), TK_LAYER_HEAP);
}

static Bool on_freed(void *context, Addr block)
{
   return end_block(block, TK_LAYER_HEAP);
}

static uint32_t on_realloc_begin(void *context, Addr block)
{
   return lift_block(block, TK_LAYER_HEAP);
}

static void on_realloc_end(void *context, uint32_t number, Addr block, uint64_t size_B)
{
   put_block(number, block, size_B);
}

static void on_realloc_cancel(void *context, uint32_t number)
{
   /* Cannot fail: the row of the page still exists. */
   tk_blocks_place(&heap.blocks, number,
                   tk_block_address(tk_blocks_at(&heap.blocks, number)));
   tk_blocks_cover(&heap.blocks, number);
}

static void on_realloc_free(void *context, uint32_t number)
{
   tk_blocks_drop(&heap.blocks, number);
}

static void on_refused(void *context, const tk_guest *caller, uint64_t size_B)
{
}
static void on_threw(void *context, Addr sp, uint64_t size_B)
{
}
static Bool on_size(void *context, Addr block, uint64_t *size_B)
{
   return False;
}
static void on_invalid_free(void *context, const tk_function *function, Addr pointer,
                            Bool is_skipped)
{
}
static void on_excluded(void *context, Addr address, const tk_function *function)
{
}

static void on_entry(tk_guest *state, const tk_function *function, HWord is_libc)
{
   tk_watch_on_entry(&heap.watch, state, function, is_libc);
}

static void on_return(tk_guest *state)
{
   tk_watch_on_return(&heap.watch, state);
}

/* ---- Requests ----------------------------------------------------------- */

static void on_begin(void *context, ThreadId id, Addr block, SizeT size_B)
{
   begin_block(block, size_B, tk_paths_of_request(&heap.paths, id), TK_LAYER_CUSTOM);
}

static Bool on_end(void *context, Addr block)
{
   return end_block(block, TK_LAYER_CUSTOM);
}

static Bool on_move(void *context, ThreadId id, Addr from, Addr to, SizeT size_B)
{
   uint32_t index = lift_block(from, TK_LAYER_CUSTOM);
   if (index != 0)
      put_block(index, to, size_B);
   return index != 0;
}

static Bool on_block_size(void *context, Addr block, SizeT *size_B)
{
   uint32_t index = tk_blocks_find(&heap.blocks, block, TK_LAYER_CUSTOM);
   if (index != 0)
      *size_B = tk_blocks_at(&heap.blocks, index)->size_B;
   return index != 0;
}

static void on_unknown(void *context, ThreadId id, const HChar *what, Addr address)
{
}

Bool cs_heap_handle(ThreadId id, UWord *arguments, UWord *result)
{
   Bool is_ours = tk_custom_blocks_handle(id, arguments, result);
   *result = 0; /* as without us, also whether a pool exists */
   return is_ours;
}

/* ---- Translated code ---------------------------------------------------- */

static const tk_watch_code code = {
   .watch = &heap.watch,
   .on_entry = on_entry,
   .on_return = on_return,
};

static void add_entry(IRSB *sb, Addr address)
{
   Bool is_libc;
   const tk_function *function = tk_watch_function(&heap.watch, address, &is_libc);
   if (function != NULL)
      tk_watch_code_enter(&code, sb, function, is_libc);
}

IRSB *cs_heap_instrument(IRSB *sb)
{
   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   if (i == sb->stmts_used
       || !tk_watch_returns_to(&heap.watch, (Addr)sb->stmts[i]->Ist.IMark.addr))
      return sb;
   IRSB *out = deepCopyIRSBExceptStmts(sb);
   for (Int k = 0; k < i; k++)
      addStmtToIRSB(out, sb->stmts[k]);
   tk_watch_code_return(&code, out);
   for (; i < sb->stmts_used; i++)
      addStmtToIRSB(out, sb->stmts[i]);
   return out;
}

/* ---- The core's events --------------------------------------------------- */

void cs_heap_thread_begins(ThreadId id)
{
   tk_watch_thread_begins(&heap.watch, id);
}

void cs_heap_thread_runs(ThreadId id)
{
   tk_watch_thread_runs(&heap.watch, id);
}

void cs_heap_thread_ends(ThreadId id)
{
   tk_threads_end(&heap.threads, id);
}

void cs_heap_fork(ThreadId id)
{
   tk_threads_fork(&heap.threads, id);
}

void cs_heap_signal(ThreadId id, Bool has_other_stack)
{
   tk_watch_signal(&heap.watch, id, has_other_stack);
}

void cs_heap_signal_done(ThreadId id)
{
   tk_watch_signal_done(&heap.watch, id);
}

void cs_heap_mappings_changed(void)
{
   tk_threads_map_changed(&heap.threads);
}

/* ---- Setup ----------------------------------------------------------------- */

static XArray *no_patterns(void)
{
   return VG_(newXA)(VG_(malloc), "cs.heap", VG_(free), sizeof(const HChar *));
}

void cs_heap_init(const cs_find_setup *setup)
{
   static const tk_watch_events events = {
      .allocated = on_allocated,
      .refused = on_refused,
      .threw = on_threw,
      .freed = on_freed,
      .realloc_begin = on_realloc_begin,
      .realloc_end = on_realloc_end,
      .realloc_cancel = on_realloc_cancel,
      .realloc_free = on_realloc_free,
      .size = on_size,
      .invalid_free = on_invalid_free,
      .excluded = on_excluded,
   };
   static const tk_custom_events requests = {
      .begin = on_begin,
      .end = on_end,
      .move = on_move,
      .size = on_block_size,
      .unknown = on_unknown,
   };
   heap.setup = *setup;
   tk_arena_init(&heap.frames, &tk_tool_alloc, "cs.heap");
   heap.names.alloc_fns = no_patterns();
   heap.names.ignore_fns = no_patterns();
   heap.names.objects = setup->binaries;
   heap.names.jit = setup->jit;
   heap.names.keeps_places = True;
   tk_names_init(&heap.names, &tk_tool_alloc);
   tk_threads_init(&heap.threads, &tk_tool_alloc);
   tk_paths_init(&heap.paths, &heap.threads, &heap.names, DEPTH, data_of_path, NULL,
                 &tk_tool_alloc);
   tk_blocks_init(&heap.blocks, &tk_tool_alloc);
   tk_watch_init(&heap.watch, &heap.threads, &events, &tk_tool_alloc);
   heap.watch.only_watches = True;
   tk_custom_blocks_init(&requests);
   tk_entries_init(add_entry);
}
