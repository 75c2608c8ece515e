/* ah_graph.h -- a timeline cut into columns; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_GRAPH_H
#define AH_GRAPH_H

#include "heap/ah_profile.h"

/* The column of n, at least 1, that a time from 0 to end_time is in. */
size_t ah_graph_column(int64_t time, int64_t end_time, size_t n);

/* The largest number of live bytes that is known in each of n columns: no
   bucket's maximum is in none.  Where nothing is known of a column, a line is
   drawn between its neighbours. */
void ah_graph_tops(const ah_profile *profile, size_t n, int64_t *tops);

/* The steps, of n_steps that are as high as `most`, that a value fills: at
   least one of a value above 0, all of `most`. */
size_t ah_graph_steps(int64_t value, int64_t most, size_t n_steps);

#endif
