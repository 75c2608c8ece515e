/* ac_read_rows.h -- the rows of a file's body, kept to be compared with notes that split
   them: those on data objects, and on instructions (docs/FORMAT-cachesim.md).

   Each part that a note has of a row is taken from it.  At the end nothing is left.
   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_keyed.h"
#include "counts/ac_note.h"

/* All zeros is empty, and off. */
typedef struct ac_read_rows {
   bool is_on;
   size_t n_events;
   const size_t *columns; /* of each event: its index in the file; NULL: all, in order */
   size_t n_names;        /* of the body */
   bool has_codes;        /* any #: code */
   ac_keyed left;         /* by file, function, line: what no note has yet */
   int64_t *row;          /* n_events counts */
   uint64_t last[3];      /* the key of the row that was taken from last, */
   uint32_t last_index;   /* and its index and 1; 0: none */
} ac_read_rows;

/* Whose rows the notes that follow split, with the names that the file has. */
typedef struct ac_note_who {
   const char *file, *function; /* NULL: none yet */
   bool is_address;             /* it was an OBJECT:ADDRESS */
} ac_note_who;

/* From now on rows are kept, with the counts of these events; `columns` is borrowed. */
void ac_read_rows_begin(ac_reader *r, ac_read_rows *rows, const size_t *columns,
                        size_t n_events);

/* These do nothing unless rows are kept.  A row of the body has r->counts; the body has
   ended; a "#: code" takes r->counts from the row of code without symbols. */
void ac_read_rows_add(ac_reader *r, ac_read_rows *rows, uint32_t line);
void ac_read_rows_summary(const ac_reader *r, ac_read_rows *rows);
void ac_read_rows_code(ac_reader *r, ac_read_rows *rows, const char *function);

/* Who a word NAME or OBJECT:ADDRESS is. */
bool ac_read_rows_who(ac_reader *r, ac_read_rows *rows, an_span word, ac_note_who *who);

/* Takes these counts from a row.  Code without a symbol must have its address if the file
   has addresses. */
bool ac_read_rows_take(ac_reader *r, ac_read_rows *rows, const ac_note_who *who,
                       uint32_t line, const int64_t *counts);

/* Code without a symbol must have its address if the file has addresses. */
bool ac_read_rows_check_code(ac_reader *r, const ac_read_rows *rows,
                             const ac_note_who *who, uint32_t line);

/* The file has ended: whether nothing is left of events that are exact.  The error calls
   the notes `what`. */
bool ac_read_rows_end(ac_reader *r, const ac_read_rows *rows, const char *what);

/* Is this event's count a lower bound? */
bool ac_read_rows_is_saturated(const ac_reader *r, const char *event);
