/* ac_notes.h -- the notes of cachesim's format: the table of them, and all that they have
   said of a file.

   A new note is a row of the table in ac_notes.c: its key, where it may stand, what
   follows the key, in words and as fields (ac_note.h), and who does what they say, in the
   file of what it is about.  Its writers are cachesim's outfile and ac_write.c, and
   docs/FORMAT-cachesim.md has its grammar.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"
#include "counts/ac_object_notes.h"
#include "counts/ac_read_calls.h"
#include "counts/ac_read_data.h"
#include "counts/ac_read_instrs.h"
#include "counts/ac_read_layout.h"
#include "counts/ac_read_machine.h"
#include "counts/ac_read_process.h"
#include "counts/ac_read_regions.h"
#include "counts/ac_read_runs.h"
#include "counts/ac_read_threads.h"

/* What was read of one file's notes.  All zeros is empty. */
typedef struct ac_notes {
   ac_note_stage stage; /* of the last one on calls or data objects */
   bool in_trailer;     /* the line summary: has come */
   ac_read_process process;
   ac_read_machine machine;
   ac_read_regions regions;
   ac_read_threads threads;
   ac_object_notes objects;
   ac_read_instrs instrs;
   ac_read_runs runs;
   ac_read_calls calls;
   ac_read_data data;
   ac_read_layout layout;
} ac_notes;

/* The table; the last row has the key NULL. */
extern const ac_note ac_note_table[];

/* Reads a note into r->notes, which are `notes`; false after recording an error, like
   those below.  A key that is not in
   the table is of a later version, and is left alone. */
bool ac_notes_read(ac_reader *r, ac_notes *notes, an_span key, an_span rest);

/* The header has ended: the machine is whole. */
bool ac_notes_end_header(ac_reader *r);

/* The line summary: has come. */
void ac_notes_begin_trailer(ac_reader *r, ac_notes *notes);

/* The file has ended: whether notes agree with the counts and with each other. */
bool ac_notes_end(ac_reader *r);
