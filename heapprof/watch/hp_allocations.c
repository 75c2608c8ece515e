/* hp_allocations.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_allocations.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_stacktrace.h"

#include "looks/hp_looks.h"
#include "state/hp_clock.h"
#include "state/hp_sites.h"
#include "watch/hp_uncounted.h"

static uint32_t site_of(const tk_guest *caller)
{
   tk_registers registers = tk_paths_after_call(caller);
   return hp_sites_here(&registers);
}

static ULong running_number(void)
{
   return run.threads.running->number;
}

/* The thread's registers are those of the caller, so all of the program's state is
   known. */
static void look_if_due(ULong now)
{
   if (now >= hp_looks_next.time || run.instrs >= hp_looks_next.instrs)
      hp_looks_allocated();
}

static void look_before_free(void)
{
   if (run.heap.live.bytes >= hp_looks_next.peak_B)
      hp_looks_before_free();
}

static void on_allocated(void *context, const tk_guest *caller, Addr block,
                         uint64_t size_B)
{
   ULong now = hp_now();
   hp_heap_alloc(&run.heap, site_of(caller), running_number(), TK_LAYER_HEAP, block,
                 size_B, now);
   if (hp_looks_next.follows_blocks)
      hp_looks_block(block, (SizeT)size_B);
   look_if_due(now);
}

static void on_refused(void *context, const tk_guest *caller, uint64_t size_B)
{
   hp_heap_fail(&run.heap, site_of(caller), size_B);
}

static void on_threw(void *context, Addr sp, uint64_t size_B)
{
   hp_heap_fail(&run.heap, hp_sites_of_thread(run.threads.running->id, sp), size_B);
}

static Bool on_freed(void *context, Addr block)
{
   look_before_free();
   return hp_heap_free(&run.heap, TK_LAYER_HEAP, block, hp_now());
}

static uint32_t on_realloc_begin(void *context, Addr block)
{
   look_before_free();
   return hp_heap_realloc_begin(&run.heap, TK_LAYER_HEAP, block);
}

static void on_realloc_end(void *context, uint32_t number, Addr block, uint64_t size_B)
{
   ULong now = hp_now();
   const tk_block *old = tk_blocks_at(&run.heap.blocks, number);
   if (hp_looks_next.follows_blocks)
      hp_looks_moved(tk_block_address(old), (SizeT)old->size_B, block, (SizeT)size_B);
   hp_heap_realloc_end(&run.heap, number, running_number(), block, size_B, now);
   look_if_due(now);
}

static void on_realloc_cancel(void *context, uint32_t number)
{
   hp_heap_realloc_cancel(&run.heap, number);
}

static void on_realloc_free(void *context, uint32_t number)
{
   hp_heap_realloc_free(&run.heap, number, hp_now());
}

static Bool on_size(void *context, Addr block, uint64_t *size_B)
{
   uint32_t index = tk_blocks_find(&run.heap.blocks, block, TK_LAYER_HEAP);
   if (index != 0)
      *size_B = tk_blocks_at(&run.heap.blocks, index)->size_B;
   return index != 0;
}

static void on_invalid_free(void *context, const tk_function *function, Addr pointer,
                            Bool is_skipped)
{
   static Bool has_warned;
   run.heap.invalid++;
   if (has_warned)
      return;
   has_warned = True;
   VG_(umsg)("warning: %s of %#lx, which is not the start of a live block.\n",
             function->name, pointer);
   VG_(umsg)("   %s.  Later ones are only counted, in the profile.\n",
             is_skipped ? "The call is skipped" : "The call is left to the program");
   VG_(get_and_pp_StackTrace)(run.threads.running->id, 12);
}

static void on_excluded(void *context, Addr address, const tk_function *function)
{
   hp_uncounted_excluded(address, function);
}

/* ---- What libc frees at the end ---------------------------------------------------- */

/* The core's option --run-libc-freeres.  No header of the SDK declares it (configure
   looks for it). */
extern Bool VG_(clo_run_libc_freeres);

static Bool frees_at_end; /* what the user asked for */

/* libc's function that frees what libc has kept flushes stdio first.  exit has already
   flushed it; a process that leaves by _exit, such as a forked child with a copy of its
   parent's buffers, must not. */
static void on_exits(void *context)
{
   VG_(clo_run_libc_freeres) = frees_at_end;
   hp_looks_exit();
}

void hp_allocations_fork(void)
{
   VG_(clo_run_libc_freeres) = False;
}

void hp_allocations_init(void)
{
   frees_at_end = VG_(clo_run_libc_freeres);
   VG_(clo_run_libc_freeres) = False;
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
      .exits = on_exits,
      .excluded = on_excluded,
   };
   tk_watch_init(&run.watch, &run.threads, &events, &run.alloc);
}

void hp_allocations_on_entry(tk_guest *state, const tk_function *function, HWord is_libc)
{
   hp_clock_read(state);
   tk_watch_on_entry(&run.watch, state, function, is_libc);
}

void hp_allocations_on_return(tk_guest *state)
{
   hp_clock_read(state);
   tk_watch_on_return(&run.watch, state);
}
