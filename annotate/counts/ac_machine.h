/* ac_machine.h -- what the commands use of the machine that a profile was simulated on,
   and of the caches that its header describes.

   cachesim's own parser refuses what it does not know.  Here the text can be of a later
   version: what is unknown is left alone, and what is missing or no number is as usual.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "base/an_span.h"
#include "counts/ac_profile.h"

enum { AC_MACHINE_B = 256, AC_MACHINE_MEMORY = 0, AC_MACHINE_LEVELS = 4 };

/* As the header describes it; 0: unknown. */
typedef struct ac_cache {
   long long size_B, line_B, n_ways;
} ac_cache;

typedef enum ac_cache_kind {
   AC_CACHE_I1,
   AC_CACHE_D1,
   AC_CACHE_LL,
   AC_CACHES
} ac_cache_kind;

/* All times are in cycles. */
typedef struct ac_machine {
   const ac_texts *text;    /* its name, and the lines of its text; borrowed */
   bool is_known;           /* else the profile is of cachegrind's model, or no caches */
   char line[AC_MACHINE_B]; /* "zen4: I1 32K, D1 32K, L2 1M, 4 prefetchers, TLBs", cut */
   int64_t latency[AC_MACHINE_LEVELS]; /* of memory; then of L2, and so on */
   int64_t walk, tlb; /* a page walk; a page that is in the second TLB for data */
   int64_t width;     /* instructions in a cycle, at most */
   ac_cache caches[AC_CACHES];
   int64_t line_B;   /* of the first-level data cache; the usual one if it is unknown */
   int64_t second_B; /* the size of the machine's L2; 0: unknown */
   size_t n_prefetchers;
} ac_machine;

/* What their descriptions begin with: "D1 cache:". */
extern const char *const ac_cache_keys[AC_CACHES];

/* What is behind the key in the first description that has it; empty: none has. */
an_span ac_machine_description(const ac_texts *descriptions, const char *key);

/* Reads the text, which may be empty, and the descriptions. */
void ac_machine_read(ac_machine *machine, const ac_texts *text,
                     const ac_texts *descriptions);

/* The member "machine" of a report, if the profile has one. */
void ac_machine_put_json(an_json_out *json, const ac_machine *machine);
