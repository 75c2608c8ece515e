/* ah_merge_site.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"

#include "base/an_overflow.h"

#include <string.h>

/* ---- Ranges and histograms ---- */

/* Widens a range to the smallest and the largest of both; an empty side has none. */
static void widen_range(int64_t *low, int64_t *high, bool is_empty, int64_t from_low,
                        int64_t from_high, bool from_is_empty)
{
   if (from_is_empty)
      return;
   if (is_empty || from_low < *low)
      *low = from_low;
   if (is_empty || from_high > *high)
      *high = from_high;
}

static void add_ranges(ah_site *to, const ah_site *from)
{
   widen_range(&to->min_size, &to->max_size, to->total.blocks == 0, from->min_size,
               from->max_size, from->total.blocks == 0);
   widen_range(&to->shortest, &to->longest, to->freed_blocks == 0, from->shortest,
               from->longest, from->freed_blocks == 0);
}

/* Adds the classes of both to `sum`, which has room for all; returns how many there
   are. */
static size_t unite_classes(ah_class *sum, const ah_classes *a, const ah_classes *b)
{
   size_t n = 0;
   for (size_t i = 0, k = 0; i < a->n || k < b->n; n++) {
      const ah_class *x = &a->of[i], *y = &b->of[k];
      bool is_a = k == b->n || (i < a->n && x->number <= y->number);
      bool is_b = i == a->n || (k < b->n && y->number <= x->number);
      sum[n] = is_a ? *x : *y;
      if (is_a && is_b)
         an_overflow_note(!ah_count_add(&sum[n].blocks, y->blocks));
      i += is_a;
      k += is_b;
   }
   return n;
}

/* A copy of n classes. */
static ah_classes copy_classes(const ah_class *of, size_t n, ah_profile *owner)
{
   return (ah_classes){ ah_profile_copy(owner, of, n * sizeof *of), n };
}

/* Adds classes: in place if the list has them all, as threads are. */
static void add_classes(ah_classes *to, const ah_classes *from, ah_profile *owner)
{
   ah_class sum[AH_CLASSES];
   if (from->of == NULL)
      return;
   if (to->of == NULL) {
      *to = copy_classes(from->of, from->n, owner);
      return;
   }
   size_t n = unite_classes(sum, to, from);
   if (n > to->n)
      *to = copy_classes(sum, n, owner);
   else
      memcpy(to->of, sum, n * sizeof *sum);
}

/* ---- Heat ---- */

/* A copy of n counts; NULL for NULL. */
static int64_t *copy_counts(ah_profile *owner, const int64_t *counts, size_t n)
{
   if (counts == NULL)
      return NULL;
   int64_t *copy = ah_profile_get(owner, n, sizeof *copy);
   return memcpy(copy, counts, n * sizeof *copy);
}

static void copy_heat(ah_site *to, const ah_heat *from, ah_profile *owner)
{
   ah_heat *copy = ah_profile_get(owner, 1, sizeof *copy);
   *copy = (ah_heat){
      .unit_B = from->unit_B,
      .n = from->n,
      .reads = copy_counts(owner, from->reads, from->n),
      .writes = copy_counts(owner, from->writes, from->n),
      .sum = copy_counts(owner, from->sum, from->n),
   };
   to->rare->heat = copy;
}

static bool add_counts(int64_t *to, const int64_t *from, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (!ah_count_add(&to[i], from[i]))
         return false;
   return true;
}

static void sum_heat(ah_site *to, const ah_heat *from, ah_profile *owner)
{
   const ah_heat *heat = to->rare->heat;
   an_overflow_note(!add_counts(heat->sum, from->sum, heat->n));
   if (heat->reads == NULL)
      return;
   if (from->reads != NULL) {
      /* They fit, as their sum does. */
      add_counts(heat->reads, from->reads, heat->n);
      add_counts(heat->writes, from->writes, heat->n);
      return;
   }
   ah_heat *sum = ah_profile_get(owner, 1, sizeof *sum);
   *sum = (ah_heat){ .unit_B = heat->unit_B, .n = heat->n, .sum = heat->sum };
   to->rare->heat = sum;
}

/* A site of large blocks has no heat if they had no accesses: all counts are 0. */
static bool fits_cold(const ah_heat *heat, const ah_site *cold)
{
   int64_t size_B = cold->max_size;
   const ah_rare *rare = ah_site_rare(cold);
   return rare->reads == 0 && rare->writes == 0 && cold->min_size == size_B && size_B > 0
          && heat->n == (uint64_t)((size_B - 1) / heat->unit_B + 1);
}

/* If the two sites' blocks differ in size, the sum has no heat.  Call it before
   the other values change. */
static void add_heat(ah_site *to, const ah_site *from, ah_profile *owner)
{
   const ah_heat *old = ah_site_rare(to)->heat, *new = ah_site_rare(from)->heat;
   if (from->total.blocks == 0 || (old == NULL && new == NULL))
      return;
   if (old == NULL) {
      if (to->total.blocks == 0 || fits_cold(new, to))
         copy_heat(to, new, owner);
   } else if (new != NULL && old->unit_B == new->unit_B && old->n == new->n)
      sum_heat(to, new, owner);
   else if (new != NULL || !fits_cold(old, from))
      to->rare->heat = NULL;
}

/* ---- Threads ---- */

typedef struct {
   const ah_thread_share *of;
   size_t n;
} shares;

/* Without a list, thread 1 allocated everything. */
static shares shares_of(const ah_site *site, ah_thread_share *first)
{
   *first = (ah_thread_share){ 1, site->total };
   const ah_rare *rare = ah_site_rare(site);
   if (rare->threads != NULL)
      return (shares){ rare->threads, rare->n_threads };
   return (shares){ first, site->total.blocks > 0 };
}

/* Writes the sums of both lists to `to`, unless that is NULL; *n becomes how many
   threads they have together. */
static void unite_shares(ah_thread_share *to, shares a, shares b, size_t *n)
{
   *n = 0;
   for (size_t i = 0, k = 0; i < a.n || k < b.n; ++*n) {
      bool is_a = k == b.n || (i < a.n && a.of[i].thread <= b.of[k].thread);
      bool is_b = i == a.n || (k < b.n && b.of[k].thread <= a.of[i].thread);
      if (to != NULL) {
         ah_thread_share share = is_a ? a.of[i] : b.of[k];
         if (is_a && is_b)
            an_overflow_note(!ah_amount_add(&share.total, b.of[k].total));
         to[*n] = share;
      }
      i += is_a;
      k += is_b;
   }
}

/* Adds the threads, by number.  Call it before the totals change. */
static void add_threads(ah_site *to, const ah_site *from, ah_profile *owner)
{
   ah_thread_share first_to, first_from;
   if (ah_site_rare(to)->threads == NULL && ah_site_rare(from)->threads == NULL)
      return;
   shares old = shares_of(to, &first_to);
   shares new = shares_of(from, &first_from);
   size_t n;
   unite_shares(NULL, old, new, &n);
   ah_thread_share *threads = to->rare->threads;
   /* In place if the list has them all: memory must not grow with the number of
      profiles. */
   if (threads == NULL || n > to->rare->n_threads)
      threads = ah_profile_get(owner, n, sizeof *threads);
   unite_shares(threads, old, new, &n);
   to->rare->threads = threads;
   to->rare->n_threads = (uint32_t)n;
}

/* ---- Sites ---- */

/* Refused bytes are capped, as the tool does. */
static bool add_failed(ah_amount *to, const ah_amount *from)
{
   if (!ah_count_add(&to->bytes, from->bytes))
      to->bytes = INT64_MAX;
   return ah_count_add(&to->blocks, from->blocks);
}

static bool add_rare(ah_rare *to, const ah_rare *from)
{
   return add_failed(&to->failed, &from->failed)
          && ah_count_add(&to->reallocs, from->reallocs)
          && ah_count_add(&to->reads, from->reads)
          && ah_count_add(&to->writes, from->writes)
          && ah_amount_add(&to->never_read, from->never_read)
          && ah_amount_add(&to->never_written, from->never_written)
          && ah_amount_add(&to->never_touched, from->never_touched)
          && ah_amount_add(&to->partly, from->partly)
          && ah_amount_add(&to->old, from->old)
          && ah_count_add(&to->old_freed, from->old_freed)
          && ah_count_add(&to->old_lifetime, from->old_lifetime)
          && ah_amount_add(&to->outgrown, from->outgrown)
          && ah_need_add(&to->need, &from->need)
          && ah_need_add(&to->need_at_peak, &from->need_at_peak)
          && ah_amount_add(&to->idle, from->idle) && ah_count_add(&to->old_B, from->old_B)
          && ah_count_add(&to->idle_saves_B, from->idle_saves_B)
          && ah_amount_add(&to->moved, from->moved);
}

bool ah_site_add_amounts(ah_site *to, const ah_site *from)
{
   add_ranges(to, from);
   to->is_cut |= from->is_cut;
   return ah_amount_add(&to->total, from->total)
          && ah_amount_add(&to->at_peak, from->at_peak)
          && ah_amount_add(&to->at_end, from->at_end)
          && ah_amount_add(&to->max, from->max)
          && ah_amount_add(&to->temporary, from->temporary)
          && ah_count_add(&to->lifetime, from->lifetime)
          && ah_count_add(&to->freed_blocks, from->freed_blocks)
          && ah_count_add(&to->freed_lifetime, from->freed_lifetime)
          && (from->rare == NULL || add_rare(to->rare, from->rare));
}

void ah_site_add(ah_site *to, const ah_site *from, ah_profile *owner)
{
   if (from->rare != NULL)
      ah_profile_rare(owner, to);
   add_heat(to, from, owner);
   add_threads(to, from, owner);
   add_classes(&to->sizes, &from->sizes, owner);
   add_classes(&to->lives, &from->lives, owner);
   an_overflow_note(!ah_site_add_amounts(to, from));
}
