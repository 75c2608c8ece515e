/* tk_watch.h -- what happens when an allocation function is entered and when it
   has returned; glue.

   A function that is entered by another is part of that one's call (tk_calls.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WATCH_H
#define TK_WATCH_H

#include "watch/tk_functions.h"
#include "watch/tk_guest.h"

void tk_watch_init(void);

/* Called from translated code.  At the first instruction of a function, which is
   the C library's own if `is_libc`; the arguments may be changed. */
void tk_watch_on_entry(tk_guest *state, const tk_function *function,
                      HWord is_libc);

/* Where the call that is waited for returns to, with the stack pointer that is
   expected; the result may be changed. */
void tk_watch_on_return(tk_guest *state);

/* A thread is about to run translated code. */
void tk_watch_thread_runs(ThreadId id);

/* A thread begins. */
void tk_watch_thread_begins(ThreadId id);

/* A signal's handler is about to run, or has returned, in that thread. */
void tk_watch_signal(ThreadId id, Bool has_other_stack);
void tk_watch_signal_done(ThreadId id);

#endif
