/* ac_read_data.h -- the notes of cachesim about data objects and sharing
   (docs/FORMAT-cachesim.md).

   A line of the header says that they follow.  From then on the rows of the body are
   kept, because the entries of each must add up to it.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_READ_DATA_H
#define AC_READ_DATA_H

#include "counts/ac_data_sums.h"
#include "counts/ac_read_calls.h"

/* What was read of one file's data objects.  All zeros is empty. */
typedef struct ac_read_data {
   bool is_on; /* the header says that there are data */

   const char **events;      /* interned */
   size_t *columns;          /* of each event: its index in the file */
   size_t n_events, n_names; /* names: of the body */
   bool has_codes;           /* any #: code */
   ac_keyed rows;            /* by file, function, line: what no entry has yet */
   int64_t *row;             /* n_events counts */

   /* Each is numbered from 1; binaries and frames have their indices in the sums: */
   const char **texts;
   uint32_t *binaries, *frames;
   struct ac_read_datum *data;
   size_t n_texts, n_binaries, n_frames, n_data;
   size_t max_texts, max_binaries, max_frames, max_data;

   uint32_t *path; /* of the current datum */
   int64_t *sets;
   size_t n_path, max_path, n_sets, max_sets, sets_before, n_all_sets;
   const char *file, *function; /* of d notes, as in the file; NULL: none yet */
   uint32_t by;                 /* the same, in the sums */
   bool is_address;             /* the last one was an OBJECT:ADDRESS */

   bool has_sharing, has_line, has_access, has_left_out, has_use;
   int64_t line_B, n_threads;
} ac_read_data;

/* A row of the body has r->counts, or a "#: code" takes them from the row of code
   without symbols.  Only if the header says that there are data. */
bool ac_read_data_row(ac_reader *r, uint32_t line);
bool ac_read_data_code(ac_reader *r, const char *function);

/* The body has ended. */
void ac_read_data_summary(ac_reader *r);

/* Notes, each by its key: data in the header; ds, db, df, dh, dv, dk, dm and dr. */
bool ac_read_data_begin(ac_reader *r, an_span rest);
bool ac_read_data_text(ac_reader *r, an_span rest);
bool ac_read_data_binary(ac_reader *r, an_span rest);
bool ac_read_data_frame(ac_reader *r, an_span rest);
bool ac_read_data_heap(ac_reader *r, an_span rest);
bool ac_read_data_variable(ac_reader *r, an_span rest);
bool ac_read_data_stack(ac_reader *r, an_span rest);
bool ac_read_data_mapping(ac_reader *r, an_span rest);
bool ac_read_data_other(ac_reader *r, an_span rest);

/* dn, d, du and de (ac_read_entries.c). */
bool ac_read_data_name(ac_reader *r, an_span rest);
bool ac_read_data_entry(ac_reader *r, an_span rest);
bool ac_read_data_use(ac_reader *r, an_span rest);
bool ac_read_data_sets(ac_reader *r, an_span rest);

/* sharing, sl, sa and sr (ac_read_sharing.c). */
bool ac_read_sharing(ac_reader *r, an_span rest);
bool ac_read_shared_line(ac_reader *r, an_span rest);
bool ac_read_shared_access(ac_reader *r, an_span rest);
bool ac_read_shared_rest(ac_reader *r, an_span rest);

/* The file has ended: checks the sums. */
bool ac_read_data_end(ac_reader *r);

void ac_read_data_free(ac_reader *r);

#endif
