/* an_data_note.h -- what the readers of notes on data objects share: numbers that refer
   to earlier notes, and errors.  For an_read_data.c, an_read_entries.c and
   an_read_sharing.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_NOTE_H
#define AN_DATA_NOTE_H

#include "counts/an_call_note.h"
#include "counts/an_read_data.h"

typedef struct an_read_datum {
   uint32_t index;    /* in the profile's sums */
   bool has_use, has_sets;
   int64_t size_B;    /* of the largest block, of the variable; 0: unknown */
   int64_t d1_misses; /* of its entries */
   int64_t by_set;    /* the sum of its sets */
} an_read_datum;

typedef struct an_read_data_note {
   const char *key;
   int stage;
   const char *shape; /* for messages */
   bool (*read)(an_reader *r, an_read_data *d, an_span rest);
} an_read_data_note_row;

/* The note is unlike its shape; it cannot come here. */
bool an_data_note_fail(an_reader *r, const an_read_data *d);
bool an_data_note_fail_place(an_reader *r, const an_read_data *d);

bool an_data_note_number(an_reader *r, const an_read_data *d, an_span *rest,
                         int64_t *number);
bool an_data_note_line(an_reader *r, const an_read_data *d, an_span *rest,
                       uint32_t *line);

/* Takes a number of a `what`, from 1 to n; or 0 if `or_none`. */
bool an_data_note_reference(an_reader *r, const an_read_data *d, an_span *rest,
                            const char *what, size_t n, bool or_none, size_t *number);

/* Takes the number of a datum. */
bool an_data_note_datum(an_reader *r, const an_read_data *d, an_span *rest,
                        an_read_datum **datum);

/* Whether nothing is left. */
bool an_data_note_ends(an_reader *r, const an_read_data *d, an_span rest);

/* Takes NAME or OBJECT:ADDRESS: the function as in the file, and its index in the
   sums. */
bool an_data_note_who(an_reader *r, an_read_data *d, an_span *rest,
                      const char **file, const char **function, uint32_t *index);

/* Code without a symbol must have its address if the file has addresses. */
bool an_data_note_check(an_reader *r, const an_read_data *d, const char *file,
                        const char *function, uint32_t line);

an_data_sums *an_data_note_sums(const an_reader *r);

/* ---- Entries, use, sets (an_read_entries.c) ---- */

bool an_read_data_name(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_entry(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_use(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_sets(an_reader *r, an_read_data *d, an_span rest);

/* Whether the entries add up to the rows, and the sets to the entries. */
bool an_read_data_check(an_reader *r, const an_read_data *d);

/* ---- Sharing (an_read_sharing.c) ---- */

bool an_read_sharing(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_line(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_access(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_rest(an_reader *r, an_read_data *d, an_span rest);

#endif
