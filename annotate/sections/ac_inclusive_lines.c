/* ac_inclusive_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_inclusive_lines.h"

#include "counts/ac_calls.h"
#include "counts/ac_find.h"
#include "counts/ac_rank.h"

static bool reaches_threshold(const an_page *page, const ac_inclusive *line,
                              double threshold)
{
   return ac_rank_reaches(&page->scope.request->sort.of[0], line->counts,
                          ac_profile_totals(page->scope.profile), threshold);
}

void ac_inclusive_lines_mark(const an_page *page, bool *is_listed)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   for (size_t i = 0; calls != NULL && i < calls->n_lines; i++) {
      const ac_inclusive *line = &calls->lines[i];
      if (!reaches_threshold(page, line, page->scope.request->threshold))
         continue;
      size_t file = ac_find_file(page->scope.profile, line->file);
      if (file != SIZE_MAX)
         is_listed[file] = true;
   }
}
