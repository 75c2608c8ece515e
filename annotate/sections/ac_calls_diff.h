/* ac_calls_diff.h -- the calls of a pair: functions by the change of their inclusive
   cost, and the call paths that changed most.

   A path that both profiles have is listed with the change of its self cost.  Where only
   one profile has a path, that path is listed with its inclusive cost, and those below
   it are not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_CALLS_DIFF_H
#define AC_CALLS_DIFF_H

#include "base/an_json_out.h"
#include "sections/ac_calls_pair.h"
#include "render/an_page.h"

/* Both tables, or one; the page's analysis has calls. */
an_status ac_calls_diff(an_page *page);
an_status ac_calls_diff_inclusive(an_page *page);
an_status ac_calls_diff_paths(an_page *page);

/* A path of the list. */
typedef struct ac_path_change {
   uint32_t node;         /* of the pair's paths */
   const int64_t *counts; /* self, or inclusive if one side lacks it */
   uint32_t n_below;      /* paths below it, if so */
} ac_path_change;

/* All paths of the list, in the tree's order; for tk_put.  NULL if memory ran out. */
ac_path_change *ac_calls_diff_list(const ac_calls_pair *calls, size_t *n);

/* A member of a JSON object: all functions and all paths.  In the page, only functions
   that reach the threshold, and no paths. */
void ac_calls_diff_put_json(an_json_out *json, const ac_scope *scope);

/* A record for each function, or for each path with its frames. */
an_status ac_calls_diff_inclusive_csv(const ac_scope *scope, FILE *out);
an_status ac_calls_diff_paths_csv(const ac_scope *scope, FILE *out);

#endif
