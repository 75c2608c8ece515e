/* hp_pages.c -- a sorted array of ranges.

   Every change is a splice: it replaces the ranges that touch an interval by what is
   left of them on both sides, and by new ones between.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_pages.h"

#include "base/tk_array.h"
#include "base/tk_search.h"

#define LABEL "hp.pages"

void hp_pages_fini(hp_pages *pages)
{
   tk_put(pages->alloc, pages->ranges);
   *pages = (hp_pages){ .alloc = pages->alloc };
}

/* The first range that ends at `address` or after it; n if there is none. */
static size_t first_ending_from(const hp_pages *pages, uint64_t address)
{
   return TK_SEARCH(i, pages->n, pages->ranges[i].end < address);
}

/* The first range that starts beyond `address`; n if there is none. */
static size_t first_starting_after(const hp_pages *pages, uint64_t address)
{
   return TK_SEARCH(i, pages->n, pages->ranges[i].start <= address);
}

bool hp_pages_find(const hp_pages *pages, uint64_t address, uint32_t *site)
{
   size_t after = first_starting_after(pages, address);
   if (after == 0 || pages->ranges[after - 1].end <= address)
      return false;
   *site = pages->ranges[after - 1].site;
   return true;
}

/* ---- Changing the array ---------------------------------------------- */

static void reserve_ranges(hp_pages *pages, size_t more)
{
   TK_ARRAY_ROOM_FOR(more, pages->alloc, LABEL, pages->ranges, pages->n, pages->capacity);
}

/* Replaces the ranges from `first` to `after`, exclusive, by a list, for which there
   is capacity. */
static void replace_ranges(hp_pages *pages, size_t first, size_t after,
                           const hp_pages_range *list, size_t n_list)
{
   hp_pages_range *ranges = pages->ranges;
   size_t tail = first + n_list, n_tail = pages->n - after;
   if (tail < after)
      for (size_t i = 0; i < n_tail; i++)
         ranges[tail + i] = ranges[after + i];
   else if (tail > after)
      for (size_t i = n_tail; i > 0; i--)
         ranges[tail + i - 1] = ranges[after + i - 1];
   for (size_t i = 0; i < n_list; i++)
      ranges[first + i] = list[i];
   pages->n = tail + n_tail;
}

static void append_range(hp_pages_range *list, size_t *n, hp_pages_range range)
{
   hp_pages_range *last = *n > 0 ? &list[*n - 1] : NULL;
   if (last != NULL && last->end == range.start && last->site == range.site)
      last->end = range.end;
   else
      list[(*n)++] = range;
}

/* Replaces all that is mapped from `start` to `end` by list[1] to list[n_list],
   sorted.  list[0] and one more at the end are scratch room.  Adds at most n_list + 1
   ranges, for which there is capacity. */
static void splice_ranges(hp_pages *pages, uint64_t start, uint64_t end,
                          hp_pages_range *list, size_t n_list)
{
   size_t n = 0, first = first_ending_from(pages, start),
          after = first_starting_after(pages, end);
   /* Includes neighbours that only touch, to join them. */
   if (first < after && pages->ranges[first].start < start) {
      hp_pages_range left = pages->ranges[first];
      left.end = start;
      append_range(list, &n, left);
   }
   for (size_t i = 1; i <= n_list; i++)
      append_range(list, &n, list[i]);
   if (first < after && pages->ranges[after - 1].end > end) {
      hp_pages_range right = pages->ranges[after - 1];
      right.start = end;
      append_range(list, &n, right);
   }
   replace_ranges(pages, first, after, list, n);
}

/* ---- What is mapped in an interval ----------------------------------- */

/* Cuts a range to the interval; false: nothing is left. */
static bool clip_range(hp_pages_range *range, uint64_t start, uint64_t end)
{
   if (range->start < start)
      range->start = start;
   if (range->end > end)
      range->end = end;
   return range->start < range->end;
}

static void report_gone(const hp_pages *pages, uint64_t start, uint64_t end,
                        const hp_pages_gone *gone)
{
   size_t after = first_starting_after(pages, end);
   for (size_t i = first_ending_from(pages, start); i < after; i++) {
      hp_pages_range part = pages->ranges[i];
      if (clip_range(&part, start, end))
         gone->report(gone->context, part.site, part.end - part.start, part.start);
   }
}

/* Copies the mappings of the interval, moved by to - start. */
static size_t copy_moved(const hp_pages *pages, uint64_t start, uint64_t end, uint64_t to,
                         hp_pages_range *list)
{
   size_t n = 0, after = first_starting_after(pages, end);
   for (size_t i = first_ending_from(pages, start); i < after; i++) {
      hp_pages_range part = pages->ranges[i];
      if (!clip_range(&part, start, end))
         continue;
      part.start = part.start - start + to;
      part.end = part.end - start + to;
      list[n++] = part;
   }
   return n;
}

/* ---- Operations ------------------------------------------------------ */

void hp_pages_map(hp_pages *pages, uint64_t start, uint64_t length, uint32_t site,
                  const hp_pages_gone *gone)
{
   if (length == 0)
      return;
   reserve_ranges(pages, 2);
   hp_pages_range list[3];
   list[1] = (hp_pages_range){ start, start + length, site };
   report_gone(pages, start, start + length, gone);
   splice_ranges(pages, start, start + length, list, 1);
}

void hp_pages_unmap(hp_pages *pages, uint64_t start, uint64_t length,
                    const hp_pages_gone *gone)
{
   if (length == 0)
      return;
   reserve_ranges(pages, 1);
   hp_pages_range list[2];
   report_gone(pages, start, start + length, gone);
   splice_ranges(pages, start, start + length, list, 0);
}

/* A list with room for the mappings of the interval and three more, for which the
   array has room too. */
static hp_pages_range *room_to_move(hp_pages *pages, uint64_t start, uint64_t end)
{
   size_t first = first_ending_from(pages, start),
          after = first_starting_after(pages, end);
   size_t n = first < after ? after - first + 3 : 3;
   reserve_ranges(pages, n);
   return tk_get(pages->alloc, LABEL, n * sizeof(hp_pages_range));
}

void hp_pages_move(hp_pages *pages, uint64_t from, uint64_t from_length, uint64_t to,
                   uint64_t to_length, uint32_t growth_site, const hp_pages_gone *gone)
{
   uint64_t kept = from_length < to_length ? from_length : to_length;
   hp_pages_range *list = room_to_move(pages, from, from + from_length);
   size_t n = copy_moved(pages, from, from + kept, to, list + 1);
   if (to_length > kept)
      list[++n] = (hp_pages_range){ to + kept, to + to_length, growth_site };

   hp_pages_range nothing[2];
   report_gone(pages, from + kept, from + from_length, gone);
   if (from_length > 0)
      splice_ranges(pages, from, from + from_length, nothing, 0);
   report_gone(pages, to, to + to_length, gone);
   if (to_length > 0)
      splice_ranges(pages, to, to + to_length, list, n);
   tk_put(pages->alloc, list);
}
