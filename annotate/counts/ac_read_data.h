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

/* Of one file.  All zeros is empty. */
typedef struct ac_read_data {
   bool is_on;            /* the header says that there are data */
   const ac_read_calls *names; /* of the body */
   const ac_read_objects *objects;
   const struct ac_read_data_note *note; /* that is being read */
   int stage;             /* of the last note; 0: there was none */

   const char **events;   /* interned */
   size_t *columns;       /* of each event: its index in the file */
   size_t n_events, n_names; /* names: of the body */
   bool has_codes;        /* any #: code */
   ac_keyed rows;         /* by file, function, line: what no entry has yet */
   int64_t *row;          /* n_events counts */

   /* Each is numbered from 1; binaries and frames have their indices in the sums: */
   const char **texts;
   uint32_t *binaries, *frames;
   struct ac_read_datum *data;
   size_t n_texts, n_binaries, n_frames, n_data;
   size_t max_texts, max_binaries, max_frames, max_data;

   uint32_t *path;        /* of the current datum */
   int64_t *sets;
   size_t n_path, max_path, n_sets, max_sets, sets_before, n_all_sets;
   const char *file, *function; /* of d notes, as in the file; NULL: none yet */
   uint32_t by;           /* the same, in the sums */
   bool is_address;       /* the last one was an OBJECT:ADDRESS */

   bool has_sharing, has_line, has_access, has_left_out, has_use;
   int64_t line_B, n_threads;
} ac_read_data;

/* "#: data" in the header. */
bool ac_read_data_begin(ac_reader *r, ac_read_data *d, const ac_read_calls *names,
                        const ac_read_objects *objects, an_span rest);

/* A row of the body has r->counts, or a "#: code" takes them from the row of code
   without symbols.  Only if the header says that there are data. */
bool ac_read_data_row(ac_reader *r, ac_read_data *d, uint32_t line);
bool ac_read_data_code(ac_reader *r, ac_read_data *d, const char *function);

/* The body has ended. */
void ac_read_data_summary(ac_read_data *d);

/* Is this the key of such a note of the trailer? */
bool ac_read_data_owns(an_span key);

/* No such note has come yet: fails unless a note on calls can come. */
bool ac_read_data_follows(ac_reader *r, const ac_read_data *d);

/* What follows such a key. */
bool ac_read_data_note(ac_reader *r, ac_read_data *d, an_span key, an_span rest);

/* The file has ended: checks the sums. */
bool ac_read_data_end(ac_reader *r, ac_read_data *d);

void ac_read_data_free(ac_reader *r, ac_read_data *d);

#endif
