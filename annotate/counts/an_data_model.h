/* an_data_model.h -- making the model of data objects from their sums; for an_data.c and
   an_sharing.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_MODEL_H
#define AN_DATA_MODEL_H

#include "counts/an_data_sums.h"

typedef int an_data_compare(const void *a, const void *b);

/* What was added, and where it is in the model: new indices, by old ones. */
typedef struct an_data_making {
   an_data_sums *sums;
   uint32_t *binaries, *frames, *data;
   size_t *functions; /* in the profile */
} an_data_making;

/* Those of the events D1mr and D1mw. */
int64_t an_data_d1_misses(const an_data *data, const int64_t *counts);

/* Makes the model of sharing; the data are made. */
an_status an_data_make_sharing(an_data_making *m);

#endif
