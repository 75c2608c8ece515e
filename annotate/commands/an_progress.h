/* an_progress.h -- a line on the terminal that says how far a program under a tool is.

   It has the screen's last row for itself: the program's output scrolls above it.  There
   is none if standard error is not a terminal, the program uses the whole screen, or we
   are in the background.  What it says comes from the tool's checkpoints, so it costs the
   program nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

typedef struct an_progress {
   const char *name; /* begins the line */
   const char *base; /* its profile is BASE.PID */
   int64_t began_ms;
   /* private: */
   struct timespec at; /* the checkpoint's */
   int64_t n_instrs, cpu_ms;
   int rows; /* of the screen; 0: nothing is shown */
} an_progress;

/* Shows the line anew, or takes it away: an an_launch_tick. */
void an_progress_tick(void *progress, pid_t pid, bool is_stopping);

/* The time since some moment. */
int64_t an_progress_now_ms(void);
