/* tk_checkpoint.h -- the profile so far, for a run that ends without a word: by
   SIGKILL, or when memory runs out; glue.

   A checkpoint is a profile beside the outfile, NAME.checkpoint, that says of
   itself that it is partial.  The first, empty one is there before the first
   instruction; each is replaced as a whole by the next; the last is removed
   once the outfile is written.  When they are written: tk_pace.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_CHECKPOINT_H
#define TK_CHECKPOINT_H

#include "run/tk_outfile.h"

void tk_checkpoint_start(tk_outfile *outfile);

/* A thread has stopped, with its counts settled or ready to be: writes one if
   it is due.  To be called often; does nearly nothing then. */
void tk_checkpoint_stop(tk_outfile *outfile);

/* A thread is about to enter this system call.  If it may wait there for long, one
   is written, unless that costs too much. */
void tk_checkpoint_syscall(tk_outfile *outfile, UInt number,
                           const UWord *arguments);

/* This process is a child, which has just begun. */
void tk_checkpoint_fork(tk_outfile *outfile);

/* The profile is written: no checkpoint is left. */
void tk_checkpoint_drop(tk_outfile *outfile);

#endif
