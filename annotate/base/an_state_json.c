/* an_state_json.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_state_json.h"

void an_state_put(an_json_out *json, const char *key, const an_state *state)
{
   const char *detail = an_state_key(state->how);
   if (state->how == AN_STATE_UNKNOWN) {
      an_json_put_null(json, key);
      return;
   }
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
   if (state->how != AN_STATE_UNKNOWN) {
      an_json_put_line(json, "");
      an_state_put(json, "state", state);
   }
   if (state->predecessor != NULL) {
      an_json_put_line(json, "");
      an_json_put_text(json, "predecessor", state->predecessor);
   }
}

void an_state_put_pair(an_json_out *json, const an_state *old,
                       const an_state *new)
{
   if (old->how == AN_STATE_UNKNOWN && new->how == AN_STATE_UNKNOWN)
      return;
   an_json_put_line(json, "");
   an_json_put_open(json, "states", '{');
   an_state_put(json, "old", old);
   an_state_put(json, "new", new);
   an_json_put_close(json, '}');
}
