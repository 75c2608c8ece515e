/* tk_malloc_model.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_malloc_model.h"

enum { CHUNK_LEAST_B = 32, FASTBIN_MOST_B = 128, PAGE_B = 4096 };

static uint64_t chunk_of(uint64_t size_B)
{
   return tk_larger(tk_round_up(size_B + TK_MALLOC_HEADER_B, TK_MALLOC_CHUNK_B),
                    CHUNK_LEAST_B);
}

/* The first aligned address, as memalign finds it: what is left before has to be a chunk
   of its own, or nothing. */
static uintptr_t align_block(uintptr_t addr, uint64_t align_B)
{
   uintptr_t aligned = tk_round_up(addr, tk_larger(align_B, TK_MALLOC_CHUNK_B));
   while (aligned != addr && aligned - addr < CHUNK_LEAST_B)
      aligned += align_B;
   return aligned;
}

/* Takes a chunk of the heap.  For an aligned one glibc takes more, and gives back what is
   behind it only if that is no small chunk (FASTBIN_MOST_B). */
static uintptr_t take_chunk(tk_malloc_area *area, uint64_t size_B, uint64_t align_B)
{
   uintptr_t start = tk_round_up(area->heap_at + TK_MALLOC_HEADER_B, TK_MALLOC_CHUNK_B);
   uintptr_t addr = align_block(start, align_B);
   uint64_t chunk_B = chunk_of(size_B);
   if (align_B > TK_MALLOC_CHUNK_B) {
      uint64_t taken_B = tk_round_up(
         chunk_B + align_B + CHUNK_LEAST_B + TK_MALLOC_HEADER_B, TK_MALLOC_CHUNK_B);
      uint64_t behind_B = taken_B - (addr - start) - chunk_B;
      chunk_B += behind_B <= FASTBIN_MOST_B ? behind_B : 0;
   }
   area->heap_at = addr + chunk_B - TK_MALLOC_HEADER_B;
   return addr;
}

uintptr_t tk_malloc_take(tk_malloc_area *area, uint64_t size_B, uint64_t align_B)
{
   if (size_B < TK_MALLOC_MAPPED_B)
      return take_chunk(area, size_B, align_B);
   uintptr_t addr = align_block(tk_round_up(area->mapped_at, PAGE_B) + TK_MALLOC_CHUNK_B,
                                align_B);
   area->mapped_at = tk_round_up(addr + size_B, PAGE_B);
   return addr;
}

bool tk_malloc_stays(bool is_variable, uint64_t now_B, uint64_t then_B)
{
   return is_variable ? now_B == then_B : chunk_of(now_B) == chunk_of(then_B);
}
