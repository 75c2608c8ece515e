/* ac_read_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_threads.h"

#include "counts/ac_notes.h"

bool ac_read_thread(ac_reader *r, const ac_fields *f)
{
   ac_thread *thread = &r->notes->threads.thread;
   if (thread->name != NULL)
      return ac_note_fail_place(r);
   if (f->n[0] < 1 || f->n[1] < 1)
      return ac_note_fail(r);
   *thread = (ac_thread){ .number = f->n[0], .n = f->n[1], .name = f->text };
   return true;
}

static void add_thread(ac_reader *r, ac_thread *thread, const int64_t *counts)
{
   thread->counts = (int64_t *)ac_reader_row(r, counts);
   ac_threads_add(r->profile, thread);
}

bool ac_read_thread_counts(ac_reader *r, const ac_fields *f)
{
   (void)f;
   ac_read_threads *threads = &r->notes->threads;
   if (threads->thread.name == NULL)
      return ac_note_fail_place(r);
   ac_reader_add_up(r, &threads->sums);
   add_thread(r, &threads->thread, r->counts);
   threads->thread.name = NULL;
   return true;
}

bool ac_read_threads_end(ac_reader *r)
{
   const ac_read_threads *threads = &r->notes->threads;
   if (threads->thread.name != NULL)
      return ac_reader_fail(r, "the last thread has no \"#: thread-counts\" line");
   if (threads->sums != NULL)
      return ac_reader_check_equal(r, "threads", threads->sums, "summary:", r->stated);
   ac_thread all = { .number = 1, .n = 1, .name = ac_profile_intern(r->profile, "", 0) };
   add_thread(r, &all, r->stated);
   return true;
}
