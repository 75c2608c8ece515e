/* ac_read_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_threads.h"

#include <string.h>

void ac_read_threads_free(ac_reader *r, ac_read_threads *threads)
{
   tk_put(r->alloc, threads->sums);
}

bool ac_read_threads_name(ac_reader *r, ac_read_threads *threads, an_span rest)
{
   ac_thread thread = { .name = NULL };
   if (threads->thread.name != NULL)
      return ac_reader_fail(r, "\"#: thread\" out of place");
   if (!ac_reader_take_number(&rest, &thread.number)
       || !ac_reader_take_number(&rest, &thread.n) || thread.number < 1
       || thread.n < 1)
      return ac_reader_fail(r, "expected NUMBER THREADS NAME after \"#: thread\", "
                               "both numbers from 1");
   if (rest.at < rest.end)
      rest.at++;
   thread.name = ac_reader_intern_escaped(r, rest);
   threads->thread = thread;
   return thread.name != NULL;
}

static bool add(ac_reader *r, ac_thread *thread, const int64_t *counts)
{
   thread->counts = (int64_t *)ac_reader_row(r, counts);
   return ac_reader_check(r, ac_threads_add(r->profile, thread));
}

static bool sum_up(ac_reader *r, ac_read_threads *threads)
{
   if (threads->sums == NULL) {
      threads->sums = tk_get(r->alloc, "an.read.threads",
                             r->n_events * sizeof *threads->sums);
      if (threads->sums == NULL)
         return an_fail_no_memory(r->error);
      memset(threads->sums, 0, r->n_events * sizeof *threads->sums);
   }
   for (size_t e = 0; e < r->n_events; e++)
      if (__builtin_add_overflow(threads->sums[e], r->counts[e], &threads->sums[e]))
         return ac_reader_check(r, AN_OVERFLOW);
   return true;
}

bool ac_read_threads_counts(ac_reader *r, ac_read_threads *threads, an_span rest)
{
   if (threads->thread.name == NULL)
      return ac_reader_fail(r, "\"#: thread-counts\" out of place");
   if (!ac_reader_counts(r, rest, r->counts) || !sum_up(r, threads)
       || !add(r, &threads->thread, r->counts))
      return false;
   threads->thread.name = NULL;
   return true;
}

bool ac_read_threads_end(ac_reader *r, ac_read_threads *threads)
{
   if (threads->thread.name != NULL)
      return ac_reader_fail(r, "the last thread has no \"#: thread-counts\" line");
   if (threads->sums != NULL)
      return ac_reader_check_equal(r, "threads", threads->sums, "summary:", r->stated);
   ac_thread all = { .number = 1, .n = 1, .name = ac_profile_intern(r->profile, "", 0) };
   return all.name == NULL ? an_fail_no_memory(r->error) : add(r, &all, r->stated);
}
