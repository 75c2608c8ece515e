/* hp_heap_private.h -- what hp_heap.c and hp_realloc.c share; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"

/* To be called before live amounts change; and after, if they may have grown. */
void hp_heap_begin_event(hp_heap *heap, hp_site *site, uint64_t now);
void hp_heap_end_growth(hp_heap *heap, hp_site *site, uint64_t now);

/* Adds to the totals of the heap, the site, the thread and its region. */
void hp_heap_add_total(hp_heap *heap, hp_site *site, uint64_t thread, hp_amount amount);
/* Adds a requested size to the site's sizes. */
void hp_heap_count_size(hp_heap *heap, hp_site *site, uint64_t size_B);
void hp_classes_free(hp_heap *heap, hp_classes *classes);
/* The size that a request counts as. */
uint64_t hp_heap_counted_B(const hp_heap *heap, uint64_t size_B);

/* The index of the thread's latest allocation. */
uint32_t *hp_heap_last_of(hp_heap *heap, uint64_t thread);

/* The record is of a block that was allocated after the fork. */
void hp_heap_own(hp_heap *heap, uint32_t index);

/* Takes a block out of its place, and returns its index; 0: no block begins
   there. */
uint32_t hp_heap_lift(hp_heap *heap, tk_layer layer, uint64_t address);
/* Ends a block that was lifted. */
void hp_heap_retire(hp_heap *heap, uint32_t index, uint64_t now);
/* Ends the block at an address that the allocator gives out again: it was freed
   without our knowledge. */
void hp_heap_displace(hp_heap *heap, tk_layer layer, uint64_t address, uint64_t now);
