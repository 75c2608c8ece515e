/* an_checkpoint.h -- leaves out checkpoints of profiles that are given as well.

   While a program runs, its profile so far is in NAME.checkpoint, where NAME is the
   name of the whole profile.  Patterns such as cachesim.out.* match both.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CHECKPOINT_H
#define AN_CHECKPOINT_H

#include <stddef.h>

/* Removes from `files`, after a warning, each checkpoint whose whole profile is among
   them: it would be counted twice.  Keeps the order.  Returns how many are left. */
size_t an_checkpoint_leave_out(char **files, size_t n);

#endif
