/* an_counting.h -- which part of a run was counted (base/tk_counting.h), in profiles
   and in the JSON of reports.

   render/an_page.h writes it for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COUNTING_H
#define AN_COUNTING_H

#include "base/an_json_out.h"
#include "base/an_span.h"
#include "base/tk_counting.h"

#include <stdio.h>

/* Sets the member with this name; other names are of a later version. */
void an_counting_set(tk_counting *counting, an_span name, int64_t value);

/* " late 1 began 12" in a comment of an outfile. */
void an_counting_write(const tk_counting *counting, FILE *out);

/* Members that are not 0, and the unit of times unless it is NULL.  Null if all was
   counted. */
void an_counting_put(an_json_out *json, const char *key, const tk_counting *counting,
                     const char *unit);

/* The same as "counting" on a line of its own, unless all was counted. */
void an_counting_put_member(an_json_out *json, const tk_counting *counting,
                            const char *unit);

/* {"old": ..., "new": ...} as "counting" on a line of its own, unless all was counted
   in both. */
void an_counting_put_pair(an_json_out *json, const tk_counting *old,
                          const tk_counting *new, const char *unit);

#endif
