/* ac_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_threads.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "counts/ac_profile_private.h"

#include <inttypes.h>
#include <stdio.h>

/* Adds it, with counts of 0, if there is none. */
static ac_thread *find_thread(ac_profile *profile, const ac_thread *like)
{
   tk_table *table = &profile->threads_by_name;
   uint64_t hash = tk_hash_word((uintptr_t)like->name
                                ^ tk_hash_word((uint64_t)like->number));
   TK_TABLE_EACH(i, table, hash)
      if (profile->threads[i].name == like->name
          && profile->threads[i].number == like->number)
         return &profile->threads[i];
   int64_t *counts = ac_profile_new_counts(profile);
   TK_ARRAY_ROOM(profile->alloc, AN_LABEL, profile->threads, profile->n_threads,
                 profile->threads_capacity);
   tk_table_add(table, hash, (uint32_t)profile->n_threads);
   ac_thread *added = &profile->threads[profile->n_threads++];
   *added = (ac_thread){ .number = like->number, .name = like->name, .counts = counts };
   return added;
}

/* A sum that does not fit is the program's, too, which is checked at the end. */
static void add_count(int64_t *to, int64_t more)
{
   if (__builtin_add_overflow(*to, more, to))
      *to = INT64_MAX;
}

void ac_threads_add(ac_profile *profile, const ac_thread *thread)
{
   ac_thread *sum = find_thread(profile, thread);
   add_count(&sum->n, thread->n);
   for (size_t e = 0; e < ac_profile_n_events(profile); e++)
      add_count(&sum->counts[e], thread->counts[e]);
}

size_t ac_threads_count(const ac_profile *profile)
{
   return profile->n_threads;
}

const ac_thread *ac_threads_at(const ac_profile *profile, size_t index)
{
   return &profile->threads[index];
}

bool ac_threads_are_known(const ac_profile *profile)
{
   return profile->n_threads > 1;
}

bool ac_threads_add_up(const ac_profile *profile)
{
   for (size_t e = 0; e < ac_profile_n_events(profile); e++) {
      uint64_t left = (uint64_t)ac_profile_totals(profile)[e];
      for (size_t i = 0; i < ac_threads_count(profile); i++)
         left -= (uint64_t)ac_threads_at(profile, i)->counts[e];
      if (left != 0)
         return false;
   }
   return true;
}

const char *ac_thread_label(const ac_thread *thread, char label[AC_THREAD_LABEL_B])
{
   bool is_named = thread->name[0] != '\0';
   const char *name = is_named ? thread->name : thread->number == 1 ? "main" : NULL;
   if (thread->n > 1)
      snprintf(label, AC_THREAD_LABEL_B, "%" PRId64 " threads%s%.60s", thread->n,
               is_named ? " of the name " : "", thread->name);
   else if (name != NULL)
      snprintf(label, AC_THREAD_LABEL_B, "thread %" PRId64 " (%.60s)", thread->number,
               name);
   else
      snprintf(label, AC_THREAD_LABEL_B, "thread %" PRId64, thread->number);
   return label;
}
