/* fault_dl_lib.c -- a library that allocates and computes.  Built several times, with
   different names for the same code, which then has the same addresses in each.
   NAME: of its functions; TAKE and GIVE: of functions that can be an allocator's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdlib.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static void *volatile kept;
static char arena[64] __attribute__((aligned(16)));

__attribute__((noinline)) void JOIN(case_in_, NAME)(void)
{
   kept = malloc(100);
   free(kept);
}

__attribute__((noinline)) unsigned JOIN(work_in_, NAME)(void)
{
   unsigned x = 1;
   for (int i = 0; i < 3000; i++)
      x = x * 1103515245u + 12345u;
   return x;
}

__attribute__((constructor, noinline)) static void JOIN(case_constructor_, NAME)(void)
{
   kept = malloc(20);
}

__attribute__((noinline)) void *TAKE(size_t size)
{
   kept = arena;
   return size <= sizeof arena ? arena : NULL;
}

__attribute__((noinline)) void GIVE(void *block)
{
   kept = block;
}

/* Only the names differ: the program finds them here. */
const struct {
   void (*allocate)(void);
   unsigned (*work)(void);
   void *(*take)(size_t);
   void (*give)(void *);
} fault_dl_functions = { JOIN(case_in_, NAME), JOIN(work_in_, NAME), TAKE, GIVE };
