/* ah_graph.h -- the timeline as a graph of characters, with its bytes at the left.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ah_page.h"

enum {
   AH_GRAPH_COLUMNS = 400, /* at most */
   AH_GRAPH_AROUND = 12,   /* columns of a line that are not the graph's */
};

/* In UTF-8: a blank, then the lower eighths of a cell, from one to all eight. */
extern const char *const ah_blocks[];

typedef struct ah_graph {
   const ah_page *page;
   size_t n_rows, label_every; /* so many rows have their bytes */
   size_t n, peak;             /* columns; the one with the peak */
   int64_t most;
   int64_t tops[AH_GRAPH_COLUMNS]; /* the most of each column */
} ah_graph;

/* Lines of at most `width` columns, if that is enough for a graph.  The profile has a
   timeline; the page is borrowed. */
void ah_graph_begin(ah_graph *graph, const ah_page *page, size_t width, size_t n_rows,
                    size_t label_every);

/* Prints a row, counted from the axis; or the axis, with a mark where a snapshot was
   taken, and with `has_time` the time of its end in place of some marks.  Returns the
   columns that it takes; the caller ends the line. */
size_t ah_graph_print_row(const ah_graph *graph, size_t row);
size_t ah_graph_print_axis(const ah_graph *graph, bool has_time);
