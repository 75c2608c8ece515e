/* an_measure.h -- times what a machine is measured by.

   Runs pieces of code whose time is known but for one latency, many times each, and takes
   the shortest.  Uses up to 1 GiB of memory for a moment.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "measure/an_times.h"

typedef struct an_effort {
   uint32_t n_sweeps; /* over all that is timed */
   double time_ns;    /* for each of these in a sweep */
} an_effort;

/* `host` has the sizes of this machine's caches and TLBs.  What there is no memory for
   stays INFINITY. */
void an_measure_times(const cs_machine *host, const an_effort *effort, an_times *times);
