/* cs_note_names.h -- the numbers by which notes of an outfile refer to files and to
   functions by their names; pure.

   The files and functions of the body have numbers already, in its order.  What it lacks
   gets the next ones, and is written before the notes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"
#include "base/tk_text.h"
#include "code/tk_lines.h"

/* A file, or a function of a file. */
typedef struct cs_note_name {
   const char *file, *fn; /* interned; fn NULL: the file itself */
   uint32_t number;       /* from 1; functions have their own numbers */
} cs_note_name;

typedef struct cs_note_names {
   const tk_alloc *alloc;
   cs_note_name *names;
   size_t n, capacity;
   size_t n_of_body;
   tk_table table;
   uint32_t n_files, n_functions;
   uint32_t n_rows; /* of the body, and notes on code without names */
} cs_note_names;

/* The names of the body, whose lines are sorted.  `alloc` is borrowed. */
void cs_note_names_init(cs_note_names *names, const tk_alloc *alloc,
                        tk_line *const *lines, size_t n_lines);
void cs_note_names_fini(cs_note_names *names);

/* The number of a file (fn NULL) or of a function, which gets one if it has none. */
uint32_t cs_note_names_number(cs_note_names *names, const char *file, const char *fn);

/* The number of a file or function; 0 if it has none. */
uint32_t cs_note_names_known(const cs_note_names *names, const char *file,
                             const char *fn);

/* Writes the names that the body lacks. */
void cs_note_names_write(tk_text *out, cs_note_names *names);
