/* heap_lines.h -- the other file of heap_lines.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* Line 8 is inlined into line 8 of that file, and 15 into 15: Valgrind's reader makes one
   range of both. */
static inline __attribute__((always_inline)) void *first(int n)
{
   sink += n; void *block = malloc((size_t)n); sink++; return block;
}



static inline __attribute__((always_inline)) void *second(int n)
{
   sink ^= n; void *block = malloc((size_t)n); sink--; return block;
}
