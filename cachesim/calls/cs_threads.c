/* cs_threads.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_threads.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

enum { MOST_OPEN = 20000 }; /* calls of a thread that unwinding finds */

typedef struct {
   UInt number; /* from 1, never used twice; 0: no thread has this id now */
   Bool has_toggled;
} thread;

static struct {
   cs_threads_setup setup;
   Bool counts;
   Bool collects; /* without call paths: the thread that runs */
   thread *by_id;
   UInt n; /* that have begun */
} the;

void cs_threads_init(const cs_threads_setup *setup, Bool counts)
{
   the.setup = *setup;
   the.counts = counts;
   the.collects = True;
   the.by_id = VG_(calloc)("cs.threads", VG_N_THREADS, sizeof *the.by_id);
}

/* ---- Which one runs --------------------------------------------------- */

/* What the paths of a thread begin with; NULL: nothing. */
static const cs_function *first_of(const thread *t)
{
   return the.setup.are_separate
             ? cs_functions_thread(the.setup.calls->functions, t->number)
             : NULL;
}

static Bool is_collecting(const thread *t)
{
   return the.setup.collects != t->has_toggled;
}

static void set_collecting(Bool wanted)
{
   if (wanted != the.collects)
      the.setup.on_collect(wanted);
   the.collects = wanted;
}

/* Lets the thread run, with call paths.  True: it has entered no function yet. */
static Bool run_thread(ThreadId tid)
{
   const thread *t = &the.by_id[tid];
   return cs_frames_run(&the.setup.calls->frames, t->number,
                        VG_(thread_get_stack_max)(tid), first_of(t), is_collecting(t));
}

void cs_threads_run(ThreadId tid)
{
   thread *t = &the.by_id[tid];
   cs_calls *calls = the.setup.calls;
   Bool is_entry;
   if (t->number == 0)
      t->number = ++the.n;
   if (calls == NULL)
      set_collecting(is_collecting(t));
   else if (run_thread(tid)) {
      /* The thread begins in the midst of the function that makes the system call. */
      const cs_function *function = cs_functions_at(calls->functions, VG_(get_IP)(tid),
                                                    &is_entry);
      if (function != NULL)
         cs_frames_enter(&calls->frames, function, VG_(get_SP)(tid), is_entry);
   }
}

UInt cs_threads_number(ThreadId tid)
{
   return the.by_id[tid].number;
}

void cs_threads_toggle(ThreadId tid)
{
   thread *t = &the.by_id[tid];
   t->has_toggled = !t->has_toggled;
   if (the.setup.calls == NULL)
      set_collecting(is_collecting(t));
   else
      cs_frames_collect(&the.setup.calls->frames, is_collecting(t));
}

void cs_threads_end(ThreadId tid)
{
   if (the.setup.calls != NULL)
      cs_frames_thread_ends(&the.setup.calls->frames, the.by_id[tid].number);
   the.by_id[tid] = (thread){ .number = 0 };
}

void cs_threads_fork(ThreadId tid)
{
   cs_threads_run(tid);
   for (ThreadId i = 0; i < VG_N_THREADS; i++)
      if (i != tid)
         the.by_id[i] = (thread){ .number = 0 };
   if (the.setup.calls != NULL)
      cs_frames_fork(&the.setup.calls->frames);
}

ThreadId cs_threads_next(ThreadId tid, UInt *number)
{
   while (++tid < VG_N_THREADS)
      if (the.by_id[tid].number != 0) {
         *number = the.by_id[tid].number;
         return tid;
      }
   return 0;
}

/* ---- Open calls ------------------------------------------------------- */

/* Finds the calls that are open in the thread, which runs. */
static void open_calls(ThreadId tid)
{
   static Addr code[MOST_OPEN], sp[MOST_OPEN];
   cs_calls *calls = the.setup.calls;
   UInt n = VG_(get_StackTrace)(tid, code, MOST_OPEN, sp, NULL, 0);
   for (UInt i = n; i-- > 0;) {
      Bool is_entry;
      const cs_function *function = cs_functions_at(calls->functions, code[i], &is_entry);
      if (i == n - 1)
         cs_frames_open(&calls->frames, NULL, function, sp[i]);
      else
         cs_frames_open(&calls->frames,
                        tk_where_line(the.setup.where, code[i + 1], code[i + 1]),
                        function, sp[i + 1]);
   }
}

void cs_threads_count(Bool counts)
{
   the.counts = counts;
   if (the.setup.calls == NULL || !counts)
      return;
   cs_frames_forget(&the.setup.calls->frames);
   UInt number;
   for (ThreadId tid = 0; (tid = cs_threads_next(tid, &number)) != 0;) {
      run_thread(tid);
      open_calls(tid);
   }
}

/* ---- Signals ---------------------------------------------------------- */

void cs_threads_signal(ThreadId tid)
{
   if (!the.counts || the.setup.calls == NULL)
      return;
   cs_threads_run(tid);
   cs_frames_signal(&the.setup.calls->frames, VG_(get_SP)(tid));
}

void cs_threads_signal_done(ThreadId tid)
{
   if (!the.counts || the.setup.calls == NULL)
      return;
   cs_threads_run(tid);
   if (cs_frames_signal_done(&the.setup.calls->frames))
      return;
   /* Counting began in the handler: some unwinding ends there. */
   cs_frames_thread_ends(&the.setup.calls->frames, the.by_id[tid].number);
   run_thread(tid);
   open_calls(tid);
}
