/* ac_machine.h -- the machine that a profile was simulated on, in one line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_MACHINE_H
#define AC_MACHINE_H

#include "base/an_json_out.h"
#include "counts/ac_profile.h"

enum { AC_MACHINE_B = 256 };

/* "zen4: I1 32K, D1 32K, L2 1M, L3 32M, 4 prefetchers, TLBs", cut to AC_MACHINE_B.  False
   if the profile has none: it is of cachegrind's model, or of no caches. */
bool ac_machine_line(const ac_profile *profile, char line[AC_MACHINE_B]);

/* The number behind `name`, such as "latency=", in the line of the machine's text that
   begins with `key`; `otherwise` if there is none. */
int64_t ac_machine_number(const ac_profile *profile, const char *key, const char *name,
                          int64_t otherwise);

/* The member "machine" of a report, if the profile has one. */
void ac_machine_put_json(an_json_out *json, const ac_profile *profile);

#endif
