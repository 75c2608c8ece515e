/* ac_read_layout.h -- reads the notes on the layout that a program was simulated with
   (docs/FORMAT-layout.md): lr, lc and ld; and the line desc: that says so.

   The first file's layout becomes the profile's (ac_layout.h).  A later one must have
   the same rules, and adds to their counts; if it is read by name, it can have others,
   and the profile then has no rules.  Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"

/* What was read of one file.  All zeros: nothing. */
typedef struct ac_read_layout {
   size_t n;         /* rules so far */
   uint32_t line;    /* of the last one */
   bool is_other;    /* its rules are not the profile's */
   bool *has_counts; /* by rule: its lc has come */
   size_t max_rules;
} ac_read_layout;

/* What follows desc: of any line: as ac_reader_desc does, but for the layout's, which is
   no text of the header. */
bool ac_read_layout_desc(ac_reader *r, an_span rest);

/* All desc: lines were read: a later file must be of a layout if the first one is. */
bool ac_read_layout_check(ac_reader *r);

/* Notes, each by its key: lr, lc and ld. */
ac_note_reading ac_read_layout_rule, ac_read_layout_counts, ac_read_layout_datum;

/* The file, of whatever format, has ended. */
bool ac_read_layout_end(ac_reader *r);
