/* hp_mappings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_mappings.h"

#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "state/hp_run.h"
#include "state/hp_sites.h"
#include "data/tk_variables.h"
#include "looks/hp_heap_memory.h"
#include "watch/hp_uncounted.h"
#include "accounts/hp_pages.h"
#include "watch/hp_allocator_code.h"

enum { PAGE_B = 4096 };

static hp_pages pages;

/* ---- Pages ---------------------------------------------------------------- */

/* Pages of a site are unmapped. */
static void on_gone(void *context, uint32_t site, uint64_t bytes, uint64_t start)
{
   const hp_amount amount = { bytes, bytes / PAGE_B };
   if (site == HP_SITE_INHERITED)
      hp_heap_free_inherited(&run.heap, amount);
   else if (site != HP_SITE_IGNORED)
      hp_heap_shrink(&run.heap, site, amount, hp_now());
}

static const hp_pages_gone gone = { .report = on_gone };

static Addr round_down(Addr address)
{
   return address & ~(Addr)(PAGE_B - 1);
}

static Addr round_up(Addr address)
{
   return round_down(address + PAGE_B - 1);
}

/* Maps a range.  hp_pages_map first unmaps what was there: the peak is of memory that is
   mapped at one time. */
static void map_range(Addr start, Addr end, uint32_t site)
{
   if (end <= start)
      return;
   hp_pages_map(&pages, start, end - start, site, &gone);
   if (site != HP_SITE_IGNORED)
      hp_heap_grow(&run.heap, site,
                   run.threads.running == NULL ? 1 : run.threads.running->number,
                   (hp_amount){ end - start, (end - start) / PAGE_B }, hp_now());
}

static void unmap_range(Addr start, Addr end)
{
   if (end > start)
      hp_pages_unmap(&pages, start, end - start, &gone);
}

static void on_startup(Addr address, SizeT length_B, Bool r, Bool w, Bool x, ULong handle)
{
   map_range(round_down(address), round_up(address + length_B), hp_sites_of_start());
}

static void on_mmap(Addr address, SizeT length_B, Bool r, Bool w, Bool x, ULong handle)
{
   ThreadId id = VG_(get_running_tid)();
   tk_threads_map_changed(&run.threads);
   tk_variables_mapped(address, length_B);
   hp_heap_memory_mapped(address, length_B);
   if (run.mode == HP_MODE_PAGES)
      map_range(address, round_up(address + length_B),
                id == VG_INVALID_THREADID ? hp_sites_of_start()
                                          : hp_sites_of_thread(id, 0));
   else
      hp_uncounted_mapped(address, length_B, w);
}

/* A stack may not be readable any more. */
static void on_mprotect(Addr address, SizeT length_B, Bool r, Bool w, Bool x)
{
   tk_threads_map_changed(&run.threads);
}

/* The data segment may end within a page, which is counted already. */
static void on_brk(Addr address, SizeT length_B, ThreadId id)
{
   if (run.mode == HP_MODE_HEAP) {
      hp_heap_memory_brk(address, length_B);
      hp_uncounted_brk(address, length_B, id);
      return;
   }
   map_range(round_up(address), round_up(address + length_B), hp_sites_of_thread(id, 0));
}

static void on_brk_down(Addr address, SizeT length_B)
{
   tk_threads_map_changed(&run.threads);
   if (run.mode == HP_MODE_HEAP) {
      hp_heap_memory_brk_down(address);
      hp_uncounted_brk_down(address, length_B);
      return;
   }
   unmap_range(round_up(address), round_up(address + length_B));
}

/* The core reports growth, and the end of the old mapping, as events of their own. */
static void on_remap(Addr from, Addr to, SizeT length_B)
{
   if (run.mode == HP_MODE_HEAP) {
      hp_heap_memory_moved(from, to, length_B);
      hp_uncounted_moved(from, to, length_B);
      return;
   }
   length_B = round_up(length_B);
   hp_pages_move(&pages, from, length_B, to, length_B, 0, &gone);
}

static void on_munmap(Addr address, SizeT length_B)
{
   tk_threads_map_changed(&run.threads);
   tk_variables_unmapped(address, length_B);
   hp_heap_memory_unmapped(address, length_B);
   hp_allocator_code_unmapped(address, length_B);
   if (run.mode == HP_MODE_PAGES)
      unmap_range(address, round_up(address + length_B));
   else
      hp_uncounted_unmapped(address, length_B);
}

void hp_mappings_inherit(void)
{
   for (SizeT i = 0; i < pages.n; i++)
      if (pages.ranges[i].site != HP_SITE_IGNORED)
         pages.ranges[i].site = HP_SITE_INHERITED;
}

void hp_mappings_init(void)
{
   pages = (hp_pages){ .alloc = &run.alloc };
   hp_heap_memory_init();
   VG_(track_new_mem_mmap)(on_mmap);
   VG_(track_change_mem_mprotect)(on_mprotect);
   VG_(track_die_mem_munmap)(on_munmap);
   if (run.mode == HP_MODE_PAGES)
      VG_(track_new_mem_startup)(on_startup);
   if (run.mode == HP_MODE_PAGES || run.mode == HP_MODE_HEAP) {
      VG_(track_new_mem_brk)(on_brk);
      VG_(track_die_mem_brk)(on_brk_down);
      VG_(track_copy_mem_remap)(on_remap);
   }
}
