/* ac_cures.h -- what helps where cycles are lost: all advice of reports, once each; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* clang-format off */
#define AC_CURES(X) \
   X(CLEAR_LESS, "clear less, or only what was written") \
   X(CALL_LESS, "if its arguments repeat, cache the result; else batch the calls") \
   X(ALLOCATE_LESS, "allocate in bulk or reuse memory") \
   X(PAD_ROWS, "pad its rows by one line") \
   X(FEWER_PAGES, "pack it, or use huge pages") \
   X(NO_LINKS, "use an array, not links") \
   X(SPLIT, "split used from unused fields") \
   X(OWN_ARRAY, "give it an array of its own") \
   X(POOL, "allocate them together, from a pool") \
   X(SWAP_LOOPS, "swap the loops") \
   X(BLOCKS, "work in blocks that fit") \
   X(SORT, "sort, prefetch, or shrink the table") \
   X(LESS_DATA, "use less data, or reuse it while cached") \
   X(PREFETCH, "move fewer bytes, or prefetch earlier") \
   X(OVERLAP, "issue loads before their values are needed") \
   X(GROUP, "group work by type") \
   X(NO_BRANCHES, "sort the input, go branchless, or batch") \
   X(HOT_CODE, "inline less, group hot code, use PGO") \
   X(NO_CHAINS, "use several accumulators, avoid division") \
   X(NO_LOADS, "for a list, an array; for a sum, several accumulators; avoid division") \
   X(NO_MEMORY, "if a step loads what the last one stored, keep that in a variable") \
   X(LESS_WORK, "fewer instructions: vectorize, change the algorithm") \
   X(ALIGN, "alignas(64) for each thread's part")
/* clang-format on */

typedef enum ac_cure {
   AC_CURE_NONE,
#define X(cure, text) AC_CURE_##cure,
   AC_CURES(X)
#undef X
} ac_cure;

/* NULL of AC_CURE_NONE. */
const char *ac_cure_text(ac_cure cure);

/* The same, and how to try it without writing it. */
const char *ac_cure_by_layout(ac_cure cure);
