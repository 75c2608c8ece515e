/* ac_read_machine.h -- reads the notes on the simulated machine: "#: machine NAME", and
   "#: m LINE" for each line of its canonical text.

   The first file's become the profile's, AC_MACHINE; a later file must have the same,
   unless it is read by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"

/* All zeros: none has come. */
typedef struct ac_read_machine {
   size_t n; /* notes so far, the name included */
} ac_read_machine;

/* Notes, each by its key: machine and m. */
ac_note_reading ac_read_machine_name, ac_read_machine_line;

/* To be called once, when the header ends. */
bool ac_read_machine_end(ac_reader *r);
