/* hp_mappings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_mappings.h"

#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "hp_clock.h"
#include "watch/hp_uncounted.h"
#include "accounts/hp_pages.h"
#include "accesses/hp_quiet.h"
#include "paths/tk_paths.h"

enum { PAGE_B = 4096 };

static hp_pages pages;

/* ---- Pages ---------------------------------------------------------------- */

/* The pages of a site go. */
static void on_gone(void *context, uint32_t site, uint64_t bytes,
                    uint64_t start)
{
   if (site != HP_SITE_IGNORED)
      hp_heap_shrink(&run.heap, site,
                     (hp_amount){ bytes, bytes / PAGE_B }, hp_now());
}

static const hp_pages_gone gone = { .tell = on_gone };

static Addr round_down(Addr address)
{
   return address & ~(Addr)(PAGE_B - 1);
}

static Addr round_up(Addr address)
{
   return round_down(address + PAGE_B - 1);
}

/* What was there before goes first, in hp_pages_map: the peak is that of what
   is mapped at one time. */
static void map(Addr start, Addr end, uint32_t site)
{
   if (end <= start || !hp_pages_map(&pages, start, end - start, site, &gone)
       || site == HP_SITE_IGNORED)
      return;
   hp_heap_grow(&run.heap, site,
                near.thread == NULL ? 1 : near.thread->number,
                (hp_amount){ end - start, (end - start) / PAGE_B },
                hp_now());
}

static void unmap(Addr start, Addr end)
{
   if (end > start)
      hp_pages_unmap(&pages, start, end - start, &gone);
}

static void on_startup(Addr address, SizeT length_B, Bool r, Bool w, Bool x,
                       ULong handle)
{
   map(round_down(address), round_up(address + length_B),
       tk_paths_start());
}

/* There may have been something else. */
static void on_mmap(Addr address, SizeT length_B, Bool r, Bool w, Bool x,
                    ULong handle)
{
   ThreadId id = VG_(get_running_tid)();
   tk_paths_forget_stacks();
   if (run.mode == HP_MODE_PAGES)
      map(address, round_up(address + length_B),
          id == VG_INVALID_THREADID ? tk_paths_start()
                                    : tk_paths_site_of(id, 0));
   else
      hp_uncounted_mapped(address, length_B, w);
}

/* What could be read perhaps cannot any more. */
static void on_mprotect(Addr address, SizeT length_B, Bool r, Bool w, Bool x)
{
   tk_paths_forget_stacks();
}

/* The end of the data segment need not be that of a page: the page that it is
   in is counted already. */
static void on_brk(Addr address, SizeT length_B, ThreadId id)
{
   map(round_up(address), round_up(address + length_B), tk_paths_site_of(id, 0));
}

static void on_brk_down(Addr address, SizeT length_B)
{
   unmap(round_up(address), round_up(address + length_B));
}

/* The core tells of the growth, and that the old place is gone, by itself. */
static void on_remap(Addr from, Addr to, SizeT length_B)
{
   length_B = round_up(length_B);
   hp_pages_move(&pages, from, length_B, to, length_B, 0, &gone);
}

static void on_munmap(Addr address, SizeT length_B)
{
   tk_paths_forget_stacks();
   hp_quiet_unmapped(address, length_B);
   if (run.mode == HP_MODE_PAGES)
      unmap(address, round_up(address + length_B));
   else
      hp_uncounted_unmapped(address, length_B);
}

/* ---- Stacks ---------------------------------------------------------------- */

static void change_stack(hp_thread *thread, ULong stack_B)
{
   ULong others_B = run.heap.stack_B - thread->stack_B;
   thread->stack_B = stack_B;
   hp_heap_stack(&run.heap, others_B + stack_B, hp_now());
}

static void push(SizeT length_B)
{
   change_stack(near.thread, near.thread->stack_B + length_B);
}

/* More may go than was seen to come: the part from before the start. */
static void pop(SizeT length_B)
{
   ULong stack_B = near.thread->stack_B;
   change_stack(near.thread, stack_B > length_B ? stack_B - length_B : 0);
}

/* Called from translated code; and before there is any. */
static void on_push(Addr address, SizeT length_B)
{
   if (near.thread == NULL)
      return;
   hp_clock_see(near.thread->id);
   push(length_B);
}

static void on_pop(Addr address, SizeT length_B)
{
   if (near.thread == NULL)
      return;
   hp_clock_see(near.thread->id);
   pop(length_B);
}

/* Called while no translated code runs. */
static void on_signal_push(Addr address, SizeT length_B, ThreadId id)
{
   push(length_B);
}

static void on_signal_pop(Addr address, SizeT length_B)
{
   pop(length_B);
}

void hp_mappings_thread_ends(ThreadId id)
{
   if (run.stacks && run.threads[id] != NULL)
      change_stack(run.threads[id], 0);
}

void hp_mappings_init(void)
{
   pages = (hp_pages){ .alloc = &run.alloc };
   VG_(track_new_mem_mmap)(on_mmap);
   VG_(track_change_mem_mprotect)(on_mprotect);
   VG_(track_die_mem_munmap)(on_munmap);
   if (run.mode == HP_MODE_PAGES) {
      VG_(track_new_mem_startup)(on_startup);
      VG_(track_new_mem_brk)(on_brk);
      VG_(track_die_mem_brk)(on_brk_down);
      VG_(track_copy_mem_remap)(on_remap);
   }
   if (run.stacks) {
      VG_(track_new_mem_stack)(on_push);
      VG_(track_die_mem_stack)(on_pop);
      VG_(track_new_mem_stack_signal)(on_signal_push);
      VG_(track_die_mem_stack_signal)(on_signal_pop);
   }
}
