/* an_align.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_align.h"

#include <string.h>

enum {
   DEPTH_MOST = 64,       /* of ranges between unique elements in such ranges */
   CELLS_MOST = 16 << 20, /* of the table of the longest common subsequence */
};

/* The elements from `first` up to `end`. */
typedef struct {
   size_t first, end;
} range;

/* How often a number occurs in each range, and where last. */
typedef struct {
   uint32_t n[2], at[2];
} occurrence;

typedef struct {
   const tk_alloc *alloc;
   an_sequence sides[2];
   uint32_t *to;
   occurrence *of; /* by number; all 0 between uses */
} aligning;

static void align_ranges(aligning *a, range old, range new, unsigned depth);

/* ---- Elements that both have once ---- */

static void count_range(aligning *a, int side, range r)
{
   for (size_t i = r.first; i < r.end; i++) {
      occurrence *of = &a->of[a->sides[side].of[i]];
      of->n[side]++;
      of->at[side] = (uint32_t)i;
   }
}

static void forget_range(aligning *a, int side, range r)
{
   for (size_t i = r.first; i < r.end; i++)
      a->of[a->sides[side].of[i]] = (occurrence){ { 0, 0 }, { 0, 0 } };
}

typedef struct {
   uint32_t old, new;
   uint32_t before; /* of the longest ascent that ends here: the one before it */
} anchor;

/* The anchors, by OLD. */
static size_t find_unique(const aligning *a, range old, anchor *anchors)
{
   size_t n = 0;
   for (size_t i = old.first; i < old.end; i++) {
      const occurrence *of = &a->of[a->sides[0].of[i]];
      if (of->n[0] == 1 && of->n[1] == 1)
         anchors[n++] = (anchor){ (uint32_t)i, of->at[1], AN_ALIGN_NONE };
   }
   return n;
}

/* Sets `to` for the longest subsequence of anchors that ascends on both sides.  `ends`
   has room for n: ends[k] is the anchor that ends an ascent of k + 1 lowest. */
static void keep_ascent(aligning *a, anchor *anchors, size_t n, uint32_t *ends)
{
   size_t longest = 0;
   for (size_t i = 0; i < n; i++) {
      size_t low = 0, high = longest;
      while (low < high) {
         size_t middle = (low + high) / 2;
         if (anchors[ends[middle]].new < anchors[i].new)
            low = middle + 1;
         else
            high = middle;
      }
      anchors[i].before = low == 0 ? AN_ALIGN_NONE : ends[low - 1];
      ends[low] = (uint32_t)i;
      if (low == longest)
         longest++;
   }
   uint32_t at = longest == 0 ? AN_ALIGN_NONE : ends[longest - 1];
   for (; at != AN_ALIGN_NONE; at = anchors[at].before)
      a->to[anchors[at].old] = anchors[at].new;
}

/* Sets `to` for the elements that both ranges have once. */
static void align_unique(aligning *a, range old, range new)
{
   size_t n_old = old.end - old.first;
   anchor *anchors = tk_get(a->alloc, AN_LABEL, (n_old + 1) * sizeof *anchors);
   uint32_t *ends = tk_get(a->alloc, AN_LABEL, (n_old + 1) * sizeof *ends);
   count_range(a, 0, old);
   count_range(a, 1, new);
   size_t n = find_unique(a, old, anchors);
   forget_range(a, 0, old);
   forget_range(a, 1, new);
   keep_ascent(a, anchors, n, ends);
   tk_put(a->alloc, anchors);
   tk_put(a->alloc, ends);
}

/* Aligns what is between the elements that have a partner.  False if none has one. */
static bool align_between(aligning *a, range old, range new, unsigned depth)
{
   range gap_old = old, gap_new = new;
   bool has_any = false;
   for (size_t i = old.first; i <= old.end; i++) {
      bool is_end = i == old.end;
      if (!is_end && a->to[i] == AN_ALIGN_NONE)
         continue;
      if (is_end && !has_any)
         return false;
      gap_old.end = i;
      gap_new.end = is_end ? new.end : a->to[i];
      align_ranges(a, gap_old, gap_new, depth + 1);
      if (is_end)
         break;
      has_any = true;
      gap_old.first = i + 1;
      gap_new.first = (size_t)a->to[i] + 1;
   }
   return true;
}

/* ---- The longest common subsequence ---- */

static bool are_equal(const aligning *a, size_t old, size_t new)
{
   return a->sides[0].of[old] == a->sides[1].of[new];
}

/* Fills in the lengths of the longest common subsequences of the ends of both ranges,
   (n_old + 1) rows of n_new + 1. */
static void measure_ends(const aligning *a, range old, range new, uint16_t *length)
{
   size_t n = old.end - old.first, m = new.end - new.first, row = m + 1;
   memset(length + n * row, 0, row * sizeof *length);
   for (size_t i = n; i-- > 0;) {
      length[i * row + m] = 0;
      for (size_t k = m; k-- > 0;) {
         uint16_t down = length[(i + 1) * row + k], right = length[i * row + k + 1];
         length[i * row + k] = are_equal(a, old.first + i, new.first + k)
                                  ? (uint16_t)(length[(i + 1) * row + k + 1] + 1)
                                  : (down > right ? down : right);
      }
   }
}

static void follow_lengths(aligning *a, range old, range new, const uint16_t *length)
{
   size_t n = old.end - old.first, m = new.end - new.first, row = m + 1;
   for (size_t i = 0, k = 0; i < n && k < m;) {
      if (are_equal(a, old.first + i, new.first + k)) {
         a->to[old.first + i++] = (uint32_t)(new.first + k++);
      } else if (length[(i + 1) * row + k] >= length[i * row + k + 1]) {
         i++;
      } else {
         k++;
      }
   }
}

/* Ranges that are too long for a table keep what has no partner. */
static void align_subsequence(aligning *a, range old, range new)
{
   size_t n = old.end - old.first + 1, m = new.end - new.first + 1;
   if (n > UINT16_MAX || m > UINT16_MAX || n * m > CELLS_MOST)
      return;
   uint16_t *length = tk_get(a->alloc, AN_LABEL, n * m * sizeof *length);
   measure_ends(a, old, new, length);
   follow_lengths(a, old, new, length);
   tk_put(a->alloc, length);
}

/* ---- Ranges ---- */

static void align_ranges(aligning *a, range old, range new, unsigned depth)
{
   while (old.first < old.end && new.first < new.end
          && are_equal(a, old.first, new.first))
      a->to[old.first++] = (uint32_t)new.first++;
   while (old.first < old.end && new.first < new.end
          && are_equal(a, old.end - 1, new.end - 1))
      a->to[--old.end] = (uint32_t)--new.end;
   if (old.first == old.end || new.first == new.end)
      return;
   if (depth < DEPTH_MOST) {
      align_unique(a, old, new);
      if (align_between(a, old, new, depth))
         return;
   }
   align_subsequence(a, old, new);
}

static void begin_aligning(aligning *a, const tk_alloc *alloc, an_sequence old,
                           an_sequence new, size_t n_numbers, uint32_t *to)
{
   *a = (aligning){ .alloc = alloc, .sides = { old, new }, .to = to };
   a->of = tk_get_zeroed(alloc, AN_LABEL, (n_numbers + 1) * sizeof *a->of);
}

void an_align(const tk_alloc *alloc, an_sequence old, an_sequence new, size_t n_numbers,
              uint32_t *to)
{
   aligning a;
   begin_aligning(&a, alloc, old, new, n_numbers, to);
   for (size_t i = 0; i < old.n; i++)
      to[i] = AN_ALIGN_NONE;
   align_ranges(&a, (range){ 0, old.n }, (range){ 0, new.n }, 0);
   tk_put(alloc, a.of);
}

/* ---- What was moved ---- */

void an_align_moved(const tk_alloc *alloc, an_sequence old, an_sequence new,
                    size_t n_numbers, uint32_t *to)
{
   aligning a;
   begin_aligning(&a, alloc, old, new, n_numbers, to);
   bool *has_partner = tk_get_zeroed(alloc, AN_LABEL, new.n + 1);
   for (size_t i = 0; i < old.n; i++)
      if (to[i] == AN_ALIGN_NONE)
         count_range(&a, 0, (range){ i, i + 1 });
      else
         has_partner[to[i]] = true;
   for (size_t i = 0; i < new.n; i++)
      if (!has_partner[i])
         count_range(&a, 1, (range){ i, i + 1 });
   for (size_t i = 0; i < n_numbers; i++)
      if (a.of[i].n[0] == 1 && a.of[i].n[1] == 1)
         to[a.of[i].at[0]] = a.of[i].at[1];
   tk_put(alloc, has_partner);
   tk_put(alloc, a.of);
}
