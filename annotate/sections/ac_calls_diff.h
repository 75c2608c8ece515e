/* ac_calls_diff.h -- the calls of a pair as JSON: members of the objects that the tables
   of ac_calls_diff.c have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "sections/ac_scope.h"
#include "sections/ac_calls_pair.h"

/* Put an object for a function, for the i-th node as a path, and "left_out", for what
   the paths lack. */
void ac_calls_diff_put_function(an_json_out *json, const ac_scope *scope,
                                const ac_called_pair *f);
void ac_calls_diff_put_path(an_json_out *json, const ac_scope *scope, uint32_t i);
void ac_calls_diff_put_left_out(an_json_out *json, const ac_scope *scope);
