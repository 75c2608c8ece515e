/* an_call_note.h -- what the readers of notes on calls share: numbers that refer to
   earlier notes, and errors.  For an_read_calls.c and an_read_paths.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_CALL_NOTE_H
#define AN_CALL_NOTE_H

#include "base/tk_array.h"
#include "counts/an_read_calls.h"

typedef struct an_read_called {
   uint32_t index; /* in the profile's sums, as below */
   const char *file;
   size_t n_open;  /* on the current path */
   bool begins;    /* it has a path that begins with it */
   size_t needed_at; /* the first line that needs such a path; 0: none */
   int64_t calls_left; /* that no arc has had so far */
} an_read_called;

typedef struct an_read_inlined {
   uint32_t index, function;
   const char *file;
} an_read_inlined;

typedef struct an_read_arc {
   uint32_t index, caller, callee; /* numbers of functions; 0: none */
   int64_t calls_left; /* that no path has had so far */
} an_read_arc;

typedef struct an_read_node {
   uint32_t index, function;
} an_read_node;

/* Notes come in this order. */
enum {
   AN_NO_NOTE,
   AN_NOTES_OF_NAMES,
   AN_NOTES_OF_FUNCTIONS,
   AN_NOTES_OF_SUMS,
   AN_NOTES_OF_ARCS,
   AN_NOTES_OF_PATHS,
};

typedef struct an_read_note {
   const char *key;
   int stage;
   const char *shape; /* for messages */
   bool (*read)(an_reader *r, an_read_calls *c, an_span rest);
} an_read_note;

/* Makes room for one more item of an array of an an_read_calls. */
#define AN_NOTE_ROOM(r, items, n, max) \
   (TK_ARRAY_ROOM((r)->alloc, AN_READER_LABEL, items, n, max) \
    || an_fail_no_memory((r)->error))

/* ---- Errors ---- */

/* The note is unlike its shape. */
bool an_note_fail(an_reader *r, const an_read_calls *c);

/* It cannot come here. */
bool an_note_fail_place(an_reader *r, const an_read_calls *c);

/* ---- Parts of notes ---- */

bool an_note_number(an_reader *r, const an_read_calls *c, an_span *rest,
                    int64_t *number);

/* Whether a number of a `what` is from 1 to n. */
bool an_note_check(an_reader *r, int64_t number, const char *what, size_t n);

/* Takes such a number. */
bool an_note_reference(an_reader *r, const an_read_calls *c, an_span *rest,
                       const char *what, size_t n, uint32_t *number);

/* Takes A or A.B, say; *b is -1 without B. */
bool an_note_two(an_reader *r, const an_read_calls *c, an_span *rest, char separator,
                 int64_t *a, int64_t *b);

/* The name of a file, as the profile has it. */
bool an_note_file(an_reader *r, const an_read_calls *c, int64_t number,
                  const char **file);

/* Takes LINE or LINE@FL#; *file stays without FL#. */
bool an_note_line(an_reader *r, const an_read_calls *c, an_span *rest, uint32_t *line,
                  const char **file);

/* The counts up to the end of the line, for the profile, of something that has at most
   what all lines have; NULL after an error. */
const int64_t *an_note_counts(an_reader *r, an_span rest);

/* The same of n such things together, which can include each other. */
const int64_t *an_note_counts_of(an_reader *r, an_span rest, int64_t n);

/* Where all is added up. */
an_call_sums *an_note_sums(const an_reader *r);

/* ---- Whether notes agree (an_read_call_sums.c) ---- */

/* r->counts are what the next function costs, with all that it calls, or what the next
   inlined code costs. */
bool an_read_calls_function(an_reader *r, an_read_calls *c);
bool an_read_calls_inlined(an_reader *r, an_read_calls *c);

/* r->counts are what calls of one function by another cost: they are part of what each
   of both costs.  `caller` is 0 for none. */
bool an_read_calls_arc(an_reader *r, an_read_calls *c, uint32_t caller, uint32_t callee,
                       int64_t n_calls);

/* Of an arc, `n_calls` take this path. */
bool an_read_calls_take(an_reader *r, an_read_arc *arc, uint32_t number,
                        int64_t n_calls);

/* r->counts are what the path costs that was put on the path last, or a part of it, or
   inlined code (numbers; or 0) on it. */
bool an_read_calls_path(an_reader *r, an_read_calls *c);
bool an_read_calls_self(an_reader *r, an_read_calls *c, uint32_t inlined);

/* Takes the last function off the path: what its outermost paths cost is part of what it
   costs. */
bool an_read_calls_pop(an_reader *r, an_read_calls *c);

/* ---- Arcs and paths (an_read_paths.c) ---- */

bool an_read_caller(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_call(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_call_rest(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_path(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_inlined_path(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_folded(an_reader *r, an_read_calls *c, an_span rest);
bool an_read_path_rest(an_reader *r, an_read_calls *c, an_span rest);

/* After the last note: checks the paths as a whole. */
bool an_read_paths_end(an_reader *r, an_read_calls *c);

#endif
