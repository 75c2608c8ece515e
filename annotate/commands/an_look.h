/* an_look.h -- asks a running program's tool for its profile, by vgdb.

   A look is a dump to a file of a directory of our own.  vgdb runs beside us, so that the
   screen goes on; it is never killed, because it may hold the program by ptrace.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_LOOK_H
#define AN_LOOK_H

#include "base/an_error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct an_look an_look;

/* Finds out how the process is reached; asks nothing yet.  NULL with *error set: why it
   cannot be shown. */
an_look *an_look_new(int pid, an_error *error);

/* Waits until vgdb has let the program go, removes what is left; ignores NULL. */
void an_look_free(an_look *look);

/* Whether the process is still there: this one, not another with its number. */
bool an_look_is_alive(const an_look *look);

/* When the process began, by the clock of files. */
int64_t an_look_began_ms(const an_look *look);

/* Asks for the profile; false with *error set. */
bool an_look_begin(an_look *look, an_error *error);

/* Readable when there is news; -1: nothing was asked. */
int an_look_fd(const an_look *look);

typedef enum an_look_state {
   AN_LOOK_WAITS,
   AN_LOOK_DONE,   /* the profile is in an_look_file, until an_look_begin */
   AN_LOOK_FAILED, /* *error says why */
} an_look_state;

/* Takes the news.  Never waits. */
an_look_state an_look_take(an_look *look, an_error *error);

const char *an_look_file(const an_look *look);

#endif
