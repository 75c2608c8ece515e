/* ac_read_data.h -- the notes of cachesim about data objects and sharing
   (docs/FORMAT-cachesim.md).

   A line of the header says that they follow.  From then on the rows of the body are
   kept, because the entries of each must add up to it.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data_sums.h"
#include "counts/ac_read_rows.h"

/* What was read of one file's data objects.  All zeros is empty. */
typedef struct ac_read_data {
   bool is_on; /* the header says that there are data */

   const char **events; /* interned */
   size_t *columns;     /* of each event: its index in the file */
   size_t n_events;
   ac_read_rows rows; /* which the entries split */
   int64_t *row;      /* n_events counts */

   /* Each is numbered from 1; binaries and frames have their indices in the sums: */
   const char **texts;
   uint32_t *binaries, *frames;
   struct ac_read_datum *data;
   size_t n_texts, n_binaries, n_frames, n_data;
   size_t max_texts, max_binaries, max_frames, max_data;

   uint32_t *path; /* of the current datum */
   int64_t *sets;
   size_t n_path, max_path, n_sets, max_sets, sets_before, n_all_sets;
   ac_note_who who; /* of d notes */
   uint32_t by;     /* the same, in the sums */
   /* Of the last d note, which instructions may split: */
   uint32_t line, datum;
   ac_data_place place;
   int64_t *left; /* its counts, less those of its instructions; n_events */
   bool has_entry, is_split;

   int64_t look_line_B; /* 0: no looks come */
   uint64_t look[AC_LOOK_LINES];
   uint32_t n_look;

   bool has_sharing, has_line, has_access, has_left_out, has_use;
   int64_t line_B, n_threads;
} ac_read_data;

/* Notes, each by its key: data in the header; ds, db, df, dh, dv, dk, dm and dr. */
ac_note_reading ac_read_data_begin, ac_read_data_text, ac_read_data_binary,
   ac_read_data_frame, ac_read_data_heap, ac_read_data_variable, ac_read_data_stack,
   ac_read_data_mapping, ac_read_data_other;

/* dn, d, dx, du and de (ac_read_entries.c). */
ac_note_reading ac_read_data_name, ac_read_data_entry, ac_read_data_instr,
   ac_read_data_use, ac_read_data_sets;

/* looks, dl (ac_read_looks.c). */
ac_note_reading ac_read_data_looks, ac_read_data_look;

/* sharing, sl, sa and sr (ac_read_sharing.c). */
ac_note_reading ac_read_sharing, ac_read_shared_line, ac_read_shared_access,
   ac_read_shared_rest;

/* The file has ended: checks the sums. */
bool ac_read_data_end(ac_reader *r);
