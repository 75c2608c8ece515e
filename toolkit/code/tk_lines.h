/* tk_lines.h -- the source lines of a run and their counts; pure.

   There is one record for each distinct place: a line of a function of a file, in an
   object, and a part of it if the tool wants that.  It has a fixed number of 64-bit
   counters.  Records never move and live as long as the table, so translated code can
   hold their addresses.

   A tool can count by instruction.  Then each has a record like a line's, whose counts
   are a part of its line's.

   How often a line ran is what the most frequent of its instructions did.  The first
   counter counts instructions; of those that run together, the last is *marked*, as code
   that jumps into their midst runs it, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "base/tk_chars.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
   const char *file; /* interned: compared by pointer */
   const char *fn;   /* interned */
   uint32_t number;  /* from 1; 0: unknown */
   uint32_t object;  /* tk_object.h */
   uint64_t start;   /* of code without file and function: where it begins, as an
                        address in the object's file; else 0 */
   const void *part; /* what the tool tells apart besides; compared by pointer */
} tk_place;

static inline bool tk_place_is_equal(const tk_place *a, const tk_place *b)
{
   return a->number == b->number && a->fn == b->fn && a->file == b->file
          && a->object == b->object && a->start == b->start && a->part == b->part;
}

/* Has the code neither file, function nor line?  It is known by its object and start. */
static inline bool tk_place_is_unnamed(const tk_place *at)
{
   return at->number == 0 && at->file == at->fn && tk_chars_compare(at->file, "???") == 0;
}

/* Of an instruction, as Valgrind has them: those by which a program asks it for something
   are one. */
enum { TK_INSTR_MOST_B = 20 };

/* An instruction.  Code that was changed has others at the same address. */
typedef struct tk_instr {
   struct tk_line *line; /* its line's record */
   /* Why it takes its time, in numbers of the tool; NULL: it waits for no other. */
   struct tk_instr *waits_for;
   uint32_t wait_parts;
   uint8_t wait;
   bool is_wait_of_loop, is_wait_needed;
   uint64_t address; /* as the object's file has it; in no object, in memory */
   uint32_t number;  /* for who writes an outfile: among its instructions */
   uint8_t size_B;
   uint8_t code[TK_INSTR_MOST_B];
} tk_instr;

/* How often an instruction ran. */
typedef struct {
   uint64_t address; /* in memory */
   uint64_t count;
} tk_mark;

typedef struct tk_line {
   tk_place at;
   tk_mark *marks; /* of instructions of the line, where these have no records */
   size_t n_marks;
   uint64_t n_runs; /* as of tk_lines_list; 0: unknown */
   tk_instr *instr; /* what this is the record of; NULL: of a line */
   uint64_t counts[];
} tk_line;

/* The record of the line, if this may be an instruction's. */
static inline tk_line *tk_line_whole(const tk_line *line)
{
   return line->instr != NULL ? line->instr->line : (tk_line *)line;
}

typedef struct tk_lines tk_lines;

/* An empty table whose records have n_counts counters.
   `alloc` is borrowed and must outlive the table. */
tk_lines *tk_lines_new(const tk_alloc *alloc, size_t n_counts);
void tk_lines_free(tk_lines *lines);

/* The record of a place; a new one has counts of 0.  Names
   must be interned in one table, which must outlive this one. */
tk_line *tk_lines_at(tk_lines *lines, const tk_place *place);

/* The record of an instruction, whose `line` is one of a line; likewise. */
tk_line *tk_lines_instr(tk_lines *lines, const tk_instr *instr);

/* The number, from 1, of the mark of an instruction of a line; a new one has a count of
   0.  0: the line has too many. */
enum { TK_MARKS_MOST = (1 << 24) - 1 };
uint32_t tk_lines_mark(tk_lines *lines, tk_line *line, uint64_t address);

size_t tk_lines_count(const tk_lines *lines);

/* All tk_lines_count records of lines, in the order they came.  The caller owns the
   array, and frees it with tk_put.  A line that has instructions
   gets the sums of these; n_runs is set. */
tk_line **tk_lines_list(const tk_lines *lines);

/* All tk_lines_n_instrs records of instructions, likewise. */
size_t tk_lines_n_instrs(const tk_lines *lines);
tk_line **tk_lines_instrs(const tk_lines *lines);

/* Sets all counters of all records to 0. */
void tk_lines_zero(tk_lines *lines);
