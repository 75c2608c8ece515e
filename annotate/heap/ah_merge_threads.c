/* ah_merge_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"

#include <string.h>

/* How many threads have a name in either profile. */
static size_t count_names(const ah_profile *to, const ah_profile *from)
{
   size_t n = 0, i = 0, k = 0;
   while (i < to->n_thread_names && k < from->n_thread_names) {
      uint32_t a = to->thread_names[i].thread, b = from->thread_names[k].thread;
      i += a <= b;
      k += b <= a;
      n++;
   }
   return n + (to->n_thread_names - i) + (from->n_thread_names - k);
}

/* What both call the thread; the name becomes NULL if they differ. */
static ah_thread_name agreed_name(ah_thread_name a, ah_thread_name b)
{
   if (a.name != NULL && strcmp(a.name, b.name) != 0)
      a.name = NULL;
   return a;
}

/* Unites the names from the last to the first, so that the list can grow where it is. */
static void unite_names(ah_thread_name *all, size_t n, ah_profile *to,
                        const ah_profile *from)
{
   size_t i = to->n_thread_names, k = from->n_thread_names;
   while (n-- > 0) {
      const ah_thread_name *old = i > 0 ? &to->thread_names[i - 1] : NULL;
      const ah_thread_name *new = k > 0 ? &from->thread_names[k - 1] : NULL;
      bool has_old = old != NULL && (new == NULL || old->thread >= new->thread);
      bool has_new = new != NULL && (old == NULL || new->thread >= old->thread);
      i -= has_old;
      k -= has_new;
      if (has_old) {
         all[n] = has_new ? agreed_name(*old, *new) : *old;
         continue;
      }
      all[n] = (ah_thread_name){ new->thread,
                                 ah_profile_intern(to, new->name, strlen(new->name)) };
   }
}

void ah_thread_names_add(ah_profile *to, const ah_profile *from)
{
   size_t n = count_names(to, from);
   ah_thread_name *all = to->thread_names;
   if (n > to->n_thread_names)
      all = ah_profile_get(to, n, sizeof *all);
   unite_names(all, n, to, from);
   to->thread_names = all;
   to->n_thread_names = n;
}

void ah_thread_names_finish(ah_profile *to)
{
   size_t n = 0;
   for (size_t i = 0; i < to->n_thread_names; i++)
      if (to->thread_names[i].name != NULL)
         to->thread_names[n++] = to->thread_names[i];
   to->n_thread_names = n;
}
