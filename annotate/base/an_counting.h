/* an_counting.h -- which part of a run was counted (base/tk_counting.h), in profiles
   and in the JSON of reports.

   sections/an_page.h writes it for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "base/an_span.h"
#include "base/tk_counting.h"

/* Sets the member with this name; other names are of a later version. */
void an_counting_set(tk_counting *counting, an_span name, int64_t value);

/* Puts an object of the members that are not 0, and the unit of times unless it is NULL;
   null if all was counted. */
void an_counting_put(an_json_out *json, const char *key, const tk_counting *counting,
                     const char *unit);

/* Puts the member "counting" on a line of its own, unless all was counted. */
void an_counting_put_member(an_json_out *json, const tk_counting *counting,
                            const char *unit);

/* Puts the member "counting", {"old": ..., "new": ...}, on a line of its own, unless all
   was counted in both. */
void an_counting_put_pair(an_json_out *json, const tk_counting *old,
                          const tk_counting *new, const char *unit);
