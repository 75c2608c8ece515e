/* an_poll.h -- asks a running program's tool for its profile, by vgdb.

   A poll is a dump to a file of a directory of our own.  vgdb runs beside us, so that the
   screen goes on; it is never killed, because it may hold the program by ptrace.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct an_poll an_poll;

/* Finds out how the process is reached; asks nothing yet.  NULL with *error set: why it
   cannot be shown. */
an_poll *an_poll_new(int pid, an_error *error);

/* Waits until vgdb has let the program go, removes what is left; ignores NULL. */
void an_poll_free(an_poll *p);

/* Whether the process is still there: this one, not another with its number. */
bool an_poll_is_alive(const an_poll *p);

/* When the process began, by the clock of files. */
int64_t an_poll_began_ms(const an_poll *p);

/* Asks for the profile; false with *error set. */
bool an_poll_begin(an_poll *p, an_error *error);

/* Readable when there is news; -1: nothing was asked. */
int an_poll_fd(const an_poll *p);

typedef enum an_poll_state {
   AN_POLL_WAITS,
   AN_POLL_DONE,   /* the profile is in an_poll_file, until an_poll_begin */
   AN_POLL_FAILED, /* *error says why */
} an_poll_state;

/* Takes the news.  Never waits. */
an_poll_state an_poll_take(an_poll *p, an_error *error);

const char *an_poll_file(const an_poll *p);
