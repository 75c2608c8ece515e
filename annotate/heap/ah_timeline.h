/* ah_timeline.h -- a timeline in columns, for graphs; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* The column of a time from 0 to end_time; there are n, at least 1. */
size_t ah_timeline_column(int64_t time, int64_t end_time, size_t n);

/* The most live bytes known in each of n columns: each bucket's maximum is in a
   column.  Columns about which nothing is known are interpolated. */
void ah_timeline_maxima(const ah_profile *profile, size_t n, int64_t *maxima);

/* How many of n_steps, as high as `most` together, a value fills: at least one
   if it is above 0, and all for `most`. */
size_t ah_timeline_height(int64_t value, int64_t most, size_t n_steps);
