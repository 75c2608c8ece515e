/* an_state_json.h -- how a run stood, as JSON in outfiles and reports.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STATE_JSON_H
#define AN_STATE_JSON_H

#include "base/an_json_out.h"
#include "base/an_state.h"

/* {"how":"exited","status":0}, or null if the state is not known. */
void an_state_put(an_json_out *json, const char *key, const an_state *state);

/* Members on lines of their own, each only if it is known: "state" and
   "predecessor"; of a pair of profiles "states". */
void an_state_put_members(an_json_out *json, const an_state *state);
void an_state_put_pair(an_json_out *json, const an_state *old,
                       const an_state *new);

#endif
