/* hp_merge_site.c -- the values of sites added up; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_merge_site.h"

#include <string.h>

/* ---- Ranges ---- */

/* The smallest and largest of both; a side with nothing in it has none. */
static void widen(int64_t *low, int64_t *high, bool is_empty,
                  int64_t from_low, int64_t from_high, bool from_is_empty)
{
   if (from_is_empty)
      return;
   if (is_empty || from_low < *low)
      *low = from_low;
   if (is_empty || from_high > *high)
      *high = from_high;
}

static void add_ranges(hp_site *to, const hp_site *from)
{
   widen(&to->min_size, &to->max_size, to->total.blocks == 0, from->min_size,
         from->max_size, from->total.blocks == 0);
   widen(&to->shortest, &to->longest, to->freed_blocks == 0, from->shortest,
         from->longest, from->freed_blocks == 0);
}

/* ---- Histograms ---- */

static an_status add_size_classes(hp_site *to, const hp_site *from,
                                  hp_profile *owner)
{
   if (from->size_classes == NULL)
      return AN_OK;
   if (to->size_classes == NULL)
      to->size_classes = hp_profile_get(owner, HP_SIZE_CLASSES,
                                        sizeof *to->size_classes);
   if (to->size_classes == NULL)
      return AN_NO_MEMORY;
   for (int i = 0; i < HP_SIZE_CLASSES; i++)
      if (!hp_count_add(&to->size_classes[i], from->size_classes[i]))
         return AN_OVERFLOW;
   return AN_OK;
}

/* ---- Heat ---- */

/* NULL for NULL; *status tells if memory ran out. */
static int64_t *copy_counts(hp_profile *owner, const int64_t *counts,
                            size_t n, an_status *status)
{
   int64_t *copy = counts == NULL ? NULL
                                  : hp_profile_get(owner, n, sizeof *copy);
   if (copy != NULL)
      memcpy(copy, counts, n * sizeof *copy);
   else if (counts != NULL)
      *status = AN_NO_MEMORY;
   return copy;
}

static an_status copy_heat(hp_site *to, const hp_heat *from,
                           hp_profile *owner)
{
   an_status status = AN_OK;
   hp_heat *copy = hp_profile_get(owner, 1, sizeof *copy);
   if (copy == NULL)
      return AN_NO_MEMORY;
   *copy = (hp_heat){
      .unit_B = from->unit_B, .n = from->n,
      .reads = copy_counts(owner, from->reads, from->n, &status),
      .writes = copy_counts(owner, from->writes, from->n, &status),
      .sum = copy_counts(owner, from->sum, from->n, &status),
   };
   to->heat = copy;
   return status;
}

static bool add_counts(int64_t *to, const int64_t *from, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (!hp_count_add(&to[i], from[i]))
         return false;
   return true;
}

static an_status sum_heat(hp_site *to, const hp_heat *from, hp_profile *owner)
{
   const hp_heat *heat = to->heat;
   if (!add_counts(heat->sum, from->sum, heat->n))
      return AN_OVERFLOW;
   if (heat->reads == NULL)
      return AN_OK;
   if (from->reads != NULL) {
      /* They are parts of the sum, which fits. */
      add_counts(heat->reads, from->reads, heat->n);
      add_counts(heat->writes, from->writes, heat->n);
      return AN_OK;
   }
   hp_heat *sum = hp_profile_get(owner, 1, sizeof *sum);
   if (sum == NULL)
      return AN_NO_MEMORY;
   *sum = (hp_heat){ .unit_B = heat->unit_B, .n = heat->n, .sum = heat->sum };
   to->heat = sum;
   return AN_OK;
}

/* A site without accesses has no heat of large blocks: all counts are 0. */
static bool is_like_cold(const hp_heat *heat, const hp_site *cold)
{
   int64_t size_B = cold->max_size;
   return cold->reads == 0 && cold->writes == 0 && cold->min_size == size_B
          && size_B > 0
          && heat->n == (uint64_t)((size_B - 1) / heat->unit_B + 1);
}

/* Where blocks of the two have other sizes, there is no heat.  Needs the other
   values as they were before. */
static an_status add_heat(hp_site *to, const hp_site *from, hp_profile *owner)
{
   const hp_heat *old = to->heat, *new = from->heat;
   if (from->total.blocks == 0 || (old == NULL && new == NULL))
      return AN_OK;
   if (old == NULL) {
      bool is_new = to->total.blocks == 0 || is_like_cold(new, to);
      return is_new ? copy_heat(to, new, owner) : AN_OK;
   }
   if (new != NULL && old->unit_B == new->unit_B && old->n == new->n)
      return sum_heat(to, new, owner);
   if (new != NULL || !is_like_cold(old, from))
      to->heat = NULL;
   return AN_OK;
}

/* ---- Threads ---- */

typedef struct {
   const hp_thread_share *of;
   size_t n;
} shares;

/* Where nothing is told, thread 1 allocated it all. */
static shares shares_of(const hp_site *site, hp_thread_share *first)
{
   *first = (hp_thread_share){ 1, site->total };
   if (site->threads != NULL)
      return (shares){ site->threads, site->n_threads };
   return (shares){ first, site->total.blocks > 0 };
}

/* How many threads are in either. */
static size_t count_union(shares a, shares b)
{
   size_t n = 0;
   for (size_t i = 0, k = 0; i < a.n || k < b.n; n++) {
      bool is_a = k == b.n || (i < a.n && a.of[i].thread <= b.of[k].thread);
      bool is_b = i == a.n || (k < b.n && b.of[k].thread <= a.of[i].thread);
      i += is_a;
      k += is_b;
   }
   return n;
}

static an_status unite(hp_thread_share *to, shares a, shares b)
{
   for (size_t i = 0, k = 0; i < a.n || k < b.n; to++) {
      bool is_a = k == b.n || (i < a.n && a.of[i].thread <= b.of[k].thread);
      bool is_b = i == a.n || (k < b.n && b.of[k].thread <= a.of[i].thread);
      hp_thread_share share = is_a ? a.of[i] : b.of[k];
      if (is_a && is_b && !hp_amount_add(&share.total, b.of[k].total))
         return AN_OVERFLOW;
      *to = share;
      i += is_a;
      k += is_b;
   }
   return AN_OK;
}

/* By number of thread.  Needs the totals as they were before. */
static an_status add_threads(hp_site *to, const hp_site *from,
                             hp_profile *owner)
{
   hp_thread_share first_to, first_from;
   if (to->threads == NULL && from->threads == NULL)
      return AN_OK;
   shares old = shares_of(to, &first_to);
   shares new = shares_of(from, &first_from);
   size_t n = count_union(old, new);
   hp_thread_share *threads = to->threads;
   /* In place, if all are there: memory is not to grow with the profiles. */
   if (threads == NULL || n > to->n_threads)
      threads = hp_profile_get(owner, n, sizeof *threads);
   if (threads == NULL)
      return AN_NO_MEMORY;
   an_status status = unite(threads, old, new);
   to->threads = threads;
   to->n_threads = n;
   return status;
}

/* ---- Sites ---- */

/* The bytes that were refused are capped, as the tool does. */
static bool add_failed(hp_amount *to, const hp_amount *from)
{
   if (!hp_count_add(&to->bytes, from->bytes))
      to->bytes = INT64_MAX;
   return hp_count_add(&to->blocks, from->blocks);
}

an_status hp_site_add(hp_site *to, const hp_site *from, hp_profile *owner)
{
   an_status status = add_heat(to, from, owner);
   add_ranges(to, from);
   to->is_cut |= from->is_cut;
   if (status == AN_OK)
      status = add_threads(to, from, owner);
   if (status == AN_OK)
      status = add_size_classes(to, from, owner);
   if (status != AN_OK)
      return status;
   bool ok = hp_amount_add(&to->total, from->total)
             && hp_amount_add(&to->at_peak, from->at_peak)
             && hp_amount_add(&to->at_end, from->at_end)
             && hp_amount_add(&to->max, from->max)
             && hp_amount_add(&to->temporary, from->temporary)
             && add_failed(&to->failed, &from->failed)
             && hp_count_add(&to->reallocs, from->reallocs)
             && hp_count_add(&to->lifetime, from->lifetime)
             && hp_count_add(&to->freed_blocks, from->freed_blocks)
             && hp_count_add(&to->freed_lifetime, from->freed_lifetime)
             && hp_count_add(&to->reads, from->reads)
             && hp_count_add(&to->writes, from->writes)
             && hp_amount_add(&to->never_read, from->never_read)
             && hp_amount_add(&to->never_written, from->never_written)
             && hp_amount_add(&to->never_touched, from->never_touched)
             && hp_amount_add(&to->moved, from->moved);
   return ok ? AN_OK : AN_OVERFLOW;
}
