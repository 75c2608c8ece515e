/* ac_read_process.h -- reads the notes of cachesim about the process, how its run stood,
   and the processes that a sum lists.

   In a sum, notes on a process come before the one that lists it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"

/* What was read of one file's processes.  All zeros is empty. */
typedef struct ac_read_process {
   an_state listed;    /* of the process that is listed next: names so far */
   int64_t *inherited; /* of the events, from the parent; NULL: nothing */
   size_t inherited_line;
} ac_read_process;

/* Notes, each by its key: state, predecessor, counting, pid, parent, cmd, title, forked,
   inherited; became, after and process. */
ac_note_reading ac_read_state, ac_read_predecessor, ac_read_counting, ac_read_pid,
   ac_read_parent, ac_read_command, ac_read_title, ac_read_forked, ac_read_inherited,
   ac_read_became, ac_read_after, ac_read_listed;

/* The file has ended: what was inherited is part of its counts. */
bool ac_read_process_end(ac_reader *r);
