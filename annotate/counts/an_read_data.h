/* an_read_data.h -- the notes of cachesim about data objects and sharing
   (docs/FORMAT-cachesim.md).

   A line of the header says that they follow.  From then on the rows of the body are
   kept, because the entries of each must add up to it.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_DATA_H
#define AN_READ_DATA_H

#include "counts/an_data_sums.h"
#include "counts/an_read_calls.h"

typedef struct an_read_datum {
   uint32_t index;    /* in the profile's sums */
   bool has_use, has_sets;
   int64_t d1_misses; /* of its entries */
   int64_t by_set;    /* the sum of its sets */
} an_read_datum;

/* Of one file.  All zeros is empty. */
typedef struct an_read_data {
   bool is_on;            /* the header says that there are data */
   const an_read_calls *names; /* of the body */
   const an_read_objects *objects;
   const struct an_read_data_note *note; /* that is being read */
   int stage;             /* of the last note; 0: there was none */

   const char **events;   /* interned */
   size_t *columns;       /* of each event: its index in the file */
   size_t n_events, n_names; /* names: of the body */
   bool has_codes;        /* any #: code */
   an_keyed rows;         /* by file, function, line: what no entry has yet */
   int64_t *row;          /* n_events counts */

   /* Each is numbered from 1; binaries and frames have their indices in the sums: */
   const char **texts;
   uint32_t *binaries, *frames;
   an_read_datum *data;
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
} an_read_data;

/* "#: data" in the header. */
bool an_read_data_begin(an_reader *r, an_read_data *d, const an_read_calls *names,
                        const an_read_objects *objects, an_span rest);

/* A row of the body has r->counts, or a "#: code" takes them from the row of code
   without symbols.  Only if the header says that there are data. */
bool an_read_data_row(an_reader *r, an_read_data *d, uint32_t line);
bool an_read_data_code(an_reader *r, an_read_data *d, const char *function);

/* The body has ended. */
void an_read_data_summary(an_read_data *d);

/* Is this the key of such a note of the trailer? */
bool an_read_data_owns(an_span key);

/* No such note has come yet: fails unless a note on calls can come. */
bool an_read_data_follows(an_reader *r, const an_read_data *d);

/* What follows such a key. */
bool an_read_data_note(an_reader *r, an_read_data *d, an_span key, an_span rest);

/* The file has ended: checks the sums. */
bool an_read_data_end(an_reader *r, an_read_data *d);

void an_read_data_free(an_reader *r, an_read_data *d);

/* ---- For an_read_entries.c and an_read_sharing.c ---- */

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

bool an_read_data_name(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_entry(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_use(an_reader *r, an_read_data *d, an_span rest);
bool an_read_data_sets(an_reader *r, an_read_data *d, an_span rest);

/* Whether the entries add up to the rows, and the sets to the entries. */
bool an_read_data_check(an_reader *r, const an_read_data *d);

bool an_read_sharing(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_line(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_access(an_reader *r, an_read_data *d, an_span rest);
bool an_read_shared_rest(an_reader *r, an_read_data *d, an_span rest);

#endif
