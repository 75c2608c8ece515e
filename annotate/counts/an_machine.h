/* an_machine.h -- the machine that a profile was simulated on, in one line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_MACHINE_H
#define AN_MACHINE_H

#include "base/an_json_out.h"
#include "counts/an_profile.h"

enum { AN_MACHINE_B = 256 };

/* "zen4: I1 32K, D1 32K, L2 1M, L3 32M, 4 prefetchers, TLBs", cut to AN_MACHINE_B.  False
   if the profile has none: it is of cachegrind's model, or of no caches. */
bool an_machine_line(const an_profile *profile, char line[AN_MACHINE_B]);

/* The number behind `name`, such as "latency=", in the line of the machine's text that
   begins with `key`; `otherwise` if there is none. */
int64_t an_machine_number(const an_profile *profile, const char *key, const char *name,
                          int64_t otherwise);

/* The member "machine" of a report, if the profile has one. */
void an_machine_put_json(an_json_out *json, const an_profile *profile);

#endif
