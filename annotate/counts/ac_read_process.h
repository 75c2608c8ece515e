/* ac_read_process.h -- reads the notes of cachesim about the process, how its run stood,
   and the processes that a sum lists.

   In a sum, notes on a process come before the one that lists it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_reader.h"

/* What was read of one file's processes.  All zeros is empty. */
typedef struct ac_read_process {
   an_state listed;    /* of the process that is listed next: names so far */
   int64_t *inherited; /* of the events, from the parent; NULL: nothing */
   size_t inherited_line;
} ac_read_process;

/* Notes, each by its key: state, predecessor, counting, pid, parent, cmd, title, forked,
   inherited; became, after and process. */
bool ac_read_state(ac_reader *r, an_span rest);
bool ac_read_predecessor(ac_reader *r, an_span rest);
bool ac_read_counting(ac_reader *r, an_span rest);
bool ac_read_pid(ac_reader *r, an_span rest);
bool ac_read_parent(ac_reader *r, an_span rest);
bool ac_read_command(ac_reader *r, an_span rest);
bool ac_read_title(ac_reader *r, an_span rest);
bool ac_read_forked(ac_reader *r, an_span rest);
bool ac_read_inherited(ac_reader *r, an_span rest);
bool ac_read_became(ac_reader *r, an_span rest);
bool ac_read_after(ac_reader *r, an_span rest);
bool ac_read_listed(ac_reader *r, an_span rest);

/* The file has ended: what was inherited is part of its counts. */
bool ac_read_process_end(ac_reader *r);

void ac_read_process_free(ac_reader *r);
