/* ac_note.h -- a note of cachesim's format, "#: KEY REST" (docs/FORMAT-cachesim.md): what
   it is made of, and what the readers of all notes share.

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

/* What was read of a note, in the order of its fields. */
typedef struct ac_fields {
   int64_t n[8];          /* numbers; an address or a reference is one, too */
   an_span word;          /* the last one */
   const char *text;      /* interned, without escapes */
   const int64_t *counts; /* for the profile */
   an_span rest;          /* what is left of the line */
} ac_fields;

/* Does what a note says; false after recording an error. */
typedef bool ac_note_reading(ac_reader *r, const ac_fields *f);

/* `fields` is the program that reads a note, a letter for each part:
      n   a number                        l   the number of a source line
      x   an address                      i   a number that can be negative
      .   A or A.B: two numbers, the second is -1 without B;  @: the same of A@B
      w   a word                          b   a build id, or "-": an empty word
   then at most one for the rest of the line, which is else empty:
      t   a text, after one blank         u   likewise, not empty
      c   counts, for r->counts           p   likewise, of a part of all lines
      *   whatever the reader takes
   A capital letter is the number of an earlier thing, from 1 (ac_note.c has their table);
   with "0" behind it, 0 is none. */
typedef struct ac_note {
   const char *key;
   ac_note_stage stage;
   const char *shape; /* what follows the key, for messages */
   const char *fields;
   ac_note_reading *read;
} ac_note;

/* Takes the fields, and all of the line but for "*". */
bool ac_note_take(ac_reader *r, const char *fields, an_span rest, ac_fields *f);

/* Reads r->note, whose key has been taken. */
bool ac_note_read(ac_reader *r, an_span rest);

/* ---- Errors ---- */

/* The note is unlike its shape; it cannot come here; it has come before. */
bool ac_note_fail(ac_reader *r);
bool ac_note_fail_place(ac_reader *r);
bool ac_note_fail_second(ac_reader *r);

/* ---- What readers check or take themselves ---- */

bool ac_note_number(ac_reader *r, an_span *rest, int64_t *number);

/* Whether a number can be that of a source line. */
bool ac_note_check_line(ac_reader *r, int64_t number);

/* Whether a number is that of a `what`, from 1 to n. */
bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n);

/* The number of a `what`, from 1 to n. */
bool ac_note_reference(ac_reader *r, an_span *rest, const char *what, size_t n,
                       int64_t *number);

/* Takes a word V or N*V: how often, and V. */
bool ac_note_run(ac_reader *r, an_span *rest, int64_t *n, an_span *value);

/* Fails if anything is left of the line. */
bool ac_note_ends(ac_reader *r, an_span rest);

/* The text after one blank, interned, without escapes; NULL after an error. */
const char *ac_note_text(ac_reader *r, an_span rest);

/* The counts up to the end of the line, for the profile, of n things that can include
   each other, and have at most what all lines have; NULL after an error. */
const int64_t *ac_note_counts(ac_reader *r, an_span rest, int64_t n);

/* Makes room for one more item of an array. */
#define AC_NOTE_ROOM(r, items, n, max) TK_ARRAY_ROOM((r)->alloc, AN_LABEL, items, n, max)
