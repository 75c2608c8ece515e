/* ac_machine.h -- what the commands use of the machine that a profile was simulated on.

   cachesim's own parser refuses what it does not know.  Here the text can be of a later
   version: what is unknown is left alone, and what is missing or no number is as usual.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "counts/ac_profile.h"

enum { AC_MACHINE_B = 256, AC_MACHINE_MEMORY = 0, AC_MACHINE_LEVELS = 4 };

/* All times are in cycles. */
typedef struct ac_machine {
   const ac_texts *text;    /* its name, and the lines of its text; borrowed */
   bool is_known;           /* else the profile is of cachegrind's model, or no caches */
   char line[AC_MACHINE_B]; /* "zen4: I1 32K, D1 32K, L2 1M, 4 prefetchers, TLBs", cut */
   int64_t latency[AC_MACHINE_LEVELS]; /* of memory; then of L2, and so on */
   int64_t walk, tlb; /* a page walk; a page that is in the second TLB for data */
   int64_t width;     /* instructions in a cycle, at most */
} ac_machine;

/* Reads the text, which may be empty. */
void ac_machine_read(ac_machine *machine, const ac_texts *text);

/* The member "machine" of a report, if the profile has one. */
void ac_machine_put_json(an_json_out *json, const ac_machine *machine);
