/* tk_checkpoint.h -- saves the profile so far, for a run that cannot write one at its
   end: after SIGKILL, or when memory runs out; glue.

   A checkpoint is a profile beside the outfile, NAME.checkpoint, in the state
   "partial".  The first, empty one is written before the first instruction.  Each
   replaces the one before as a whole.  The last is removed once the outfile is
   written.  tk_pace.h decides when to write one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "run/tk_outfile.h"

#define TK_CHECKPOINT_SUFFIX ".checkpoint"

void tk_checkpoint_start(tk_outfile *outfile);

/* Writes a checkpoint if one is due.  To be called whenever a thread stops; usually
   returns at once. */
void tk_checkpoint_stop(tk_outfile *outfile);

/* To be called before a system call.  If it can wait for long, writes a checkpoint,
   unless checkpoints have taken too much time. */
void tk_checkpoint_syscall(tk_outfile *outfile, UInt number, const UWord *arguments);

/* To be called in a new child process.  If it has a profile of its own, it begins with
   an empty checkpoint. */
void tk_checkpoint_fork(tk_outfile *outfile, Bool is_own);

/* To be called before the program gives up a right that writing may need: keeps the
   checkpoint's file open (tk_writer_reserve). */
void tk_checkpoint_keep(tk_outfile *outfile);

/* Writes a checkpoint now, whatever the time, unless there are none. */
void tk_checkpoint_save(tk_outfile *outfile);

/* Removes the checkpoint and what was kept open: the profile is written. */
void tk_checkpoint_drop(tk_outfile *outfile);
