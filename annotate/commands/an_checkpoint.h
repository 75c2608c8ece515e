/* an_checkpoint.h -- checkpoints among the profiles that a command adds up.

   While a program runs, its profile so far is in NAME.checkpoint, where NAME is
   what the whole profile will be called.  Patterns such as cachesim.out.* match
   both.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CHECKPOINT_H
#define AN_CHECKPOINT_H

#include <stddef.h>

/* Leaves out, after a warning on standard error, the checkpoints of profiles that
   are among the files, too: nothing is to be counted twice.  A checkpoint that is
   all there is stays.  Returns how many files are left, in their order. */
size_t an_checkpoint_leave_out(char **files, size_t n);

#endif
