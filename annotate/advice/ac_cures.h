/* ac_cures.h -- what helps where cycles are lost: all advice of reports, once each; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* clang-format off */
#define AC_CURES(X) \
   X(CLEAR_LESS, "clear less, or only what was written") \
   X(CALL_LESS, "keep the result, or do many at once") \
   X(ALLOCATE_LESS, "allocate many at once, or use memory again") \
   X(PAD_ROWS, "pad its rows by a line") \
   X(FEWER_PAGES, "pack it, or use huge pages") \
   X(NO_LINKS, "an array, not links") \
   X(SPLIT, "keep apart what is used") \
   X(OWN_ARRAY, "keep it in an array of its own") \
   X(POOL, "allocate them together, from a pool") \
   X(SWAP_LOOPS, "swap the loops") \
   X(BLOCKS, "work in blocks that fit") \
   X(SORT, "sort, prefetch, or a smaller table") \
   X(LESS_DATA, "use less data, or reuse it while cached") \
   X(PREFETCH, "move fewer bytes, or prefetch earlier") \
   X(OVERLAP, "fewer loads whose values are needed at once") \
   X(GROUP, "group work by its kind") \
   X(NO_BRANCHES, "sort the input, no branch, or many at once") \
   X(HOT_CODE, "less inlining, hot code together, PGO") \
   X(NO_CHAINS, "several sums at once, no division") \
   X(LESS_WORK, "fewer instructions: vectors, another algorithm") \
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
