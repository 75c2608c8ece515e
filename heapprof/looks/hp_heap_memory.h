/* hp_heap_memory.h -- which mapped memory is the allocator's: it holds blocks, free
   memory and the allocator's own lists, but no pointers of the program beside blocks;
   glue.

   It is what was mapped while an allocation function ran, and the brk area, unless no
   block is in it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

void hp_heap_memory_init(void);

/* Memory is mapped, unmapped or moved by mremap. */
void hp_heap_memory_mapped(Addr start, SizeT length_B);
void hp_heap_memory_unmapped(Addr start, SizeT length_B);
void hp_heap_memory_moved(Addr from, Addr to, SizeT length_B);

/* The brk area grows or shrinks. */
void hp_heap_memory_brk(Addr start, SizeT length_B);
void hp_heap_memory_brk_down(Addr start);

/* The brk area, from *start to *end; empty at first. */
void hp_heap_memory_brk_area(Addr *start, Addr *end);

/* From `start` on, up to `end`: where memory begins that was mapped while an allocation
   function ran, and where it ends; both are `end` if there is none. */
void hp_heap_memory_next(Addr start, Addr end, Addr *from, Addr *to);
