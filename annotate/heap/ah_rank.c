/* ah_rank.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

/* ---- Paths ---- */

static int compare_frames(const an_frame *x, const an_frame *y)
{
   return an_frame_compare(x, y) ?: strcmp(x->text, y->text);
}

int ah_rank_paths(const ah_profile *profile, uint32_t a, uint32_t b)
{
   const ah_site *x = &profile->sites[a], *y = &profile->sites[b];
   for (size_t i = 0; i < x->n_frames && i < y->n_frames; i++) {
      int order = x->frames[i] == y->frames[i]
                     ? 0
                     : compare_frames(&profile->frames[x->frames[i]],
                                      &profile->frames[y->frames[i]]);
      if (order != 0)
         return order;
   }
   return tk_compare(x->n_frames, y->n_frames) ?: tk_compare(a, b);
}

/* ---- Sites ---- */

long double ah_sort_total(ah_sort sort, const ah_profile *profile)
{
   long double total = 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      total += ah_value_of(&ah_values[sort], &profile->sites[i]);
   return total;
}

/* A site, and the key that it is sorted by next, the smallest first: sites are too large
   to be read for each comparison. */
typedef struct {
   uint64_t key;
   uint32_t site;
} ranked;

typedef struct {
   const ah_profile *profile;
   const tk_alloc *alloc;
   ranked *room;    /* for all entries */
   uint32_t *ranks; /* of each frame, from 1; NULL: not needed yet */
   unsigned bits;   /* of a rank */
} sorting;

static uint64_t largest_first(int64_t value)
{
   return (uint64_t)INT64_MAX - (uint64_t)value;
}

static int compare_keys(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   return tk_compare(x->key, y->key);
}

/* One byte of the keys after another, the lowest first.  Most bytes are the same in all
   keys. */
static void sort_by_bytes(ranked *entries, ranked *room, size_t n)
{
   enum { BYTES = sizeof entries->key };
   size_t count[BYTES][256] = { { 0 } };
   ranked *from = entries, *to = room;
   for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < BYTES; k++)
         count[k][(entries[i].key >> 8 * k) & 255]++;
   for (size_t k = 0; k < BYTES; k++) {
      size_t start = 0;
      if (count[k][(from[0].key >> 8 * k) & 255] == n)
         continue;
      for (size_t c = 0; c < 256; c++) {
         size_t n_of_c = count[k][c];
         count[k][c] = start;
         start += n_of_c;
      }
      for (size_t i = 0; i < n; i++)
         to[count[k][(from[i].key >> 8 * k) & 255]++] = from[i];
      ranked *sorted = to;
      to = from;
      from = sorted;
   }
   if (from != entries)
      memcpy(entries, from, n * sizeof *entries);
}

static void sort_keys(const sorting *s, ranked *entries, size_t n)
{
   enum { FEW = 512 };
   if (n < FEW)
      qsort(entries, n, sizeof *entries, compare_keys);
   else
      sort_by_bytes(entries, s->room, n);
}

/* How many entries, from the first on, have its key. */
static size_t n_equal(const ranked *entries, size_t n)
{
   size_t k = 1;
   while (k < n && entries[k].key == entries[0].key)
      k++;
   return k;
}

static int compare_numbered(const void *a, const void *b, void *frames)
{
   const an_frame *of = frames;
   return compare_frames(&of[*(const uint32_t *)a], &of[*(const uint32_t *)b]);
}

static void rank_frames(sorting *s)
{
   size_t n = s->profile->n_frames;
   an_frame *frames = s->profile->frames;
   uint32_t *sorted = tk_get(s->alloc, AN_LABEL, (n + 1) * sizeof *sorted), rank = 1;
   s->ranks = tk_get(s->alloc, AN_LABEL, (n + 1) * sizeof *s->ranks);
   for (size_t i = 0; i < n; i++)
      sorted[i] = (uint32_t)i;
   qsort_r(sorted, n, sizeof *sorted, compare_numbered, frames);
   for (size_t i = 0; i < n; i++) {
      rank += i > 0 && compare_numbered(&sorted[i - 1], &sorted[i], frames) != 0;
      s->ranks[sorted[i]] = rank;
   }
   for (s->bits = 1; rank >> s->bits != 0;)
      s->bits++;
   tk_put(s->alloc, sorted);
}

/* The ranks of as many frames as have room, from the innermost on; 0: no frame. */
static uint64_t path_key(const sorting *s, const ah_site *site)
{
   uint64_t key = 0;
   for (size_t i = 0; i < 64 / s->bits; i++)
      key = key << s->bits | (i < site->n_frames ? s->ranks[site->frames[i]] : 0);
   return key;
}

static int compare_sites(const void *a, const void *b, void *profile)
{
   return ah_rank_paths(profile, ((const ranked *)a)->site, ((const ranked *)b)->site);
}

static void sort_by_path(sorting *s, ranked *entries, size_t n)
{
   const ah_profile *profile = s->profile;
   if (n < 2)
      return;
   if (s->ranks == NULL)
      rank_frames(s);
   for (size_t i = 0; i < n; i++)
      entries[i].key = path_key(s, &profile->sites[entries[i].site]);
   sort_keys(s, entries, n);
   for (size_t i = 0, k; i < n; i += k) {
      k = n_equal(entries + i, n - i);
      qsort_r(entries + i, k, sizeof *entries, compare_sites, (void *)profile);
   }
}

/* Sorts entries of one value: by the bytes allocated, and by path where these are equal,
   too. */
static void sort_equal(sorting *s, ranked *entries, size_t n)
{
   for (size_t i = 0; i < n; i++)
      entries[i].key = largest_first(s->profile->sites[entries[i].site].total.bytes);
   sort_keys(s, entries, n);
   for (size_t i = 0, k; i < n; i += k) {
      k = n_equal(entries + i, n - i);
      sort_by_path(s, entries + i, k);
   }
}

void ah_rank_sort(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                  uint32_t *sites, size_t n)
{
   sorting s = { .profile = profile, .alloc = alloc };
   ranked *entries = tk_get(alloc, AN_LABEL, (2 * n + 1) * sizeof *entries);
   s.room = entries + n;
   for (size_t i = 0; i < n; i++) {
      int64_t value = ah_value_of(&ah_values[sort], &profile->sites[sites[i]]);
      entries[i] = (ranked){ largest_first(value), sites[i] };
   }
   sort_keys(&s, entries, n);
   for (size_t i = 0, k; i < n; i += k) {
      k = n_equal(entries + i, n - i);
      sort_equal(&s, entries + i, k);
   }
   for (size_t i = 0; i < n; i++)
      sites[i] = entries[i].site;
   tk_put(alloc, entries);
   tk_put(alloc, s.ranks);
}

static int compare_ranks(ah_sort sort, const ah_profile *profile, uint32_t a, uint32_t b)
{
   const ah_site *x = &profile->sites[a], *y = &profile->sites[b];
   const ah_value *value = &ah_values[sort];
   return tk_compare_signed(ah_value_of(value, y), ah_value_of(value, x))
      ?: tk_compare_signed(y->total.bytes, x->total.bytes)
      ?: ah_rank_paths(profile, a, b);
}

void ah_rank_first(ah_sort sort, const ah_profile *profile, uint32_t *sites, size_t n)
{
   for (size_t i = 1; i < n; i++)
      if (compare_ranks(sort, profile, sites[i], sites[0]) < 0) {
         uint32_t first = sites[i];
         sites[i] = sites[0];
         sites[0] = first;
      }
}

/* ---- What is listed ---- */

typedef struct {
   ah_sort values[AH_VALUES]; /* by any of which a site is listed */
   long double least[AH_VALUES];
   size_t n;
   bool has_threshold;
} listing;

/* Adds up all values in one walk: sites are too many to walk over them for each. */
static void find_least(listing *by, const ah_profile *profile, double threshold)
{
   for (size_t i = 0; i < profile->n_sites && by->has_threshold; i++)
      for (size_t k = 0; k < by->n; k++)
         by->least[k] += ah_value_of(&ah_values[by->values[k]], &profile->sites[i]);
   for (size_t k = 0; k < by->n; k++)
      by->least[k] = by->least[k] * (long double)threshold / 100;
}

static bool is_listed(const listing *by, const ah_site *site)
{
   for (size_t i = 0; i < by->n && by->has_threshold; i++) {
      int64_t value = ah_value_of(&ah_values[by->values[i]], site);
      if (value > 0 && value >= by->least[i])
         return true;
   }
   return !by->has_threshold;
}

static void rank_sites(const listing *listed, ah_sort sort, const tk_alloc *alloc,
                       const ah_profile *profile, uint32_t **sites, size_t *n)
{
   *n = 0;
   /* One more, since there can be no site. */
   *sites = tk_get(alloc, AN_LABEL, (profile->n_sites + 1) * sizeof **sites);
   for (size_t i = 0; i < profile->n_sites; i++)
      if (is_listed(listed, &profile->sites[i]))
         (*sites)[(*n)++] = (uint32_t)i;
   ah_rank_sort(sort, alloc, profile, *sites, *n);
}

void ah_rank(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
             double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .values = { sort }, .n = 1, .has_threshold = threshold > 0 };
   find_least(&by, profile, threshold);
   rank_sites(&by, sort, alloc, profile, sites, n);
}

void ah_rank_by_any(ah_sort sort, const tk_alloc *alloc, const ah_profile *profile,
                    double threshold, uint32_t **sites, size_t *n)
{
   listing by = { .has_threshold = threshold > 0 };
   for (size_t i = 0; i < AH_VALUES; i++)
      if (ah_value_is_known(&ah_values[i], profile))
         by.values[by.n++] = (ah_sort)i;
   find_least(&by, profile, threshold);
   rank_sites(&by, sort, alloc, profile, sites, n);
}
