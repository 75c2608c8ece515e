/* tk_search.h -- binary search in what is sorted, however it is kept; pure, freestanding.

      tk_search s = { .high = n };
      while (tk_search_next(&s))
         tk_search_step(&s, items[s.middle].start < start);

   Then s.low is the number of the first item that is not before `start`, or n.  The same
   in one expression, where `i` is a name:

      size_t first = TK_SEARCH(i, n, items[i].start < start);

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct tk_search {
   size_t low, high; /* what is searched is one of these, or between them */
   size_t middle;    /* the item to look at */
} tk_search;

#define TK_SEARCH(i, n, is_before) \
   ({ \
      tk_search i##_search = { .high = (n) }; \
      while (tk_search_next(&i##_search)) { \
         size_t i = i##_search.middle; \
         tk_search_step(&i##_search, is_before); \
      } \
      i##_search.low; \
   })

/* Is there another item to look at? */
static inline bool tk_search_next(tk_search *s)
{
   s->middle = s->low + (s->high - s->low) / 2;
   return s->low < s->high;
}

/* Goes on behind the item in the middle if that is before what is searched, or else
   before it. */
static inline void tk_search_step(tk_search *s, bool is_before)
{
   if (is_before)
      s->low = s->middle + 1;
   else
      s->high = s->middle;
}
