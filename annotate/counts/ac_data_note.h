/* ac_data_note.h -- what the readers of notes on data objects share: numbers that refer
   to earlier notes, and errors.  For ac_read_data.c, ac_read_entries.c and
   ac_read_sharing.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_DATA_NOTE_H
#define AC_DATA_NOTE_H

#include "counts/ac_call_note.h"
#include "counts/ac_read_data.h"

typedef struct ac_read_datum {
   uint32_t index;    /* in the profile's sums */
   bool has_use, has_sets;
   int64_t size_B;    /* of the largest block, of the variable; 0: unknown */
   int64_t d1_misses; /* of its entries */
   int64_t by_set;    /* the sum of its sets */
} ac_read_datum;

typedef struct ac_read_data_note {
   const char *key;
   int stage;
   const char *shape; /* for messages */
   bool (*read)(ac_reader *r, ac_read_data *d, an_span rest);
} ac_read_data_note_row;

/* The note is unlike its shape; it cannot come here. */
bool ac_data_note_fail(ac_reader *r, const ac_read_data *d);
bool ac_data_note_fail_place(ac_reader *r, const ac_read_data *d);

bool ac_data_note_number(ac_reader *r, const ac_read_data *d, an_span *rest,
                         int64_t *number);
bool ac_data_note_line(ac_reader *r, const ac_read_data *d, an_span *rest,
                       uint32_t *line);

/* Takes a number of a `what`, from 1 to n; or 0 if `or_none`. */
bool ac_data_note_reference(ac_reader *r, const ac_read_data *d, an_span *rest,
                            const char *what, size_t n, bool or_none, size_t *number);

/* Takes the number of a datum. */
bool ac_data_note_datum(ac_reader *r, const ac_read_data *d, an_span *rest,
                        ac_read_datum **datum);

/* Whether nothing is left. */
bool ac_data_note_ends(ac_reader *r, const ac_read_data *d, an_span rest);

/* Takes NAME or OBJECT:ADDRESS: the function as in the file, and its index in the
   sums. */
bool ac_data_note_who(ac_reader *r, ac_read_data *d, an_span *rest,
                      const char **file, const char **function, uint32_t *index);

/* Code without a symbol must have its address if the file has addresses. */
bool ac_data_note_check(ac_reader *r, const ac_read_data *d, const char *file,
                        const char *function, uint32_t line);

ac_data_sums *ac_data_note_sums(const ac_reader *r);

/* ---- Entries, use, sets (ac_read_entries.c) ---- */

bool ac_read_data_name(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_data_entry(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_data_use(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_data_sets(ac_reader *r, ac_read_data *d, an_span rest);

/* Whether the entries add up to the rows, and the sets to the entries. */
bool ac_read_data_check(ac_reader *r, const ac_read_data *d);

/* ---- Sharing (ac_read_sharing.c) ---- */

bool ac_read_sharing(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_shared_line(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_shared_access(ac_reader *r, ac_read_data *d, an_span rest);
bool ac_read_shared_rest(ac_reader *r, ac_read_data *d, an_span rest);

#endif
