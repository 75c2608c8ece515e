/* ac_data_match.h -- which data objects of two profiles are the same; pure.

   Addresses and lines move between two builds, directories differ, and the compiler
   splits, clones and inlines functions differently.  So blocks of the heap are one object
   if their call paths are one by paths/an_paths_join.h, stacks if their functions are one
   by paths/an_match.h, variables if they have one symbol, without suffixes by compilers,
   in a binary of one name.  Mappings have one file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_pair_data.h"

/* An ac_data_matching. */
void ac_data_match(const tk_alloc *alloc, const ac_data *const sides[2],
                   uint32_t *const numbers[2]);
