/* ac_visits.h -- from looks at blocks of one element to visits of them; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_VISITS_H
#define AC_VISITS_H

#include "suggest/ac_samples.h"

/* Changes weights from misses to visits.  Takes time with the square of the samples, of
   which a datum has a few hundred. */
void ac_visits_find(ac_samples *samples);

#endif
