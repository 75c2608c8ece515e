/* ac_line_costs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_line_costs.h"

#include "base/tk_search.h"

#include <string.h>

/* Where the lines of the file begin, or those after it. */
static const ac_inclusive *find_bound(const ac_calls *calls, const char *file, bool after)
{
   return calls->lines
          + TK_SEARCH(i, calls->n_lines,
                      strcmp(calls->lines[i].file, file) < (after ? 1 : 0));
}

void ac_line_costs_open(ac_line_costs *costs, const ac_profile *profile,
                        const tk_alloc *alloc, size_t file)
{
   const ac_file *of = ac_profile_file(profile, file);
   const ac_calls *calls = ac_profile_calls(profile);
   size_t none_B = (ac_profile_n_events(profile) + 1) * sizeof *costs->none;
   *costs = (ac_line_costs){ .none = tk_get_zeroed(alloc, AN_LABEL, none_B) };
   ac_lines_open(&costs->own, profile, of->first_function, of->n_functions);
   if (calls != NULL) {
      costs->first = find_bound(calls, of->name, false);
      costs->end = find_bound(calls, of->name, true);
   }
   ac_line_costs_rewind(costs);
}

void ac_line_costs_close(ac_line_costs *costs, const tk_alloc *alloc)
{
   ac_lines_close(&costs->own);
   tk_put(alloc, costs->none);
}

void ac_line_costs_rewind(ac_line_costs *costs)
{
   ac_lines_rewind(&costs->own);
   costs->has_own = ac_lines_next(&costs->own);
   costs->at = costs->first;
   costs->counts = NULL; /* before the first */
}

bool ac_line_costs_next(ac_line_costs *costs)
{
   if (costs->counts == costs->own.counts && costs->has_own)
      costs->has_own = ac_lines_next(&costs->own);
   bool has_inclusive = costs->at != costs->end;
   if (!costs->has_own && !has_inclusive)
      return false;
   bool is_own = costs->has_own && (!has_inclusive || costs->own.line <= costs->at->line);
   has_inclusive = has_inclusive && (!is_own || costs->at->line == costs->own.line);
   costs->line = is_own ? costs->own.line : costs->at->line;
   costs->counts = is_own ? costs->own.counts : costs->none;
   costs->inclusive = has_inclusive ? costs->at->counts : costs->counts;
   costs->at += has_inclusive;
   return true;
}
