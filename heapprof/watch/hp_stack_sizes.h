/* hp_stack_sizes.h -- the size of the program's stacks over time (--stacks=yes);
   glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Asks the core for pushes and pops; does nothing without --stacks=yes. */
void hp_stack_sizes_init(void);

/* A thread begins with an empty stack.  When it ends, what is on its stack is not
   popped. */
void hp_stack_sizes_thread_begins(ThreadId id);
void hp_stack_sizes_thread_ends(ThreadId id);

/* The process is a new child, whose only thread is this one. */
void hp_stack_sizes_fork(ThreadId id);
