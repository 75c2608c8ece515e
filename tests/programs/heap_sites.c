/* heap_sites.c -- call paths through wrappers, inlined functions, recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

static void *volatile kept;

static void *use(void *p)
{
   kept = p;
   return kept;
}

__attribute__((noinline)) void *xmalloc(size_t size)
{
   void *block = malloc(size);
   if (block == NULL)
      abort();
   return block;
}

__attribute__((noinline)) char *xstrdup(const char *text)
{
   char *copy = xmalloc(strlen(text) + 1);
   return strcpy(copy, text);
}

static inline __attribute__((always_inline)) void *inlined_alloc(size_t size)
{
   void *block = calloc(2, size);
   if (block == NULL)
      abort();
   return block;
}

__attribute__((noinline)) void case_wrapped(void)
{
   use(xmalloc(100));
   use(xstrdup("four"));
}

__attribute__((noinline)) void case_inlined(void)
{
   use(inlined_alloc(50));
}

__attribute__((noinline)) void case_ignored_one(void)
{
   free(use(malloc(1000)));
   use(realloc(use(malloc(1)), 3000));
   use(xmalloc(2000));
}

__attribute__((noinline)) void case_ignored_two(void)
{
   use(malloc(4000));
}

/* One block at each depth; 8 KiB of stack each. */
__attribute__((noinline)) int case_recursion(int depth)
{
   volatile char room[8192];
   room[0] = (char)depth;
   free(use(malloc(10)));
   use(malloc(1));
   return depth == 0 ? room[0] : case_recursion(depth - 1) + room[0];
}

int main(void)
{
   case_wrapped();
   case_inlined();
   case_ignored_one();
   case_ignored_two();
   return case_recursion(200) == 1;
}
