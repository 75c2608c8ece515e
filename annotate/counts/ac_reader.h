/* ac_reader.h -- what the readers of all formats share: errors, the header,
   events, counts, and the way into the profile.

   Formats (ac_read_cachegrind.c, ac_read_callgrind.c) know what a line means
   and call the functions below; ac_read.c hands them the lines.  A file is
   read as cachegrind's up to a line that only callgrind's format has.
   Functions that return bool return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_number.h"
#include "counts/ac_read.h"

typedef struct ac_reader {
   const tk_alloc *alloc;
   an_input input;
   ac_profile *profile;
   const ac_reading *reading;
   an_error *error;
   const struct ac_format *format;
   void *format_state;         /* the format's own */
   struct ac_read_arcs *arcs;  /* calls that callgrind's format may have; NULL: none */
   const struct ac_note *note; /* of cachesim's format, that is being read, or NULL; */
   struct ac_notes *notes;     /* and what the notes so far have said; NULL: no notes */
   an_state state;             /* of the run, if the file says */
   tk_counting counting;       /* likewise */
   an_process process;         /* its pid, parent and command, if the file says */
   bool is_sum;                /* the file lists its processes; counting has how many */
   bool keeps_header;          /* desc: and events: go into the profile */
   const char *file;           /* of the next row, or NULL */
   const char *function;       /* of the next row, or NULL */
   bool is_lenient;            /* counts can be negative or hexadecimal */
   bool has_negative;          /* one was */
   bool is_foreign;            /* written by no tool of Valgrind's nor ours */
   bool skip;                  /* rows are not added to the profile */
   bool has_skipped;           /* were any rows? */

   size_t n_descs;      /* in the file, so far */
   bool has_predictor;  /* one of them names the branch predictors */
   const char *layout;  /* one of them: the layout's file; NULL: none */
   size_t n_events;     /* in the file; 0 before its events: line */
   const char **events; /* interned */
   int64_t *counts;     /* of the current line; one per event, as below */
   int64_t *sums;       /* of the lines so far */
   int64_t *stated;     /* on the summary: or totals: line */
   size_t *columns;     /* by_name: for each event of the profile its index in
                           the file, or SIZE_MAX; else NULL */
   int64_t *row;        /* counts in the profile's order; NULL if columns is */
} ac_reader;

/* ---- Formats ---- */

typedef struct ac_format {
   size_t state_B;              /* of r->format_state, which is zeroed at first */
   void (*begin)(ac_reader *r); /* or NULL */

   /* Reads a line, from `at` to before `end`.  Not an an_span: gcc would pass
      it through memory, for each line. */
   bool (*line)(ac_reader *r, const char *at, const char *end);
   bool (*end)(ac_reader *r); /* after the last line */
} ac_format;

extern const ac_format ac_format_cachegrind; /* cachesim's, too */
extern const ac_format ac_format_callgrind;

/* Begins to read lines in the format. */
void ac_reader_begin_format(ac_reader *r, const ac_format *format);

/* Whether the line can be callgrind's, or only callgrind's, in a header or a body. */
bool ac_callgrind_has(an_span line);
bool ac_callgrind_owns(an_span line);

/* Whether what follows fn= or another key is a number for a name, or gives one. */
bool ac_callgrind_is_number(an_span name);

/* Reads the current line and all that follow as callgrind's.  Those before belong to both
   formats; last_line is the one of the last counts, NULL: there are none yet. */
bool ac_callgrind_take_over(ac_reader *r, an_span line, const uint32_t *last_line);

/* ---- Errors ---- */

/* Blames the current line. */
bool ac_reader_fail(ac_reader *r, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* Whether all sums fit in 63 bits since this was last asked; else blames the current
   line. */
bool ac_reader_fits(ac_reader *r);

/* "expected EXPECTED, found LINE" */
bool ac_reader_fail_unexpected(ac_reader *r, const char *expected, an_span line);

/* ---- The header ---- */

/* The span, interned. */
const char *ac_reader_intern(ac_reader *r, an_span name);

/* Interns a source file's name, in the spelling of an_file_name.h. */
const char *ac_reader_intern_file(ac_reader *r, an_span name);

/* Interns a name without cachesim's escapes; NULL after recording an error. */
const char *ac_reader_intern_escaped(ac_reader *r, an_span name);

/* Each takes what follows its key: desc:, cmd: or events:. */
bool ac_reader_desc(ac_reader *r, an_span rest);

/* All desc: lines were read: a later file must have the first one's branch predictors. */
bool ac_reader_descs_end(ac_reader *r);
bool ac_reader_command(ac_reader *r, an_span rest);
bool ac_reader_events(ac_reader *r, an_span rest);

/* ---- Numbers ---- */

/* Moves *at past the decimal or 0x number there.  A byte that is not a digit
   must follow. */
an_number_status ac_reader_scan_number(const char **at, uint64_t *number);

/* Takes a word that is a decimal number. */
bool ac_reader_take_number(an_span *rest, int64_t *number);

/* Whether all are lower-case hexadecimal digits, at least one. */
bool ac_reader_is_hexadecimal(an_span text);

/* The value of such digits; false if there are none, others, or too many. */
bool ac_reader_hexadecimal(an_span text, uint64_t *value);

/* Takes a word like 0x10c96f. */
bool ac_reader_take_address(an_span *rest, uint64_t *address);

/* ---- The body ---- */

/* Reads the counts up to the end of the line, one per event; missing ones and "." are 0,
   as in the Valgrind manual. */
bool ac_reader_counts(ac_reader *r, an_span rest, int64_t *counts);

/* The name without what compilers add (tk_fn_name.h), interned. */
const char *ac_reader_whole(ac_reader *r, const char *file, const char *function);

/* Gives a function and its file the names that the reading gives them. */
void ac_reader_rename(ac_reader *r, const char **file, const char **function);

/* The rows that follow belong to r->file and r->function, neither NULL. */
void ac_reader_begin(ac_reader *r);

/* Adds r->counts as the row of this line number: to the sums of the file, and to the
   profile.  Or does only one of both. */
void ac_reader_add(ac_reader *r, uint32_t line);
void ac_reader_sum(ac_reader *r);
void ac_reader_put(ac_reader *r, uint32_t line);

/* The counts in the order of the profile's events. */
const int64_t *ac_reader_row(ac_reader *r, const int64_t *counts);

/* Adds r->counts to *sums, which are made if there are none. */
void ac_reader_add_up(ac_reader *r, int64_t **sums);

/* Compares r->stated with r->sums; the error calls r->stated `what`. */
bool ac_reader_check_sums(ac_reader *r, const char *what, size_t line);

/* Checks that r->counts are at most n times the sums of the lines. */
bool ac_reader_check_part(ac_reader *r, int64_t n);

/* Compares sums, made of notes, with what they must be; NULL is all zeros. */
bool ac_reader_check_equal(ac_reader *r, const char *what, const int64_t *sums,
                           const char *of, const int64_t *expected);
