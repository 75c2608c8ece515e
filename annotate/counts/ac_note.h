/* ac_note.h -- a note of cachesim's format, "#: KEY REST" (docs/FORMAT-cachesim.md), and
   what the readers of all notes share: errors, and the parts that notes are made of.

   Many refer by a number to an earlier note, from 1.  Functions return false after
   recording an error, which names r->note, the one that is being read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_array.h"
#include "counts/ac_reader.h"

/* Where a note may stand.  From AC_NOTES_OF_NAMES on they come in this order. */
typedef enum {
   AC_NOTES_ANYWHERE,
   AC_NOTES_OF_HEADER,  /* before the first fl= */
   AC_NOTES_OF_TRAILER, /* after the line summary: */
   AC_NOTES_OF_NAMES,   /* of calls, from here */
   AC_NOTES_OF_FUNCTIONS,
   AC_NOTES_OF_SUMS,
   AC_NOTES_OF_ARCS,
   AC_NOTES_OF_PATHS,
   AC_NOTES_OF_DATA, /* of data objects, from here */
   AC_NOTES_OF_ENTRIES,
   AC_NOTES_OF_USE,
   AC_NOTES_OF_SETS,
   AC_NOTES_OF_LOOKS,
   AC_NOTES_OF_RULES, /* of the layout: these two need no data */
   AC_NOTES_OF_RULE_COUNTS,
   AC_NOTES_OF_RULE_DATA,
   AC_NOTES_OF_SHARING,
} ac_note_stage;

typedef struct ac_note {
   const char *key;
   ac_note_stage stage;
   const char *shape; /* what follows the key, for messages */
   bool (*read)(ac_reader *r, an_span rest);
} ac_note;

/* ---- Errors ---- */

/* The note is unlike its shape; it cannot come here; it has come before. */
bool ac_note_fail(ac_reader *r);
bool ac_note_fail_place(ac_reader *r);
bool ac_note_fail_second(ac_reader *r);

/* ---- Parts of notes: each takes one from the rest ---- */

bool ac_note_number(ac_reader *r, an_span *rest, int64_t *number);
bool ac_note_address(ac_reader *r, an_span *rest, uint64_t *address);

/* The number of a source line. */
bool ac_note_line(ac_reader *r, an_span *rest, uint32_t *line);

/* Whether a number can be that of a source line. */
bool ac_note_narrow_line(ac_reader *r, int64_t number, uint32_t *line);

/* The number of a `what`, from 1 to n; or 0 if `or_none`. */
bool ac_note_reference(ac_reader *r, an_span *rest, const char *what, size_t n,
                       bool or_none, uint32_t *number);

/* Whether a number is that of a `what`, from 1 to n. */
bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n);

/* A or A.B, say; *b is -1 without B. */
bool ac_note_two(ac_reader *r, an_span *rest, char separator, int64_t *a, int64_t *b);

/* Fails if anything is left of the line. */
bool ac_note_ends(ac_reader *r, an_span rest);

/* The text after one blank, interned, without escapes; NULL after an error. */
const char *ac_note_text(ac_reader *r, an_span rest);

/* The name that the rest of the line is; it may not be empty. */
const char *ac_note_name(ac_reader *r, an_span rest);

/* The counts up to the end of the line, for the profile, of something that has at most
   what all lines have, or of n such things that can include each other; NULL after an
   error. */
const int64_t *ac_note_counts(ac_reader *r, an_span rest);
const int64_t *ac_note_counts_of(ac_reader *r, an_span rest, int64_t n);

/* Makes room for one more item of an array. */
#define AC_NOTE_ROOM(r, items, n, max) \
   TK_ARRAY_ROOM((r)->alloc, AC_READER_LABEL, items, n, max)
