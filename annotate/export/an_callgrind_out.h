/* an_callgrind_out.h -- writes callgrind's format: a header, functions with the costs of
   their lines, and calls with inclusive costs.

   The format is that of the Valgrind manual, "Callgrind Format Specification".  Its
   readers want more; this writer does what they want:
   - KCachegrind looks for "events:" in the first 2,047 bytes, so the header is short.
     Of a number it keeps the function that came with it first, so a function's object,
     file and name come together.
   - callgrind_annotate takes the line after "calls=0" for the function's own cost.
   Names are numbered; names and texts are UTF-8 on one line.

   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"
#include "base/tk_strings.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Strings are borrowed. */
typedef struct an_callgrind_function {
   const char *name;
   const char *file, *object; /* NULL: unknown */
} an_callgrind_function;

typedef struct an_callgrind_out {
   FILE *out;
   /* private: */
   const an_callgrind_function *functions;
   bool *is_known;              /* of each: its name has been written */
   tk_strings *files, *objects; /* the names that have been written */
   size_t n_events;
   bool has_addresses;
   const char *file, *object; /* where costs are now */
} an_callgrind_out;

/* What the header says. */
typedef struct an_callgrind_header {
   const char *creator, *command;
   int64_t pid;              /* 0: unknown */
   const char *const *descs; /* lines for people; long ones are cut, the last left out */
   size_t n_descs;
   const char *layout; /* the file of the layout that was simulated; NULL: none */
   bool has_addresses; /* places have addresses */
} an_callgrind_header;

typedef struct an_callgrind_place {
   uint32_t line;    /* 0: unknown */
   uint64_t address; /* of the instruction, in the object's file */
} an_callgrind_place;

/* An event: `name` is one word; `title` is what people read, or NULL. */
typedef struct an_callgrind_event {
   const char *name, *title;
} an_callgrind_event;

/* The functions are numbered by their place. */
void an_callgrind_open(an_callgrind_out *to, FILE *out, const tk_alloc *alloc,
                       const an_callgrind_function *functions, size_t n_functions);

/* Puts the header: first, and once. */
void an_callgrind_put_header(an_callgrind_out *to, const an_callgrind_header *header,
                             const an_callgrind_event *events, size_t n_events);

/* What follows belongs to this function, and is in its file. */
void an_callgrind_put_function(an_callgrind_out *to, size_t function);

/* What follows is in this file: code inlined into the function.  NULL: unknown. */
void an_callgrind_put_file(an_callgrind_out *to, const char *file);

/* Puts the own cost of a line, or of an instruction. */
void an_callgrind_put_cost(an_callgrind_out *to, an_callgrind_place at,
                           const int64_t *costs);

/* Puts calls from there, at least one, and what they cost with all that they called. */
void an_callgrind_put_calls(an_callgrind_out *to, an_callgrind_place at, size_t callee,
                            int64_t n_calls, const int64_t *costs);

/* Puts the totals, last. */
void an_callgrind_put_totals(an_callgrind_out *to, const int64_t *costs);
