/* tk_pace.h -- when to write checkpoints; pure.

   Two things are asked for: that no checkpoint is older than the interval, and
   that all of them together cost next to nothing.  So

   - while the program runs, one is due when the interval is over; at the
     beginning sooner, each time after as long as the run is old;
   - when it is about to wait, for nobody knows how long, one is worth having at
     once: the first time in any case, then as long as those cost no more than
     one part in 200 of the time.

   All times are in milliseconds on one clock.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_PACE_H
#define TK_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
   TK_PACE_SHARE = 200,     /* of the time one may be spent */
   TK_PACE_FIRST_MS = 2000, /* the first gap */
   TK_PACE_START_MS = 20,   /* that waits may spend before any time is over */
};

typedef struct tk_pace {
   uint64_t interval; /* 0: never */
   uint64_t start;    /* of the run */
   uint64_t gap;      /* from the last checkpoint to the next */
   uint64_t last;     /* when it was, or the start */
   uint64_t cost;     /* of it */
   uint64_t seen;     /* until when the purse was filled */
   uint64_t purse;    /* what may be spent on waits, times TK_PACE_SHARE */
   bool is_free;      /* the next at a wait */
} tk_pace;

/* Of a new program. */
void tk_pace_start(tk_pace *pace, uint64_t interval, uint64_t now);

/* Of a child, with the state of its parent: there may be many, and each may be
   about to become another program, so that nothing is free. */
void tk_pace_fork(tk_pace *pace, uint64_t now);

bool tk_pace_is_due(const tk_pace *pace, uint64_t now);

/* The program is about to wait. */
bool tk_pace_may(tk_pace *pace, uint64_t now);

/* One was written, or could not be. */
void tk_pace_done(tk_pace *pace, uint64_t began, uint64_t ended);

#endif
