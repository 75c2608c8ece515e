/* hp_extents.h -- where a function begins and ends, from the tables for unwinding;
   pure.

   A stripped library has no names for its inner functions.  But it has an entry for
   each in .eh_frame, and a sorted table of them in .eh_frame_hdr, both in memory
   (Linux Standard Base, Core, section 10.6).  Reads only the forms that linkers
   write.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hp_extent {
   uintptr_t start, end; /* the end is exclusive */
} hp_extent;

/* Copies memory of the program; false if any of it cannot be read. */
typedef struct hp_extents_memory {
   void *context;
   bool (*read)(void *context, uintptr_t address, void *to, size_t size_B);
} hp_extents_memory;

/* Finds the function that contains the address, in the ELF image whose header is at
   `image`; false: unknown. */
bool hp_extents_find(const hp_extents_memory *memory, uintptr_t image, uintptr_t address,
                     hp_extent *extent);
