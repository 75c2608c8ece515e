/* an_calls_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_calls_of.h"

#include "base/an_alloc.h"
#include "commands/an_options.h"
#include "export/ac_call_stacks.h"

void an_calls_of_open(an_calls_of *calls, const ac_profile *before,
                      const ac_profile *after)
{
   const ac_profile *const profiles[] = { before, after };
   const tk_alloc *alloc = an_alloc_malloc();
   ac_calls_side sides[2];
   *calls = (an_calls_of){ .are_known = ac_profile_calls(before) != NULL
                                        && ac_profile_calls(after) != NULL };
   if (!calls->are_known)
      return;
   for (size_t i = 0; i < 2; i++) {
      ac_call_stacks(profiles[i], alloc, &calls->stacks[i]);
      sides[i] = (ac_calls_side){ profiles[i], &calls->stacks[i] };
   }
   ac_calls_pair_open(&calls->pair, alloc, sides);
}

const ac_calls_pair *an_calls_of_pair(const an_calls_of *calls)
{
   return calls->are_known ? &calls->pair : NULL;
}
