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
   add_ranges(to, from);
   an_status status = add_threads(to, from, owner);
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
             && hp_count_add(&to->writes, from->writes);
   return ok ? AN_OK : AN_OVERFLOW;
}
