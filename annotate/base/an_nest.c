/* an_nest.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_nest.h"

#define NONE SIZE_MAX

/* Walks the trees from first[n], the first thing without a parent.  No recursion: files
   can nest deeper than the call stack allows. */
static void walk_tree(size_t n, const size_t *first, const size_t *next,
                      const size_t *outer, an_nested *order)
{
   size_t at = first[n], depth = 0;
   for (size_t i = 0; i < n; i++) {
      order[i] = (an_nested){ .index = at, .depth = depth };
      if (first[at] != NONE) {
         at = first[at];
         depth++;
         continue;
      }
      while (next[at] == NONE && outer[at] != n) {
         at = outer[at];
         depth--;
      }
      at = next[at];
   }
}

void an_nest(const tk_alloc *alloc, size_t n,
             size_t (*parent)(const void *context, size_t index), const void *context,
             an_nested *order)
{
   size_t *memory = tk_get(alloc, AN_LABEL, (3 * n + 1) * sizeof *memory);
   size_t *first = memory, *next = first + n + 1, *outer = next + n;
   for (size_t i = 0; i <= n; i++)
      first[i] = NONE;
   for (size_t i = n; i-- > 0;) {
      size_t in = parent(context, i);
      outer[i] = in == AN_NO_PARENT ? n : in;
      next[i] = first[outer[i]];
      first[outer[i]] = i;
   }
   walk_tree(n, first, next, outer, order);
}
