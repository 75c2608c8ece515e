/* an_state.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_state.h"

#include "base/an_json_members.h"

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

const char *an_state_describe(const an_state *state, char text[AN_STATE_TEXT_B])
{
   snprintf(text, AN_STATE_TEXT_B,
            "a checkpoint %" PRId64 ".%d s into the run; what came later is "
            "missing",
            state->number / 1000, (int)(state->number % 1000 / 100));
   return text;
}

void an_state_put(an_json_out *json, const char *key, const an_state *state)
{
   const char *detail = an_state_key(state->how);
   if (state->how == AN_STATE_UNKNOWN)
      return an_json_put_null(json, key);
   an_json_put_open(json, key, '{');
   an_json_put_text(json, "how", an_state_name(state->how));
   if (state->by != NULL)
      an_json_put_text(json, detail, state->by);
   else if (detail != NULL)
      an_json_put_int(json, detail, state->number);
   an_json_put_close(json, '}');
}

void an_state_put_members(an_json_out *json, const an_state *state)
{
   if (state->how != AN_STATE_UNKNOWN)
      AN_JSON_PUT(json, AN_JSON_LINE(""), an_state_put(json, "state", state));
   if (state->predecessor != NULL)
      AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON("predecessor", state->predecessor));
}

void an_state_put_pair(an_json_out *json, const an_state *old, const an_state *new)
{
   if (old->how == AN_STATE_UNKNOWN && new->how == AN_STATE_UNKNOWN)
      return;
   AN_JSON_PUT_OBJECT(json, "", "states", an_state_put(json, "old", old),
                      an_state_put(json, "new", new));
}
