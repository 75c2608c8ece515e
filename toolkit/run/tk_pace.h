/* tk_pace.h -- when to write checkpoints; pure.

   No checkpoint should be older than the interval, and all of them together should
   cost almost nothing.  So:

   - While the program runs, a checkpoint is due when the interval is over.  At the
     beginning one is due sooner: whenever the run has become twice as long.
   - Before a wait of unknown length, a checkpoint is written at once: the first time
     always, later only if such checkpoints cost at most 1/200 of the time.

   All times are in milliseconds on one clock.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
   TK_PACE_SHARE = 200,     /* checkpoints cost at most 1/200 of the time */
   TK_PACE_FIRST_MS = 2000, /* the first gap */
   TK_PACE_START_MS = 20,   /* the budget for waits at the start */
};

typedef struct tk_pace {
   uint64_t interval; /* 0: never */
   uint64_t start;    /* of the run */
   uint64_t gap;      /* from the last checkpoint to the next */
   uint64_t last;     /* the time of the last checkpoint, or the start */
   uint64_t cost;     /* of the last checkpoint */
   uint64_t seen;     /* the time up to which the purse was filled */
   uint64_t purse;    /* the budget for waits, times TK_PACE_SHARE */
   bool is_free;      /* the next checkpoint before a wait costs nothing */
} tk_pace;

/* A new program starts. */
void tk_pace_start(tk_pace *pace, uint64_t interval, uint64_t now);

/* A forked child starts with its parent's state.  Only its first wait is free: there can
   be many children, and each may soon execute another program.  What it saves there it
   would also write at its end. */
void tk_pace_fork(tk_pace *pace, uint64_t now);

bool tk_pace_is_due(const tk_pace *pace, uint64_t now);

/* The program is about to wait: should a checkpoint be written? */
bool tk_pace_may(tk_pace *pace, uint64_t now);

/* A checkpoint was written, or could not be written. */
void tk_pace_done(tk_pace *pace, uint64_t began, uint64_t ended);
