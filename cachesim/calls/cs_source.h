/* cs_source.h -- inclusive counts of source lines and of inlined functions: what was
   spent while they were on the call path; pure.

   A line is on the path while a call from it runs, or code that was inlined at it.  So
   its inclusive counts are its own, those of what was inlined at it, and those of what
   was called from either.  Each is counted once, however deep the recursion: a walk over
   the tree opens a line when it comes onto the path, and adds up at its last leaving.

   A line's own counts are known for a function, not for each path.  If the line is
   recursive, what it cost below itself is taken to be the same part of them as of all
   that its code cost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_table.h"
#include "calls/cs_tree.h"
#include "machine/cs_events.h"

/* A line that makes calls or has inlined code, or an inlined function. */
typedef struct cs_spot {
   const char *file;
   const char *fn; /* the inlined function; NULL: a line */
   uint32_t line;
   uint32_t n_open; /* while the tree is walked: on the path */
   bool is_marked;  /* for the walk */
   uint64_t *counts;
} cs_spot;

/* A record of lines that is on a spot's line, and what its code cost while the spot was
   not on the path. */
typedef struct cs_own {
   const tk_line *line;
   uint32_t spot, next; /* the next record of the same code */
   uint64_t *alone;
} cs_own;

/* There is a count for each event up to the last that is counted, n_counts: a run counts
   a few of all that there are, and a program can have 100,000 lines that make calls. */
typedef struct cs_source {
   const tk_alloc *alloc;
   uint32_t n_counts;
   tk_arena memory; /* of the counts */
   cs_spot *spots;
   size_t n_spots, max_spots;
   tk_table table;
   cs_own *owns;
   size_t n_owns, max_owns;
   /* By the codes' numbers: */
   uint32_t *first_own;
   uint64_t **self; /* of all paths */
   uint32_t n_codes;
   uint32_t *marked; /* the spots of one place */
   size_t n_marked, max_marked;
} cs_source;

/* n counts of 0. */
uint64_t *cs_source_new_counts(tk_arena *memory, uint32_t n);

/* Begins without spots.  `alloc` is borrowed. */
void cs_source_init(cs_source *source, const tk_alloc *alloc, uint32_t n_counts,
                    uint32_t n_codes);
void cs_source_fini(cs_source *source);

/* First, all lines that make calls, and all code that was inlined; then all records of
   lines. */
void cs_source_add_call(cs_source *source, const tk_line *line);
void cs_source_add_code(cs_source *source, const cs_code *code);
void cs_source_add_line(cs_source *source, const tk_line *line);

/* The walk: a call from a line is entered; a node's own counts, after the call; the
   call is left, whose inclusive counts these are. */
void cs_source_enter(cs_source *source, const tk_line *line);
void cs_source_node(cs_source *source, const cs_node *node, const uint64_t *counts);
void cs_source_leave(cs_source *source, const tk_line *line, const uint64_t *counts);

/* After the walk: adds the lines' own counts. */
void cs_source_finish(cs_source *source);
