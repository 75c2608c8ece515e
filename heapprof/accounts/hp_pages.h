/* hp_pages.h -- which allocation site mapped which part of the address
   space; pure.

   Ranges are disjoint, sorted, and joined where neighbours have the same
   site.  An operation takes time in the logarithm of their number to find
   its place and linear time to make room there; the system allows 65,530
   mappings.

   All lengths are in bytes and need not be multiples of a page; start +
   length must be below 2^64.  A length of 0 is nothing.  Only growing needs
   memory: what returns false has changed nothing and called nobody.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PAGES_H
#define HP_PAGES_H

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
   uint64_t start, end; /* the end is the first byte after it */
   uint32_t site;
} hp_pages_range;

/* All zeros but for alloc, which is borrowed, is the empty state. */
typedef struct {
   const tk_alloc *alloc;
   hp_pages_range *ranges; /* by address; may be looked at */
   size_t n, capacity;
} hp_pages;

/* Told of each piece of an older mapping that goes, by address; it must not
   change the hp_pages. */
typedef struct {
   void (*tell)(void *context, uint32_t site, uint64_t bytes,
                uint64_t start);
   void *context;
} hp_pages_gone;

void hp_pages_fini(hp_pages *pages);

/* True and its site, if the byte at `address` is mapped. */
bool hp_pages_find(const hp_pages *pages, uint64_t address, uint32_t *site);

/* Maps a range for a site.  What it covers goes first. */
bool hp_pages_map(hp_pages *pages, uint64_t start, uint64_t length,
                  uint32_t site, const hp_pages_gone *gone);

bool hp_pages_unmap(hp_pages *pages, uint64_t start, uint64_t length,
                    const hp_pages_gone *gone);

/* As mremap: what is mapped in the range at `from` keeps its sites and is
   found at `to`, in the same order and distance.  If the range shrinks, its
   tail goes; if it grows, what it grows by belongs to growth_site.  Then
   what the new range covers goes, unless it is part of the old one, which
   may overlap it or be the same.  Parts that were not mapped still are not. */
bool hp_pages_move(hp_pages *pages, uint64_t from, uint64_t from_length,
                   uint64_t to, uint64_t to_length, uint32_t growth_site,
                   const hp_pages_gone *gone);

#endif
