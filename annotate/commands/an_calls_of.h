/* an_calls_of.h -- the calls of two profiles, ready to be compared, or of one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_calls_pair.h"

typedef struct an_calls_of {
   bool are_known; /* else all below is empty */
   an_stacks stacks[2];
   ac_calls_pair pair;
} an_calls_of;

/* The calls of both profiles, or of one that is given twice; unknown if either has none.
   The profiles must live longer. */
void an_calls_of_open(an_calls_of *calls, const ac_profile *before,
                      const ac_profile *after);

/* NULL: unknown. */
const ac_calls_pair *an_calls_of_pair(const an_calls_of *calls);

/* A note on what is made of call paths. */
#define AN_CALLS_OF_ESTIMATED \
   "call paths are estimated: the profile has calls, but not their paths"

/* What is wrong with an option that needs calls. */
#define AN_CALLS_OF_NONE \
   "not all profiles have calls; cachesim --call-graph=yes records them"
