/* hp_outfile_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_threads.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "state/hp_run.h"
#include "run/tk_thread_names.h"

/* A server can start threads without end.  The latest are kept: so are those that live
   until the end of the process, which ends them before the profile is written. */
enum { MOST_ENDED = 1000 };

static struct {
   hp_outfile_thread of[MOST_ENDED];
   SizeT n; /* ever */
} ended;

/* All names of a process that forks, for a child that inherits counts: there the kernel
   no longer knows the other threads. */
static struct {
   hp_outfile_thread *of;
   SizeT n;
} at_fork;

static SizeT n_kept(void)
{
   return ended.n < MOST_ENDED ? ended.n : MOST_ENDED;
}

/* Reads the name of a thread; false: it has none. */
static Bool read_name(ThreadId id, hp_outfile_thread *thread)
{
   const HChar *name = tk_thread_names_of(id);
   if (name[0] == '\0' || run.threads.by_id[id] == NULL)
      return False;
   thread->number = hp_thread_number(id);
   VG_(snprintf)(thread->name, sizeof thread->name, "%s", name);
   return True;
}

void hp_outfile_threads_end(ThreadId id)
{
   if (read_name(id, &ended.of[ended.n % MOST_ENDED]))
      ended.n++;
   tk_thread_names_remove(id);
}

/* The last thread runs again after its end, to free what libc keeps. */
static Bool has_ended(ULong number)
{
   for (SizeT i = 0; i < n_kept(); i++)
      if (ended.of[i].number == number)
         return True;
   return False;
}

static Int compare_threads(const void *a, const void *b)
{
   const hp_outfile_thread *x = a, *y = b;
   return tk_compare(x->number, y->number);
}

hp_outfile_thread *hp_outfile_threads(SizeT *n)
{
   *n = 0;
   if (run.threads.n < 2)
      return NULL;
   hp_outfile_thread *threads = VG_(malloc)("hp.outfile.threads",
                                            (n_kept() + VG_N_THREADS) * sizeof *threads);
   for (SizeT i = 0; i < n_kept(); i++)
      threads[(*n)++] = ended.of[i];
   for (ThreadId id = 1; id < VG_N_THREADS; id++)
      if (read_name(id, &threads[*n]) && !has_ended(threads[*n].number))
         ++*n;
   VG_(ssort)(threads, *n, sizeof *threads, compare_threads);
   return threads;
}

/* ---- Forks --------------------------------------------------------------------- */

static void forget_names(void)
{
   VG_(free)(at_fork.of);
   at_fork.of = NULL;
   at_fork.n = 0;
}

void hp_outfile_threads_before_fork(void)
{
   at_fork.of = hp_outfile_threads(&at_fork.n);
}

void hp_outfile_threads_forked(ThreadId id)
{
   forget_names();
}

void hp_outfile_threads_fork(ThreadId id, Bool inherits)
{
   if (!inherits)
      ended.n = 0;
   for (SizeT i = 0; inherits && i < at_fork.n; i++)
      if (at_fork.of[i].number != hp_thread_number(id)
          && !has_ended(at_fork.of[i].number))
         ended.of[ended.n++ % MOST_ENDED] = at_fork.of[i];
   forget_names();
   tk_thread_names_fork(id);
}
