/* hp_hook.h -- allocation functions watched in translated code; glue.

   The program keeps its own allocator.  Where translated code enters a function
   of hp_functions.h, it calls us with the arguments; that call says where it
   will return to, and the code there, translated anew if need be, calls us with
   the result when the stack pointer is the one that was expected.  So nothing
   leaves translated code, and a function that ends by a jump to another is
   seen as well.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_HOOK_H
#define HP_HOOK_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

void hp_hook_init(void);

/* Adds what watches, and what counts instructions. */
IRSB *hp_hook_instrument(IRSB *sb, Bool watch, Bool count_instrs);

/* A thread is about to run translated code. */
void hp_hook_thread_runs(ThreadId id);

/* A thread begins; a thread has ended. */
void hp_hook_thread_begins(ThreadId id);

/* A signal's handler is about to run, or has returned, in that thread. */
void hp_hook_signal(ThreadId id);
void hp_hook_signal_done(ThreadId id);

#endif
