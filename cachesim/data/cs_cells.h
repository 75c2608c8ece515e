/* cs_cells.h -- data misses by source line, data object and place in it; pure.

   A cell is a line, or one of its instructions, a datum and a place, with four counters.
   The place is the offset if
   the block or variable is small.  In a larger one, each instruction has a cell, with the
   residue class of the offsets that it missed on: the first, and the greatest common
   divisor of the differences.  So memory depends on the code, not on the data's size.

   Above a number of cells, new ones have no place.  So the sums stay exact.
   Cells never move until cs_cells_zero.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_table.h"
#include "code/tk_lines.h"
#include "data/cs_data.h"
#include "machine/cs_events.h"
#include "machine/cs_filter.h"

typedef enum cs_place {
   CS_PLACE_NONE,  /* not kept */
   CS_PLACE_AT,    /* an offset */
   CS_PLACE_CLASS, /* offsets that an instruction missed on */
} cs_place;

typedef struct cs_cell {
   const tk_line *line; /* or an instruction's */
   cs_data *data;
   uint64_t key;         /* AT: the offset; CLASS: the instruction's address */
   uint64_t offset;      /* the first; NONE: 0 */
   uint64_t stride;      /* CLASS: all are offset + k * stride, for integers k; 0: all are
                       equal */
   struct cs_cell *next; /* of the same line */
   cs_place place;
   uint64_t counts[]; /* of the columns of cells */
} cs_cell;

enum {
   CS_CELLS_MOST = 1 << 21,   /* cells with a place; 88 bytes or more, and the table */
   CS_CELLS_RECENT = 1 << 10, /* a power of two */
};

typedef struct cs_cells_setup {
   const tk_alloc *alloc;
   void (*find)(uintptr_t addr, cs_data_at *at);
   const cs_filter *d1;                               /* for its sets */
   void (*find_code)(uintptr_t addr, cs_data_at *at); /* for fetches */
   uint64_t limit_B;          /* the largest block whose offsets are kept */
   size_t most;               /* CS_CELLS_MOST, or less in tests */
   const cs_columns *columns; /* what is counted; NULL: misses only */
} cs_cells_setup;

typedef struct cs_cells {
   cs_cells_setup setup;
   tk_arena arena;
   tk_arena sets;  /* of cs_data.by_set */
   tk_table table; /* of indices into `list` */
   cs_cell **list;
   size_t n, capacity, n_placed;
   tk_table lines; /* of the index of each line's first cell */
   cs_cell *recent[CS_CELLS_RECENT];
   cs_data_at at;    /* of the last miss */
   uint64_t *counts; /* and those of its cell */
   /* CS_CELL_COUNTS misses; then reasons and what a sweep counts, of fetches, too. */
   cs_columns columns;
   uint64_t fetches; /* no count of interest */
} cs_cells;

/* Everything in the setup is borrowed. */
void cs_cells_init(cs_cells *cells, const cs_cells_setup *setup);
void cs_cells_fini(cs_cells *cells);

/* The instruction at `instr`, of this line, has missed D1 at `addr`.  Counts that.  The
   counter returned is the one of a last-level miss by the same reference; it stays where
   it is until cs_cells_zero. */
uint64_t *cs_cells_miss(cs_cells *cells, const tk_line *line, uintptr_t instr,
                        uintptr_t addr, bool is_write);

/* An instruction of this line has missed I1.  So its cell has no misses, only the counts
   behind them; the counter returned is of no use.  The datum is what its code lies in,
   without a place. */
uint64_t *cs_cells_fetch(cs_cells *cells, const tk_line *line, uintptr_t instr);

/* The cells of a line, with those of its instructions, from here on by `next`, in no
   order; NULL: it has none. */
const cs_cell *cs_cells_of(const cs_cells *cells, const tk_line *line);

/* Forgets all cells, and the misses by set of `data`.  No counter that was returned may
   be used any more. */
void cs_cells_zero(cs_cells *cells, cs_data *const *data, size_t n_data);
