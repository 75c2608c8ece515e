/* tk_schedule.h -- one order of threads, the same in each run; glue.

   The core runs one thread at a time, but the kernel says which one is next: the first
   that comes for the core's lock.  On one processor, and with the kernel's policy "first
   come, first served" (SCHED_FIFO), a thread goes on until it waits, and those that it
   wakes come in the order in which it woke them.  So no clock decides, as long as the
   program asks none, and no input comes from outside.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* Of this process and what it begins.  Ends it with a message if it has no right to. */
void tk_schedule_fix(void);
