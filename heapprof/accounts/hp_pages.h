/* hp_pages.h -- which allocation site mapped which part of the address space;
   pure.

   Ranges are disjoint and sorted.  Neighbours with the same site are joined.  An
   operation finds its range in logarithmic time, and makes room in linear time; the
   system allows 65,530 mappings.

   Lengths are in bytes, not necessarily whole pages; 0 does nothing.  start + length
   must be below 2^64.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
   uint64_t start, end; /* exclusive */
   uint32_t site;
} hp_pages_range;

/* Empty if all is zero but alloc, which is borrowed. */
typedef struct {
   const tk_alloc *alloc;
   hp_pages_range *ranges; /* by address; read only */
   size_t n, capacity;
} hp_pages;

/* Is called for each piece of an older mapping that goes, by address.  It must not
   change the hp_pages. */
typedef struct {
   void (*report)(void *context, uint32_t site, uint64_t bytes, uint64_t start);
   void *context;
} hp_pages_gone;

void hp_pages_fini(hp_pages *pages);

/* The site of the byte at `address`; false: it is not mapped. */
bool hp_pages_find(const hp_pages *pages, uint64_t address, uint32_t *site);

/* Maps a range for a site.  Older mappings in it go first. */
void hp_pages_map(hp_pages *pages, uint64_t start, uint64_t length, uint32_t site,
                  const hp_pages_gone *gone);

void hp_pages_unmap(hp_pages *pages, uint64_t start, uint64_t length,
                    const hp_pages_gone *gone);

/* Moves a range, as mremap does: the mappings at `from` keep their sites, order and
   distances at `to`.  If the range shrinks, its tail goes; if it grows, the growth
   belongs to growth_site.  Then older mappings in the new range go, except those of
   the old range, which may overlap or equal it.  Unmapped parts stay unmapped. */
void hp_pages_move(hp_pages *pages, uint64_t from, uint64_t from_length, uint64_t to,
                   uint64_t to_length, uint32_t growth_site, const hp_pages_gone *gone);
