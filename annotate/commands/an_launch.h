/* an_launch.h -- finds a program and Valgrind, runs the one under the other, and waits.

   The program has our streams, terminal and process group.  It gets the terminal's
   signals itself; those that are sent to us alone are passed on, and we live on to
   report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* Whether there is such a program to run, found as by a shell.  AN_PARSED, or one of
   AN_EXIT_NO_PROGRAM and AN_EXIT_CANNOT_RUN with *error set. */
int an_launch_find(const char *name, char path[PATH_MAX], an_error *error);

/* Whether the program is none for the processor: one for an interpreter. */
bool an_launch_is_script(const char *path);

/* The Valgrind that has our tools: of a build tree, of a private tool directory, or the
   system's. */
const char *an_launch_valgrind(char path[PATH_MAX]);

/* Called four times a second while the program runs. */
typedef void an_launch_tick(void *context, pid_t pid, bool is_stopping);

/* Runs the words, which end with NULL, and waits.  False with *error set: they were not
   run.  Else *status is waitpid's, and *pid was the process. */
bool an_launch(char *const *words, an_launch_tick *tick, void *context, pid_t *pid,
               int *status, an_error *error);
