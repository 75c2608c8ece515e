/* an_state.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_state.h"

#include <inttypes.h>

static const struct {
   const char *name;
   const char *key;
   int64_t least, most; /* of its number */
} states[AN_STATE_HOWS] = {
   [AN_STATE_UNKNOWN] = { "", NULL, 0, 0 },
   [AN_STATE_EXITED] = { "exited", "status", 0, 255 },
   /* The signals that wait(2) can report. */
   [AN_STATE_KILLED] = { "killed", "signal", 1, 127 },
   [AN_STATE_REPLACED] = { "replaced", "by", 0, 0 },
   [AN_STATE_DUMPED] = { "dumped", NULL, 0, 0 },
   [AN_STATE_PARTIAL] = { "partial", "ms", 0, INT64_MAX },
};

an_state_how an_state_find(an_span name)
{
   an_state_how how = AN_STATE_HOWS - 1;
   while (how > AN_STATE_UNKNOWN && !an_span_is(name, states[how].name))
      how--;
   return how;
}

const char *an_state_name(an_state_how how)
{
   return states[how].name;
}

const char *an_state_key(an_state_how how)
{
   return states[how].key;
}

bool an_state_fits(an_state_how how, int64_t number)
{
   return states[how].least <= number && number <= states[how].most;
}

an_state an_state_sum(const an_state *of, size_t n)
{
   an_state sum = { .how = AN_STATE_UNKNOWN };
   if (n == 1)
      return of[0];
   for (size_t i = 0; i < n; i++)
      if (an_state_is_partial(&of[i])
          && (!an_state_is_partial(&sum) || of[i].number > sum.number))
         sum = (an_state){ .how = AN_STATE_PARTIAL, .number = of[i].number };
   return sum;
}

const char *an_state_describe(const an_state *state,
                              char text[AN_STATE_TEXT_B])
{
   snprintf(text, AN_STATE_TEXT_B,
            "a checkpoint %" PRId64 ".%d s into the run; what came later is "
            "missing",
            state->number / 1000, (int)(state->number % 1000 / 100));
   return text;
}
