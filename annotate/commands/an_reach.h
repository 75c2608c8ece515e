/* an_reach.h -- whether a process under a tool can answer vgdb.

   The tool opens its FIFOs again for each answer, as the user that the program has
   become, and writes the profile where its root directory leads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"

#include <stdbool.h>
#include <sys/types.h>

/* Whether the process has our process numbers and root directory.  False with *error
   set. */
bool an_reach_is_here(int pid, an_error *error);

/* Whether the process can read `fifo`; false with *error set. */
bool an_reach_fifo(int pid, const char *fifo, an_error *error);

/* The user as which the process opens files; false: there is no such process. */
bool an_reach_user(int pid, uid_t *user);
