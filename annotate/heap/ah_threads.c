/* ah_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_threads.h"

#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
   const ah_thread_share *x = a, *y = b;
   return tk_compare(x->thread, y->thread);
}

static int by_bytes(const void *a, const void *b)
{
   const ah_thread_share *x = a, *y = b;
   return tk_compare_signed(y->total.bytes, x->total.bytes) ?: by_number(a, b);
}

/* Joins the shares of threads with the same number; sums fit, as the program's does. */
static size_t join_shares(ah_thread_share *shares, size_t n)
{
   size_t n_joined = 0;
   qsort(shares, n, sizeof *shares, by_number);
   for (size_t i = 0; i < n; i++) {
      ah_thread_share *last = n_joined > 0 ? &shares[n_joined - 1] : NULL;
      if (last != NULL && last->thread == shares[i].thread)
         ah_amount_add(&last->total, shares[i].total);
      else
         shares[n_joined++] = shares[i];
   }
   return n_joined;
}

void ah_threads_open(ah_threads *threads, const tk_alloc *alloc,
                     const ah_profile *profile)
{
   size_t n = 0;
   *threads = (ah_threads){ .n = 0 };
   if (!profile->is_heapprof)
      return;
   for (size_t i = 0; i < profile->n_sites; i++)
      n += ah_site_rare(&profile->sites[i])->n_threads;
   threads->of = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *threads->of);
   n = 0;
   /* Sites without a list are of thread 1. */
   ah_thread_share first = { .thread = 1 };
   bool has_first = false;
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      const ah_rare *rare = ah_site_rare(site);
      for (uint32_t k = 0; k < rare->n_threads; k++)
         threads->of[n++] = rare->threads[k];
      if (rare->n_threads == 0) {
         ah_amount_add(&first.total, site->total);
         has_first = true;
      }
   }
   if (has_first)
      threads->of[n++] = first;
   threads->n = join_shares(threads->of, n);
}

void ah_threads_rank(ah_threads *threads)
{
   qsort(threads->of, threads->n, sizeof *threads->of, by_bytes);
}

static int compare_thread(const void *key, const void *item)
{
   uint32_t thread = *(const uint32_t *)key;
   const ah_thread_name *name = item;
   return tk_compare(thread, name->thread);
}

const char *ah_threads_name(const ah_profile *profile, uint32_t thread)
{
   const ah_thread_name *found = NULL;
   if (profile->n_thread_names > 0)
      found = bsearch(&thread, profile->thread_names, profile->n_thread_names,
                      sizeof *found, compare_thread);
   return found == NULL ? NULL : found->name;
}
