/* ac_data_model.h -- making the model of data objects from their sums; for ac_data.c,
   ac_looks.c and ac_sharing.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data_sums.h"

/* What was added, and where it is in the model: new indices, by old ones. */
typedef struct ac_data_making {
   ac_data_sums *sums;
   uint32_t *binaries, *frames, *data;
   size_t *functions; /* in the profile */
   size_t n_rules;    /* of the layout; none of a sum of several */
} ac_data_making;

/* The misses that the events D1mr and D1mw count. */
uint64_t ac_data_d1_misses(const ac_data *data, const int64_t *counts);

/* Makes the looks of the data, which are made. */
void ac_data_make_looks(ac_data_making *m);

/* Makes the model of sharing; the data are made. */
void ac_data_make_sharing(ac_data_making *m);
