/* ac_call_note.h -- what the readers of notes on calls share: numbers that refer to
   earlier notes, and errors.  For ac_read_calls.c and ac_read_paths.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_CALL_NOTE_H
#define AC_CALL_NOTE_H

#include "base/tk_array.h"
#include "counts/ac_read_calls.h"

typedef struct ac_read_called {
   uint32_t index; /* in the profile's sums, as below */
   const char *file;
   size_t n_open;  /* on the current path */
   bool begins;    /* it has a path that begins with it */
   size_t needed_at; /* the first line that needs such a path; 0: none */
   int64_t calls_left; /* that no arc has had so far */
} ac_read_called;

typedef struct ac_read_inlined {
   uint32_t index, function;
   const char *file;
} ac_read_inlined;

typedef struct ac_read_arc {
   uint32_t index, caller, callee; /* numbers of functions; 0: none */
   int64_t calls_left; /* that no path has had so far */
} ac_read_arc;

typedef struct ac_read_node {
   uint32_t index, function;
} ac_read_node;

/* Notes come in this order. */
enum {
   AC_NO_NOTE,
   AC_NOTES_OF_NAMES,
   AC_NOTES_OF_FUNCTIONS,
   AC_NOTES_OF_SUMS,
   AC_NOTES_OF_ARCS,
   AC_NOTES_OF_PATHS,
};

typedef struct ac_read_note {
   const char *key;
   int stage;
   const char *shape; /* for messages */
   bool (*read)(ac_reader *r, ac_read_calls *c, an_span rest);
} ac_read_note;

/* Makes room for one more item of an array of an ac_read_calls. */
#define AC_NOTE_ROOM(r, items, n, max) \
   (TK_ARRAY_ROOM((r)->alloc, AC_READER_LABEL, items, n, max) \
    || an_fail_no_memory((r)->error))

/* ---- Errors ---- */

/* The note is unlike its shape. */
bool ac_note_fail(ac_reader *r, const ac_read_calls *c);

/* It cannot come here. */
bool ac_note_fail_place(ac_reader *r, const ac_read_calls *c);

/* ---- Parts of notes ---- */

bool ac_note_number(ac_reader *r, const ac_read_calls *c, an_span *rest,
                    int64_t *number);

/* Whether a number of a `what` is from 1 to n. */
bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n);

/* Takes such a number. */
bool ac_note_reference(ac_reader *r, const ac_read_calls *c, an_span *rest,
                       const char *what, size_t n, uint32_t *number);

/* Takes A or A.B, say; *b is -1 without B. */
bool ac_note_two(ac_reader *r, const ac_read_calls *c, an_span *rest, char separator,
                 int64_t *a, int64_t *b);

/* The name of a file, as the profile has it. */
bool ac_note_file(ac_reader *r, const ac_read_calls *c, int64_t number,
                  const char **file);

/* Takes LINE or LINE@FL#; *file stays without FL#. */
bool ac_note_line(ac_reader *r, const ac_read_calls *c, an_span *rest, uint32_t *line,
                  const char **file);

/* The counts up to the end of the line, for the profile, of something that has at most
   what all lines have; NULL after an error. */
const int64_t *ac_note_counts(ac_reader *r, an_span rest);

/* The same of n such things together, which can include each other. */
const int64_t *ac_note_counts_of(ac_reader *r, an_span rest, int64_t n);

/* Where all is added up. */
ac_call_sums *ac_note_sums(const ac_reader *r);

/* ---- Whether notes agree (ac_read_call_sums.c) ---- */

/* r->counts are what the next function costs, with all that it calls, or what the next
   inlined code costs. */
bool ac_read_calls_function(ac_reader *r, ac_read_calls *c);
bool ac_read_calls_inlined(ac_reader *r, ac_read_calls *c);

/* r->counts are what calls of one function by another cost: they are part of what each
   of both costs.  `caller` is 0 for none. */
bool ac_read_calls_arc(ac_reader *r, ac_read_calls *c, uint32_t caller, uint32_t callee,
                       int64_t n_calls);

/* Of an arc, `n_calls` take this path. */
bool ac_read_calls_take(ac_reader *r, ac_read_arc *arc, uint32_t number,
                        int64_t n_calls);

/* r->counts are what the path costs that was put on the path last, or a part of it, or
   inlined code (numbers; or 0) on it. */
bool ac_read_calls_path(ac_reader *r, ac_read_calls *c);
bool ac_read_calls_self(ac_reader *r, ac_read_calls *c, uint32_t inlined);

/* Takes the last function off the path: what its outermost paths cost is part of what it
   costs. */
bool ac_read_calls_pop(ac_reader *r, ac_read_calls *c);

/* ---- Arcs and paths (ac_read_paths.c) ---- */

bool ac_read_caller(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_call(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_call_rest(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_path(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_inlined_path(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_folded(ac_reader *r, ac_read_calls *c, an_span rest);
bool ac_read_path_rest(ac_reader *r, ac_read_calls *c, an_span rest);

/* After the last note: checks the paths as a whole. */
bool ac_read_paths_end(ac_reader *r, ac_read_calls *c);

#endif
