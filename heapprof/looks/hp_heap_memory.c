/* hp_heap_memory.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_heap_memory.h"

#include "accounts/hp_pages.h"
#include "base/tk_search.h"
#include "state/hp_run.h"

enum { PAGE_B = 4096 };

static struct {
   hp_pages pages; /* that were mapped while an allocation function ran */
   Addr brk_start, brk_end;
} the;

static void ignore(void *context, uint32_t site, uint64_t bytes, uint64_t start)
{
}

static const hp_pages_gone gone = { .report = ignore };

static SizeT rounded(SizeT length_B)
{
   return (length_B + PAGE_B - 1) & ~(SizeT)(PAGE_B - 1);
}

void hp_heap_memory_init(void)
{
   the.pages.alloc = &run.alloc;
   hp_pages_fini(&the.pages);
}

void hp_heap_memory_mapped(Addr start, SizeT length_B)
{
   if (run.watch.return_sp != 0)
      hp_pages_map(&the.pages, start, rounded(length_B), 0, &gone);
   else if (the.pages.n > 0)
      hp_pages_unmap(&the.pages, start, rounded(length_B), &gone);
}

void hp_heap_memory_unmapped(Addr start, SizeT length_B)
{
   if (the.pages.n > 0)
      hp_pages_unmap(&the.pages, start, rounded(length_B), &gone);
}

void hp_heap_memory_moved(Addr from, Addr to, SizeT length_B)
{
   SizeT size_B = rounded(length_B);
   if (the.pages.n > 0)
      hp_pages_move(&the.pages, from, size_B, to, size_B, 0, &gone);
}

void hp_heap_memory_brk(Addr start, SizeT length_B)
{
   if (the.brk_end == 0)
      the.brk_start = start;
   the.brk_end = start + length_B;
}

void hp_heap_memory_brk_down(Addr start)
{
   the.brk_end = start;
}

/* ---- Looking up ------------------------------------------------------------------- */

void hp_heap_memory_next(Addr start, Addr end, Addr *from, Addr *to)
{
   tk_search s = { .high = the.pages.n };
   while (tk_search_next(&s))
      tk_search_step(&s, the.pages.ranges[s.middle].end <= start);
   *from = *to = end;
   if (s.low == the.pages.n || the.pages.ranges[s.low].start >= end)
      return;
   const hp_pages_range *range = &the.pages.ranges[s.low];
   *from = range->start < start ? start : (Addr)range->start;
   *to = range->end > end ? end : (Addr)range->end;
}

void hp_heap_memory_brk_area(Addr *start, Addr *end)
{
   *start = the.brk_start;
   *end = the.brk_end;
}
